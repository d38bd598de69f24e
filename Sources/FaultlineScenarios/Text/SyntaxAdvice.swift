// What libyaml could not read, said in words that lead to the mend.

import CYAML

/// A syntax error as libyaml reports it, turned into a diagnostic.
struct SyntaxAdvice {
  let diagnostic: Diagnostic

  private struct Wording {
    let problem: String
    let sentence: String
    let notes: [String]
    /// Whether the trouble began where the surrounding construct did, as with an open quote.
    let pointsToContext: Bool

    init(
      _ problem: String, _ sentence: String, _ notes: [String] = [], pointsToContext: Bool = false
    ) {
      self.problem = problem
      self.sentence = sentence
      self.notes = notes
      self.pointsToContext = pointsToContext
    }
  }

  private static let quoting =
    "a value with '{', '[', '@', ': ' or ' #' in it belongs in quotes: 'like this'"

  private static let indenting = "indent with spaces, the same number for each line of a block"

  private static let wordings = [
    Wording("mapping values are not allowed", "a second ': ' in one value", [quoting, indenting]),
    Wording(
      "block sequence entries are not allowed", "'- ' cannot start a list here",
      ["put the list on lines of its own under the key", indenting]),
    Wording("mapping keys are not allowed", "'? ' cannot start a key here", [indenting]),
    Wording(
      "could not find expected ':'", "a key without ':' behind it", [quoting, indenting],
      pointsToContext: true),
    Wording(
      "did not find expected key", "expected the next key of the mapping", [indenting, quoting]),
    Wording(
      "did not find expected '-'", "expected the next '- ' of the list", [indenting, quoting]),
    Wording("expected ',' or ']'", "expected ',' or ']' in the list", [quoting]),
    Wording("expected ',' or '}'", "expected ',' or '}' in the mapping", [quoting]),
    Wording("did not find expected node content", "expected a value", [quoting]),
    Wording(
      "unexpected end of stream", "a quote is opened and never closed", pointsToContext: true),
    Wording(
      "unexpected document indicator", "a quote is opened and never closed",
      pointsToContext: true),
    Wording(
      "unknown escape character", "no such escape in double quotes",
      ["in single quotes a '\\' is an ordinary character"]),
    Wording("hexdecimal number", "expected hexadecimal digits in the escape"),
    Wording("invalid Unicode character escape", "the escape names no character"),
    Wording("tab character", "a tab where only spaces may indent", [indenting]),
    Wording("expected comment or line break", "expected the end of the line", [quoting]),
    Wording("alphabetic or numeric character", "expected a name behind '&' or '*'", [quoting]),
    Wording("found undefined tag handle", "tags are not part of the format", [quoting]),
    Wording("expected <document start>", "expected the end of the file", [indenting]),
    Wording("control characters", "a control character"),
    Wording("max depth", "nested too deep"),
  ]

  init(of parser: yaml_parser_t, in source: SourceText) {
    guard parser.error != YAML_MEMORY_ERROR else {
      diagnostic = Diagnostic("not enough memory to read", file: source.name)
      return
    }
    let problem = parser.problem.map { String(cString: $0) } ?? "unknown trouble"
    let context = parser.context.map { String(cString: $0) } ?? ""
    let isReaderError = parser.error == YAML_READER_ERROR
    // The reader decodes ahead and knows only where it is, not yet where the scanner is.
    let index = isReaderError ? parser.mark.index : parser.problem_mark.index
    var range = source.range(index, index + 1)

    if problem.contains("cannot start any token") {
      let character = source.slice(range.start..<range.end)
      diagnostic =
        character == "\t"
        ? Diagnostic("a tab where only spaces may indent", at: range, notes: [Self.indenting])
        : Diagnostic(
          "a value cannot start with \(character.inQuotes)", at: range, notes: [Self.quoting])
      return
    }
    guard let wording = Self.wordings.first(where: { problem.contains($0.problem) }) else {
      diagnostic = Diagnostic("this cannot be read as YAML: \(problem)", at: range)
      return
    }
    var notes = wording.notes
    if wording.pointsToContext, !context.isEmpty {
      range = source.range(parser.context_mark.index, parser.context_mark.index + 1)
    } else if context.contains("flow sequence") || context.contains("flow mapping") {
      let start = source.range(parser.context_mark.index, parser.context_mark.index)
      notes.append("it starts at \(start.line):\(start.column)")
    }
    diagnostic = Diagnostic(wording.sentence, at: range, notes: notes)
  }
}
