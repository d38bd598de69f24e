// Columns of text, as wide as what stands in them.

import FaultlineMeasures

/// A table for a terminal, with headings or without; numbers stand to the right.
struct TextTable {
  private let headings: [(title: String, isNumber: Bool)]
  private var rows: [[String]] = []

  init(_ headings: [(title: String, isNumber: Bool)]) { self.headings = headings }

  mutating func add(_ cells: [String]) { rows.append(cells.map(harmless)) }

  /// The lines, each behind an indent, with nothing at their ends.
  var text: String {
    let all = (headings.isEmpty ? [] : [headings.map(\.title)]) + rows
    let widths = (all.first ?? []).indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { cells in
      let line = cells.enumerated().map { column, cell in
        let room = String(repeating: " ", count: widths[column] - cell.count)
        let isNumber = headings.indices.contains(column) && headings[column].isNumber
        return isNumber ? room + cell : cell + room
      }
      let text = "  " + line.joined(separator: "  ")
      return String(text.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
