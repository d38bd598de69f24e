// A report for a terminal: never wider than the window, never a table row on two lines, and all of
// it readable without colour.

import FaultlinePages

/// Writes a report for a terminal.
package struct TerminalFormat: ReportFormat {
  /// The name that selects it.
  package static let name = "terminal"
  /// The ending of the files it fills.
  package static let fileExtension = "txt"

  /// The columns of the window, at least `narrowest`.
  package let width: Int
  /// Whether colour codes may be written.
  package let color: Bool
  /// Whether only ASCII may be written.
  package let ascii: Bool

  /// The narrowest window that is laid out for.
  package static let narrowest = 10

  /// Makes the format for 80 columns without colour.
  package init() {
    self.init(width: 80, color: false)
  }

  /// Makes the format for a window.
  package init(width: Int, color: Bool = false) {
    self.init(width: width, color: color, ascii: false)
  }

  /// Makes the format for a window, where only ASCII may be known.
  package init(width: Int, color: Bool = false, ascii: Bool) {
    self.width = max(width, Self.narrowest)
    self.color = color
    self.ascii = ascii
  }

  /// Writes the report.
  package func render(_ report: Report) -> String {
    let page = TerminalPage(
      width: width, ink: TerminalInk(isOn: color), spelling: TerminalSpelling(ascii: ascii),
      showsAll: report.showsAll)
    var blocks = report.shortBlocks
    // A comparison ends with what to do, and has nothing more to show.
    let isRun = report.subject.comparison == nil
    if isRun, !report.showsAll, report.hasMore, !report.subject.more.isEmpty {
      let command = (report.subject.more + ["--all"]).joined(separator: " ")
      blocks.append(.paragraph("More: \(command)"))
    }
    return page.lines(blocks).joined(separator: "\n") + "\n"
  }
}
