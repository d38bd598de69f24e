// The line of a text under which a caret points, drawn for a terminal.

/// Two rows: the line itself behind its number, and the caret with its underline.
struct Excerpt {
  /// The most cells of a line that are shown; a longer line is cut around the caret.
  static let width = 92

  /// Cells to show before the caret when the line must be cut.
  private static let lead = 36

  private struct Cell {
    let drawn: String
    let width: Int
    let start: Int
  }

  let rows: [String]
  /// What stands before a note, so that it lines up with the bar.
  let margin: String

  init(_ range: SourceRange) {
    let index = range.source.lineIndex(at: range.start)
    let line = range.source.lines[index]
    let number = String(index + 1)
    margin = String(repeating: " ", count: number.count + 2)

    let caret = min(range.start - line.start, line.count)
    let end = min(range.end - line.start, line.count)
    let view = Self.view(of: line, in: range.source, caret: caret)
    let before = view.cells.prefix { $0.start < caret }
    let marked = view.cells.dropFirst(before.count).prefix { $0.start < end }
    let indent = before.reduce(view.isCutLeft ? 1 : 0) { $0 + $1.width }
    let tail = max(0, marked.reduce(0) { $0 + $1.width } - 1)

    let text =
      (view.isCutLeft ? "…" : "") + view.cells.map(\.drawn).joined()
      + (view.isCutRight ? "…" : "")
    rows = [
      Self.trimmed(" \(number) | \(text)"),
      "\(margin)| " + String(repeating: " ", count: indent) + "^"
        + String(repeating: "~", count: tail),
    ]
  }

  /// The cells to show.
  ///
  /// Only a neighbourhood is looked at, so a line of megabytes costs little.
  private static func view(
    of line: SourceText.Line, in source: SourceText, caret: Int
  ) -> (cells: [Cell], isCutLeft: Bool, isCutRight: Bool) {
    let reach = 4 * width
    let first = max(0, caret - reach)
    let last = min(line.count, caret + reach)
    let near = source.slice(line.start + first..<line.start + last)

    var cells: [Cell] = []
    var offset = first
    for character in near {
      let drawn = Visible.drawn(character)
      cells.append(Cell(drawn: drawn, width: Visible.width(of: drawn), start: offset))
      offset += character.unicodeScalars.count
    }
    let whole = cells.reduce(0) { $0 + $1.width }
    if first == 0, last == line.count, whole <= width { return (cells, false, false) }

    let middle = cells.firstIndex { $0.start >= caret } ?? cells.count
    var used = 2  // The two ellipses.
    var low = middle
    while low > 0, used + cells[low - 1].width <= lead {
      low -= 1
      used += cells[low].width
    }
    var high = middle
    while high < cells.count, used + cells[high].width <= width {
      used += cells[high].width
      high += 1
    }
    while low > 0, used + cells[low - 1].width <= width {
      low -= 1
      used += cells[low].width
    }
    return (
      Array(cells[low..<high]), low > 0 || first > 0, high < cells.count || last < line.count
    )
  }

  private static func trimmed(_ row: String) -> String {
    var row = row
    while row.last == " " { row.removeLast() }
    return row
  }
}
