// What is wrong with a predicate: a sentence, the place in its text, and what would be right.

/// A stretch of a predicate's text; offsets count Unicode scalars from 0.
package struct QueryPlace: Sendable {
  package let text: String
  package let offsets: Range<Int>

  /// From the beginning of this stretch to the end of another.
  func joined(_ other: QueryPlace) -> QueryPlace {
    let start = min(offsets.lowerBound, other.offsets.lowerBound)
    return QueryPlace(text: text, offsets: start..<max(start, other.offsets.upperBound))
  }
}

/// A mistake in the text of a predicate, an expression or a key path.
package struct QueryMistake: Error {
  /// What is wrong, in one sentence without a full stop.
  package let message: String
  /// Where; nil for what has no text, such as a predicate that was put together in code.
  package let place: QueryPlace?
  /// The property that is not there, or does not fit.
  package let key: String?
  /// The variable that has no value.
  package let variable: String?

  init(_ message: String, at place: QueryPlace?, key: String? = nil, variable: String? = nil) {
    self.message = message
    self.place = place
    self.key = key
    self.variable = variable
  }

  /// A word that names nothing, with the known word that was most probably meant.
  init(unknown word: String, _ message: String, known: [String], at place: QueryPlace?) {
    let near = Self.nearest(to: word, among: known).map { "; did you mean '\($0)'?" } ?? ""
    let list = known.isEmpty ? "" : " (it has \(known.sorted().joined(separator: ", ")))"
    self.init(message + (near.isEmpty ? list : near), at: place, key: word)
  }

  /// The message, then the line that it is about with a caret beneath.
  package var error: GraphError {
    GraphError(.unsupportedRequest, message + "." + excerpt, key: key)
  }

  /// The 1-based line and column.
  package var position: (line: Int, column: Int)? {
    guard let place else { return nil }
    let before = place.text.unicodeScalars.prefix(place.offsets.lowerBound)
    let line = before.count { $0 == "\n" } + 1
    let column = before.reversed().prefix { $0 != "\n" }.count + 1
    return (line, column)
  }

  private var excerpt: String {
    guard let place, let (line, column) = position else { return "" }
    let lines = place.text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return "" }
    let scalars = lines[line - 1].unicodeScalars
    // A long line is shown around the place only.
    let start = max(0, column - 1 - 60)
    let shown = scalars.dropFirst(start).prefix(100).map { $0.value < 32 ? " " : String($0) }
    let length = max(1, min(place.offsets.count, 101 - (column - start)))
    let caret = String(repeating: " ", count: column - 1 - start) + "^"
    return "\n  \(shown.joined())\n  \(caret)\(String(repeating: "~", count: length - 1))"
      + "\n  line \(line), column \(column)"
  }

  private static func nearest(to word: String, among known: [String]) -> String? {
    let wanted = word.lowercased().prefix(64)
    let near = known.map { (slips: $0.lowercased().difference(from: wanted).count, word: $0) }
    // A wrong letter is one that goes and one that comes.
    return near.filter { $0.slips <= max(2, wanted.count * 2 / 3) }.min { $0 < $1 }?.word
  }
}
