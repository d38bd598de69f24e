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
