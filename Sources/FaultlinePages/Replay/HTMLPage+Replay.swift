// What the pages of replays have besides what every page has.

extension HTMLPage.Part {
  /// How a replay looks beside what every page looks like: panes, nodes and lines.
  package static let replayStyle = HTMLPage.Part(PackageResources.replay_css)
  /// What steps through a replay: buttons, a slider, keys, the address, and questions that want an answer.
  ///
  /// Without it the steps are a list to read.
  package static let replay = HTMLPage.Part(
    PackageResources.kept_js + PackageResources.replay_js)
  /// What shows in the index of a course what was answered on its pages.
  package static let course = HTMLPage.Part(
    PackageResources.kept_js + PackageResources.course_js)
  /// What keeps and judges the answers of an inventory.
  package static let inventory = HTMLPage.Part(
    PackageResources.kept_js + PackageResources.inventory_js)
}
