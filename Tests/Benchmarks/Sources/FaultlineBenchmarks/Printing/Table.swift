// Columns of equal width, or of a page: the first to the left, figures to the right.

/// Rows of cells on their way to the terminal.
struct Table {
  private var rows: [[String]]

  init(_ head: [String]) { rows = [head] }

  mutating func add(_ row: [String]) { rows.append(row) }

  /// The rows with a rule beneath the head.
  var text: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var lines = rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + padding : padding + cell.0
      }.joined(separator: "  ")
    }
    let width = widths.reduce(0, +) + 2 * (widths.count - 1)
    lines.insert(String(repeating: "─", count: width), at: 1)
    return lines.joined(separator: "\n")
  }

  /// The same for a page.
  var markdown: String {
    var lines = rows.map { "| \($0.joined(separator: " | ")) |" }
    let rule = rows[0].indices.map { $0 == 0 ? "---" : "---:" }
    lines.insert("| \(rule.joined(separator: " | ")) |", at: 1)
    return lines.joined(separator: "\n")
  }
}
