// What the pages of replays have besides what every page has.

package import FaultlinePages

extension HTMLPage.Part {
  /// How a replay looks.
  package static let replayStyle = HTMLPage.Part(hash: ReplayStyle.hash, text: ReplayStyle.text)
  /// What steps through a replay.
  package static let replay = HTMLPage.Part(hash: ReplayScript.hash, text: ReplayScript.text)
}
