// What is wrong with a text: a sentence, the place, the line with a caret, and what would be right.

/// A mistake in a scenario, worded for its author.
///
/// Printed, it reads like a compiler's message:
///
///     first-light.yaml:14:22: error: no entity 'Emploee'. Did you mean 'Employee'?
///      14 |   - insert: {entity: Emploee}
///         |                      ^~~~~~~
///         = known entities: Department, Employee
package struct Diagnostic: Error, CustomStringConvertible, Sendable {
  /// What is wrong, in one sentence.
  package let message: String

  /// What helps to mend it, one line each.
  package let notes: [String]

  /// The file it is about, as the user named it; nil when it is about none.
  package let file: String?

  /// The stretch of text it points at; nil when it is about a file as a whole or about none.
  package let range: SourceRange?

  /// A Boolean value that indicates whether the input was understood, and only the output could not be written.
  package private(set) var isAboutLostOutput = false

  /// A diagnostic that points into a text.
  package init(_ message: String, at range: SourceRange, notes: [String] = []) {
    self.message = message
    self.notes = notes
    self.file = range.file
    self.range = range
  }

  /// A diagnostic without a place in a text: a missing file, a folder without scenarios.
  package init(_ message: String, file: String? = nil, notes: [String] = []) {
    self.message = message
    self.notes = notes
    self.file = file
    self.range = nil
  }

  /// The same with one more line of help.
  package func noting(_ note: String) -> Diagnostic {
    var noted =
      if let range { Diagnostic(message, at: range, notes: notes + [note]) } else {
        Diagnostic(message, file: file, notes: notes + [note])
      }
    noted.isAboutLostOutput = isAboutLostOutput
    return noted
  }

  /// The same about output that could not be written.
  package var ofLostOutput: Diagnostic {
    var diagnostic = self
    diagnostic.isAboutLostOutput = true
    return diagnostic
  }

  /// The 1-based line, where there is a place.
  package var line: Int? { range?.line }

  /// The 1-based column in characters, where there is a place.
  package var column: Int? { range?.column }

  /// The whole message with excerpt, caret and notes, without a line break at its end.
  package var description: String {
    let place = (range?.place ?? file).map { "\($0): " } ?? ""
    var rows = [Visible.text("\(place)error: \(message)")]
    var margin = "    "
    if let range {
      let excerpt = Excerpt(range)
      rows += excerpt.rows
      margin = excerpt.margin
    }
    for note in notes { rows += Self.wrapped(Visible.text(note), behind: "\(margin)= ") }
    return rows.joined(separator: "\n")
  }

  /// Breaks a note at spaces so that it fits a page of 100 columns.
  private static func wrapped(_ note: String, behind prefix: String) -> [String] {
    let next = String(repeating: " ", count: prefix.count + 2)
    var rows: [String] = []
    var row = prefix
    var isEmpty = true
    for word in note.split(separator: " ", omittingEmptySubsequences: false) {
      if !isEmpty, Visible.width(of: row) + 1 + Visible.width(of: String(word)) > 100 {
        rows.append(row)
        row = next
        isEmpty = true
      }
      row += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return rows + [row]
  }
}

extension Diagnostic {
  /// A word that names nothing: the nearest known word is offered, and all known words are listed.
  package static func unknown(
    _ what: String, _ word: String, at range: SourceRange, known: [String], plural: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      "no \(what) \(word.inQuotes)\(Spelling.question(for: word, among: known))", at: range,
      notes: ["known \(plural ?? what + "s"): \(Spelling.list(known))"])
  }
}

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
