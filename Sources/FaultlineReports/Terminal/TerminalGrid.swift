// Tables over axes in a terminal: as many beside each other as there is room for, and one that is too wide in bands.

import FaultlinePages

/// Lays out the tables of one reading.
struct TerminalGrid {
  private let width: Int
  private let ink: TerminalInk
  private let spelling: TerminalSpelling
  private static let gap = 4

  init(width: Int, ink: TerminalInk, spelling: TerminalSpelling) {
    self.width = width
    self.ink = ink
    self.spelling = spelling
  }

  /// The tables, with an empty line between what stands below each other; nil where not even one column has room.
  func lines(_ facets: ArraySlice<Report.Grid.Facet>) -> [String]? {
    var blocks: [Block] = []
    for facet in facets {
      guard let bands = bands(facet.table) else { return nil }
      blocks += bands
    }
    var lines: [String] = []
    while !blocks.isEmpty {
      var beside: [Block] = []
      var used = -Self.gap
      while let next = blocks.first, beside.isEmpty || used + Self.gap + next.width <= width {
        used += Self.gap + next.width
        beside.append(blocks.removeFirst())
      }
      if !lines.isEmpty { lines.append("") }
      lines += joined(beside)
    }
    return lines
  }

  /// Lines that belong together, with the room that each takes.
  private struct Block {
    var lines: [(text: String, width: Int)]
    var width: Int { lines.map(\.width).max() ?? 0 }
  }

  /// A table in the fewest bands of columns that fit, each with the names of its rows.
  private func bands(_ table: Report.Table) -> [Block]? {
    let columns = max(1, table.columns.count - 1)
    for count in fewestBands(table, columns)...columns {
      let bands = (0..<count).map { band in
        table.columns(columns * band / count..<columns * (band + 1) / count)
      }
      let layouts = bands.map { TerminalTable($0, width: width, spelling: spelling) }
      guard !layouts.contains(where: { $0.isCut || $0.isTooNarrow }) else { continue }
      return layouts.map { block(table.title, $0) }
    }
    return nil
  }

  /// What the heads and the first row need says how many bands there are at least.
  private func fewestBands(_ table: Report.Table, _ columns: Int) -> Int {
    let cells = table.rows.first?.cells.map(\.text) ?? []
    let needed = zip(table.columns, cells).dropFirst().reduce(0) { sum, column in
      sum + TerminalWidth.of(column.1) + 1
    }
    return min(columns, max(1, needed / max(1, width)))
  }

  private func block(_ title: String, _ layout: TerminalTable) -> Block {
    let plain = layout.lines(TerminalInk(isOn: false))
    let lines = zip(layout.lines(ink), plain).map { ($0, TerminalWidth.of($1)) }
    guard !title.isEmpty else { return Block(lines: lines) }
    let head = TerminalWidth.wrapped(spelling.shown(title), width: width).map {
      (ink.strong($0), TerminalWidth.of($0))
    }
    return Block(lines: head + lines)
  }

  private func joined(_ blocks: [Block]) -> [String] {
    let height = blocks.map(\.lines.count).max() ?? 0
    return (0..<height).map { place in
      var line = ""
      var pending = 0
      for block in blocks {
        if block.lines.indices.contains(place) {
          let (text, width) = block.lines[place]
          line += String(repeating: " ", count: pending) + text
          pending = block.width - width + Self.gap
        } else {
          pending += block.width + Self.gap
        }
      }
      return line
    }
  }
}

extension Report.Table {
  /// The table with some of its columns, counted behind the first.
  fileprivate func columns(_ range: Range<Int>) -> Report.Table {
    var table = self
    table.columns = [columns[0]] + columns[(range.lowerBound + 1)..<(range.upperBound + 1)]
    table.rows = rows.map { row in
      var row = row
      row.cells = [row.cells[0]] + row.cells[(range.lowerBound + 1)..<(range.upperBound + 1)]
      return row
    }
    return table
  }
}
