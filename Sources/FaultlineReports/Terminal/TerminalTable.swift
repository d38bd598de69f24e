// A table that fits a terminal: what gives way, and in which order, when the room is short.

/// The layout of a table: gaps shrink, then heads break, then names shorten, then columns go.
struct TerminalTable {
  private let table: Report.Table
  private let spelling: TerminalSpelling
  private let cells: [[String]]
  private var visible: [Int]
  private var heads: [Int: [String]] = [:]
  private var widths: [Int: Int] = [:]
  private var gap = 2
  /// Whether names had to be shortened or columns left out.
  private(set) var isCut = false

  init(_ table: Report.Table, width window: Int, spelling: TerminalSpelling) {
    self.table = table
    self.spelling = spelling
    let marked = table.columns.indices.filter { column in
      table.rows.contains { $0.cells.count > column && $0.cells[column].tone == .best }
    }
    cells = table.rows.map { row in
      row.cells.enumerated().map { column, cell in
        Self.text(cell, hasMarks: marked.contains(column), spelling)
      }
    }
    visible = Array(table.columns.indices)
    while !settles(in: window) {
      let last = visible.dropFirst().max { table.columns[$0].priority < table.columns[$1].priority }
      guard let last else { break }
      isCut = true
      visible.removeAll { $0 == last }
    }
  }

  /// Sizes what is visible; false when even the tightest layout is too wide.
  private mutating func settles(in window: Int) -> Bool {
    for (gap, breaks) in [(2, false), (1, false), (1, true)] {
      self.gap = gap
      measure(breakingHeads: breaks)
      if total <= window { return true }
    }
    while total > window {
      isCut = true
      let names = visible.filter { table.columns[$0].alignment == .leading }
      let widest = names.max { width(of: $0) < width(of: $1) }
      let least = visible.count == 1 ? 1 : 8
      guard let widest, width(of: widest) > least else { return visible.count == 1 }
      widths[widest] = max(least, width(of: widest) - (total - window))
    }
    return true
  }

  private mutating func measure(breakingHeads: Bool) {
    for column in visible {
      let body =
        cells.map { row in
          column < row.count ? TerminalWidth.of(row[column]) : 0
        }.max() ?? 0
      let title = spelling.spell(table.columns[column].title)
      let head = TerminalHead.lines(title, over: body, breaking: breakingHeads, spelling)
      heads[column] = head
      widths[column] = max(body, head.map(TerminalWidth.of).max() ?? 0)
    }
  }

  private func width(of column: Int) -> Int { widths[column] ?? 0 }

  private var total: Int {
    visible.reduce(0) { $0 + width(of: $1) } + gap * max(0, visible.count - 1)
  }

  /// A best cell ends with a sign; in columns that have one, the others leave its place empty.
  private static func text(
    _ cell: Report.Cell, hasMarks: Bool, _ spelling: TerminalSpelling
  ) -> String {
    let text = spelling.spell(cell.text)
    if cell.isReference { return text + " " + spelling.reference }
    guard hasMarks else { return text }
    return text + (cell.tone == .best ? spelling.best : " ")
  }

  // MARK: - Lines

  func lines(_ ink: TerminalInk) -> [String] {
    let height = visible.compactMap { heads[$0]?.count }.max() ?? 0
    let head = (0..<height).map { line in
      let parts = visible.map { column in
        // Heads stand on the rule, not under the ceiling.
        let lines = heads[column] ?? []
        let index = line - (height - lines.count)
        let text = lines.indices.contains(index) ? lines[index] : ""
        return (column, text, Report.Tone.plain)
      }
      return joined(parts, TerminalInk(isOn: false))
    }
    let rule = String(repeating: spelling.rule, count: total)
    let body = table.rows.indices.map { row in
      let parts = visible.map { column in
        let cell = column < cells[row].count ? table.rows[row].cells[column] : Report.Cell("")
        return (column, column < cells[row].count ? cells[row][column] : "", cell.tone)
      }
      return joined(parts, ink)
    }.filter { !$0.isEmpty }
    return head + [ink.text(rule, .same)] + body
  }

  private func joined(_ parts: [(Int, String, Report.Tone)], _ ink: TerminalInk) -> String {
    var line = ""
    var pending = ""
    for (column, text, tone) in parts {
      let width = width(of: column)
      let short = TerminalWidth.shortened(text, to: width, ellipsis: spelling.ellipsis)
      let space = String(repeating: " ", count: max(0, width - TerminalWidth.of(short)))
      let isLeading = table.columns[column].alignment == .leading
      let seen = String(short.reversed().drop { $0 == " " }.reversed())
      // Spaces are written only when something follows, so that no line ends with one.
      if !isLeading { pending += space }
      if !seen.isEmpty {
        line += pending + ink.text(seen, tone)
        pending = ""
      }
      pending += String(repeating: " ", count: short.count - seen.count)
      pending += (isLeading ? space : "") + String(repeating: " ", count: gap)
    }
    return line
  }

  // MARK: - Remarks

  /// What the signs mean, and what is not shown.
  var remarks: [String] {
    var signs: [String] = []
    let shown = table.rows.flatMap { row in
      visible.filter { $0 < row.cells.count }.map { row.cells[$0] }
    }
    if shown.contains(where: \.isReference) { signs.append("\(spelling.reference) reference") }
    if shown.contains(where: { $0.tone == .best }) {
      signs.append("\(spelling.best) best of its column")
    }
    var remarks = signs.isEmpty ? [] : [signs.joined(separator: spelling.spell(" · "))]
    let hidden = table.columns.count - visible.count
    if hidden > 0 { remarks.append("\(counted(hidden, "column")) hidden at this width") }
    return remarks
  }
}
