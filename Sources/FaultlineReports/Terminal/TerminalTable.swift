// A table that fits a terminal: what gives way, and in which order, when the room is short.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlinePages

/// The layout of a table: gaps shrink, then relative differences go, then heads break, then names say less, then columns
/// go until few are left, then texts shorten as far as they can be distinguished, then more columns go.
struct TerminalTable {
  private let table: Report.Table
  private let spelling: TerminalSpelling
  private let window: Int
  private var cells: [[String]]
  private var titles: [String]
  private var visible: [Int]
  private var heads: [Int: [String]] = [:]
  private var widths: [Int: Int] = [:]
  private var gap = 2
  /// Whether names had to be shortened or columns left out.
  private(set) var isCut = false
  /// Whether nothing but the names fits, or not even they, so that rows are better read as lines.
  private(set) var isTooNarrow = false

  init(_ table: Report.Table, width window: Int, spelling: TerminalSpelling) {
    self.table = table
    self.spelling = spelling
    self.window = window
    let room = table.columns.indices.map { column in
      table.rows.map { $0.cells.count > column ? spelling.marks($0.cells[column]).count : 0 }
        .max() ?? 0
    }
    let changes = table.columns.indices.map { column in
      table.rows.map { row in
        row.cells.count > column
          ? row.cells[column].change.map { spelling.shown($0).count } ?? 0 : 0
      }.max() ?? 0
    }
    func texts(isShort: Bool, hasChanges: Bool = false) -> [[String]] {
      table.rows.map { row in
        row.cells.enumerated().map { column, cell in
          guard column < room.count else {
            return Self.text(cell, isShort: isShort, room: 0, spelling)
          }
          return Self.text(
            cell, isShort: isShort, room: room[column], change: hasChanges ? changes[column] : 0,
            spelling)
        }
      }
    }
    cells = texts(isShort: false, hasChanges: true)
    titles = table.columns.map { spelling.shown($0.title) }
    visible = Array(table.columns.indices)
    if changes.contains(where: { $0 > 0 }), !fits(breakingHeads: false) {
      cells = texts(isShort: false)
    }
    if table.columns.contains(where: { $0.short != nil }), !fits() {
      cells = texts(isShort: true)
      titles = table.columns.map { spelling.shown($0.short ?? $0.title) }
    }
    while !settles() {
      let last = visible.dropFirst().max { table.columns[$0].priority < table.columns[$1].priority }
      isCut = true
      guard let last else { break }
      visible.removeAll { $0 == last }
    }
    isTooNarrow = total > window || visible.count == 1 && table.columns.count > 1
  }

  /// Sizes what is visible without leaving a letter out.
  private mutating func fits(breakingHeads mayBreak: Bool = true) -> Bool {
    for (gap, breaks) in [(2, false), (1, false), (1, true)] where mayBreak || !breaks {
      self.gap = gap
      measure(breakingHeads: breaks)
      if total <= window { return true }
    }
    return false
  }

  /// Sizes what is visible; false when even the tightest layout is too wide.
  private mutating func settles() -> Bool {
    if fits() { return true }
    isCut = true
    var narrowed: Set<Int> = []
    while total > window {
      let names = visible.filter {
        table.columns[$0].alignment == .leading && !narrowed.contains($0) && mayNarrow($0)
      }
      guard let widest = names.max(by: { width(of: $0) < width(of: $1) }) else { return false }
      let wanted = max(least(widest), width(of: widest) - (total - window))
      widths[widest] = narrowest(widest, from: wanted)
      narrowed.insert(widest)
    }
    return true
  }

  /// A table of a name and two numbers says more with whole names than with more numbers.
  private func mayNarrow(_ column: Int) -> Bool {
    visible.count <= (column == visible.first ? 3 : 4)
  }

  /// Names are what a row is read by, so they give way last.
  private func least(_ column: Int) -> Int {
    column == visible.first ? max(8, min(16, window / 3)) : 8
  }

