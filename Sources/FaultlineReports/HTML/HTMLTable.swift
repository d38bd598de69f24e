// A table as elements: every head says what it is the head of, and every mark is a word as well.

import FaultlineAnalysis
import FaultlinePages

/// Writes one table.
struct HTMLTable {
  private let table: Report.Table
  /// What is longer is read, not compared.
  private static let longestName = 40
  /// What the best is the best of.
  private let scope: String

  init(_ table: Report.Table, bestOf scope: String = "best of its column") {
    self.table = table
    self.scope = scope
  }

  var lines: [String] {
    let title = MarkupText.escaped(table.title)
    let lead = table.lead.isEmpty ? "" : "<small>\(escaped(table.lead))</small>"
    var lines = [
      "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"\(title)\">",
      "<table><caption dir=\"auto\">\(title)\(lead)</caption>", "<thead><tr>",
    ]
    for column in table.columns {
      let head =
        column.title.isEmpty ? "<span class=\"hush\">verdict</span>" : escaped(column.title)
      lines.append(
        "<th scope=\"col\"\(Self.side(column))\(Self.at(column.at)) dir=\"auto\">\(head)</th>")
    }
    lines.append("</tr></thead>")
    lines.append("<tbody>")
    var name = ""
    for row in table.rows {
      // A repeated name is left out by the builder, and a row that is sorted away needs it.
      let isRepeated = row.cells.first?.text.isEmpty ?? true
      if let first = row.cells.first, !isRepeated { name = first.text }
      let isSame = row.cells.contains { $0.text == "=" }
      lines.append("<tr\(isSame ? " class=\"same\"" : "")\(Self.at(row.at))>")
      for (cell, column) in zip(row.cells, table.columns) {
        let isHead = cell == row.cells.first && column == table.columns.first
        lines.append(isHead ? head(cell, name, isRepeated) : body(cell, column))
      }
      lines.append("</tr>")
    }
    lines.append("</tbody></table></div>")
    for remark in table.remarks {
      lines.append("<p class=\"remark\" dir=\"auto\">\(escaped(remark))</p>")
    }
    return lines
  }

  private func head(_ cell: Report.Cell, _ name: String, _ isRepeated: Bool) -> String {
    let mark = cell.isReference ? " <abbr title=\"reference\">●</abbr>" : ""
    let words = isRepeated ? "<span class=\"hush\">\(escaped(name))</span>" : escaped(name)
    return "<th scope=\"row\" dir=\"auto\">\(words)\(mark)</th>"
  }

  private func body(_ cell: Report.Cell, _ column: Report.Column) -> String {
    var classes: [String] = []
    if column.alignment == .trailing { classes.append("n") }
    if cell.tone != .plain { classes.append(cell.tone.rawValue) }
    if let level = cell.level, level > 0 { classes.append("h\(level)") }
    // A sentence is broken into lines; numbers and names stay whole.
    if column.alignment == .leading, cell.text.count > Self.longestName { classes.append("wide") }
    let group = classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    let value = cell.value.map { " data-v=\"\($0)\"" } ?? ""
    let exact = cell.exact.map { " title=\"\(escaped($0))\"" } ?? ""
    let mark =
      switch cell.tone {
      case .best: "<abbr title=\"\(escaped(scope))\">★</abbr>"
      case .tie: "<abbr title=\"a tie with the best, \(Tie.words)\">☆</abbr>"
      case .worst: "<abbr title=\"worst, or a tie with it\">◇</abbr>"
      default: ""
      }
    let broken = cell.isBroken ? "<abbr title=\"breaks an expectation\">✗</abbr>" : ""
    let text = escaped(cell.text) + (cell.change.map { " \(escaped($0))" } ?? "")
    return "<td\(group)\(value)\(exact) dir=\"auto\">\(text)\(mark)\(broken)</td>"
  }

  /// The values of axes that it stands for, which the filter looks at.
  static func at(_ values: [Report.AxisValue]) -> String {
    guard !values.isEmpty else { return "" }
    return " data-at=\"\(values.map { "\($0.axis).\($0.value)" }.joined(separator: " "))\""
  }

  private static func side(_ column: Report.Column) -> String {
    column.alignment == .trailing ? " class=\"n\"" : ""
  }

  private func escaped(_ text: String) -> String { MarkupText.escaped(text) }
}
