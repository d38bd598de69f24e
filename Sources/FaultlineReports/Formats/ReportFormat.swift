// The door for formats: a new one is a file in this folder and a line in this list.

/// A way to write a report.
package protocol ReportFormat: Sendable {
  /// The name that selects it.
  static var name: String { get }
  /// The ending of the files it fills.
  static var fileExtension: String { get }

  /// Makes the format as it is when nothing was asked for.
  init()

  /// Makes the format for a window; most formats look the same in all.
  init(width: Int, color: Bool, ascii: Bool)

  /// Writes a report.
  func render(_ report: Report) -> String
}

extension ReportFormat {
  /// Makes the format as it is in every window.
  package init(width: Int, color: Bool, ascii: Bool) {
    self.init()
  }
}

/// The formats there are.
package enum ReportFormats {
  /// All of them, in the order in which help names them.
  package static let all: [any ReportFormat.Type] = [
    TerminalFormat.self,
    MarkdownFormat.self,
    HTMLFormat.self,
    BriefFormat.self,
    JSONFormat.self,
    JSONLinesFormat.self,
    CSVFormat.self,
    JUnitFormat.self,
    SARIFFormat.self,
    GitHubFormat.self,
    SmallerIsBetterFormat.self,
    BiggerIsBetterFormat.self,
  ]
}