  /// The least width, from the one that is wanted, in which no two texts of a column are cut to the same.
  private func narrowest(_ column: Int, from wanted: Int) -> Int {
    let full = width(of: column)
    guard wanted < full else { return full }
    let texts = Set(cells.compactMap { column < $0.count ? $0[column] : nil })
    return (wanted..<full).first { width in
      let shortened = texts.map {
        TerminalWidth.shortened($0, to: width, ellipsis: spelling.ellipsis)
      }
      return Set(shortened).count == texts.count
    } ?? full
  }

  private mutating func measure(breakingHeads: Bool) {
    var used: [[String]: Int] = [:]
    for column in visible {
      let body =
        cells.map { row in
          column < row.count ? TerminalWidth.of(row[column]) : 0
        }.max() ?? 0
      // What is listed where it does not fit needs no head that gives way.
      var head =
        table.isListedWhereNarrow
        ? [titles[column]]
        : TerminalHead.lines(titles[column], over: body, breaking: breakingHeads, spelling)
      // Two heads that are cut to the same say nothing.
      if let other = used[head], titles[other] != titles[column] {
        head = TerminalHead.lines(
          titles[column], over: TerminalWidth.of(titles[column]), breaking: false, spelling)
      }
      used[head] = column
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
    _ cell: Report.Cell, isShort: Bool, room: Int, change width: Int = 0,
    _ spelling: TerminalSpelling
  ) -> String {
    var text = spelling.shown(isShort ? cell.short ?? cell.text : cell.text)
    if width > 0 {
      let change = cell.change.map(spelling.shown) ?? ""
      text += String(repeating: " ", count: width + 1 - change.count) + change
    }
    if cell.isReference { return text + " " + spelling.reference }
    let marks = spelling.marks(cell)
    return text + marks + String(repeating: " ", count: room - marks.count)
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
      let seen = TerminalWidth.trimmed(short)
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
    if shown.contains(where: { $0.tone == .tie }) {
      signs.append("\(spelling.tie) a tie with it, \(Tie.words)")
    }
    var remarks = signs.isEmpty ? [] : [signs.joined(separator: spelling.shown(" · "))]
    let hidden = table.columns.count - visible.count
    if hidden > 0 { remarks.append("\(counted(hidden, "column")) hidden at this width") }
    return remarks
  }
}

/// Breaks a column's title over its cells.
enum TerminalHead {
  /// The title's lines; `breaking` lets a long word be divided.
  static func lines(
    _ title: String, over body: Int, breaking: Bool, _ spelling: TerminalSpelling
  ) -> [String] {
    let limit = max(body, longest)
    var candidates = [[title]]
    let words = title.split(separator: " ").map(String.init)
    for index in words.indices.dropFirst() {
      candidates.append([
        words[..<index].joined(separator: " "), words[index...].joined(separator: " "),
      ])
    }
    if breaking, words.count == 1, let parts = partsOfName(title) {
      candidates.append(parts)
    }
    if TerminalWidth.of(title) <= body { candidates = [[title]] }
    let best = candidates.min { width($0) < width($1) } ?? [title]
    return best.map { TerminalWidth.shortened($0, to: limit, ellipsis: spelling.ellipsis) }
  }

  /// Titles are the scenario's: one that goes on and on must not push out the numbers.
  private static let longest = 14

  private static func width(_ lines: [String]) -> Int {
    lines.map(TerminalWidth.of).max() ?? 0
  }

  /// Divides a metric's name behind the dot that is nearest to its middle.
  private static func partsOfName(_ word: String) -> [String]? {
    let letters = Array(word)
    let dots = letters.indices.dropFirst().dropLast().filter { letters[$0] == "." }
    let place = dots.min { abs(2 * $0 - letters.count) < abs(2 * $1 - letters.count) }
    return place.map { [String(letters[...$0]), String(letters[($0 + 1)...])] }
  }
}
