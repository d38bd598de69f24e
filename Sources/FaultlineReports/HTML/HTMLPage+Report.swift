// What the pages of reports have in common.

import FaultlinePages

extension HTMLPage {
  /// The page of a report, or of several; a replay in it brings a style and a script of its own.
  init(title: String, report body: String, styles: [Part] = [], scripts: [Part] = []) {
    self.init(
      title: title, body: body, styles: styles, scripts: [.report] + scripts,
      skip: "Skip to the report")
  }
}

extension HTMLPage.Part {
  /// What a report can do besides being read: sort, filter, hide, and change its light.
  static let report = HTMLPage.Part(PackageResources.report_js)
}
