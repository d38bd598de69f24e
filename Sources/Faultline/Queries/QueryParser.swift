// From the words of a predicate to its tree, without ever going back.

/// Reads conditions and terms.
///
/// Both are read as one language, from `OR` down to a single word, so that a parenthesis need not be
/// read twice; which of the two it was is decided afterwards.
struct QueryParser {
  /// What stands between two parentheses may be the one or the other.
  enum Phrase {
    case condition(QueryCondition, QueryPlace)
    case term(QueryTerm)

    var place: QueryPlace {
      switch self {
      case .condition(_, let place): place
      case .term(let term): term.place
      }
    }
  }

  /// How deep phrases may lie in each other: beyond any predicate, and less than the stack of SQLite's parser takes.
  static let deepest = 40

  private var tokens: [QueryToken]
  private var index = 0
  private var depth = 0
  /// How many arguments the text takes.
  private(set) var argumentCount = 0

  init(_ text: String) throws(QueryMistake) { tokens = try QueryLexer.tokens(text) }

  /// A whole text that is a condition.
  static func condition(
    _ text: String
  ) throws(QueryMistake) -> (condition: QueryCondition, arguments: Int) {
    var parser = try QueryParser(text)
    let phrase = try parser.either()
    let condition = try parser.condition(phrase)
    try parser.expectEnd()
    return (condition, parser.argumentCount)
  }

  /// A whole text that is a term.
  static func term(_ text: String) throws(QueryMistake) -> (term: QueryTerm, arguments: Int) {
    var parser = try QueryParser(text)
    let term = try parser.term(try parser.either())
    try parser.expectEnd()
    return (term, parser.argumentCount)
  }

  // MARK: - Words

  var token: QueryToken { tokens[index] }

  mutating func advance() { if index < tokens.count - 1 { index += 1 } }

  /// Takes a sign, if it comes next.
  mutating func take(_ sign: String) -> Bool {
    guard token.kind == .sign(sign) else { return false }
    advance()
    return true
  }

  mutating func take(_ keyword: Keyword) -> Bool {
    guard token.kind == .keyword(keyword) else { return false }
    advance()
    return true
  }

  mutating func expect(_ sign: String, _ why: String) throws(QueryMistake) {
    guard take(sign) else { throw QueryMistake("'\(sign)' \(why)", at: token.place) }
  }

  mutating func nextArgument() -> Int {
    argumentCount += 1
    return argumentCount - 1
  }

  private mutating func expectEnd() throws(QueryMistake) {
    guard token.kind != .end else { return }
    throw QueryMistake("nothing can follow here; AND or OR may be missing", at: token.place)
  }

  /// Goes one level down, and comes back.
  mutating func nested<Outcome>(
    _ body: (inout QueryParser) throws(QueryMistake) -> Outcome
  ) throws(QueryMistake) -> Outcome {
    depth += 1
    guard depth <= Self.deepest else {
      throw QueryMistake("this lies more than \(Self.deepest) levels deep", at: token.place)
    }
    defer { depth -= 1 }
    return try body(&self)
  }

  func condition(_ phrase: Phrase) throws(QueryMistake) -> QueryCondition {
    guard case .condition(let condition, _) = phrase else {
      throw QueryMistake(
        "this is a value and no condition; compare it, as in 'isOpen == TRUE'", at: phrase.place)
    }
    return condition
  }

  func term(_ phrase: Phrase) throws(QueryMistake) -> QueryTerm {
    guard case .term(let term) = phrase else {
      throw QueryMistake("this is a condition, and a value belongs here", at: phrase.place)
    }
    return term
  }

  // MARK: - Conditions

  /// A condition or a term, with everything that binds.
  mutating func either() throws(QueryMistake) -> Phrase {
    let first = try conjunction()
    guard isNext(.or, "||") else { return first }
    var parts = [try condition(first)]
    var place = first.place
    while take(.or) || take("||") {
      let next = try conjunction()
      place = place.joined(next.place)
      parts.append(try condition(next))
    }
    return .condition(.any(parts), place)
  }

  private mutating func conjunction() throws(QueryMistake) -> Phrase {
    let first = try negation()
    guard isNext(.and, "&&") else { return first }
    var parts = [try condition(first)]
    var place = first.place
    while take(.and) || take("&&") {
      let next = try negation()
      place = place.joined(next.place)
      parts.append(try condition(next))
    }
    return .condition(.all(parts), place)
  }

  private func isNext(_ keyword: Keyword, _ sign: String) -> Bool {
    token.kind == .keyword(keyword) || token.kind == .sign(sign)
  }

  private mutating func negation() throws(QueryMistake) -> Phrase {
    let start = token.place
    guard take(.not) || take("!") else { return try comparison() }
    let inner = try nested { parser throws(QueryMistake) in try parser.negation() }
    return .condition(.not(try condition(inner)), start.joined(inner.place))
  }

  private mutating func comparison() throws(QueryMistake) -> Phrase {
    let start = token.place
    let quantifier = takeQuantifier()
    let left = try formula()
    guard let relation = try takeRelation() else {
      guard quantifier == .direct else {
        throw QueryMistake("a comparison must follow \(quantifier.rawValue)", at: token.place)
      }
      return left
    }
    let options = try takeOptions(of: relation)
    let right = try term(try formula())
    let place = start.joined(right.place)
    return .condition(
      .comparison(
        QueryComparison(
          quantifier: quantifier, left: try term(left), relation: relation, options: options,
          right: right, place: place)), place)
  }

  private mutating func takeQuantifier() -> Quantifier {
    if take(.any) || take(.some) { return .any }
    if take(.all) { return .all }
    return take(.none) ? .none : .direct
  }

  private mutating func takeRelation() throws(QueryMistake) -> Relation? {
    let relation: Relation
    switch token.kind {
    case .sign("=="), .sign("="): relation = .equal
    case .sign("!="), .sign("<>"): relation = .unequal
    case .sign("<"): relation = .less
    case .sign("<="), .sign("=<"): relation = .lessOrEqual
    case .sign(">"): relation = .greater
    case .sign(">="), .sign("=>"): relation = .greaterOrEqual
    case .keyword(.among): relation = .among
    case .keyword(.between): relation = .between
    case .keyword(.contains): relation = .contains
    case .keyword(.beginsWith): relation = .beginsWith
    case .keyword(.endsWith): relation = .endsWith
    case .keyword(.like): relation = .like
    case .keyword(.matches): relation = .matches
    default: return nil
    }
    advance()
    return relation
  }

  /// `[c]`, `[d]` and `[cd]`; `[n]` says what holds anyway, that text is compared as it is.
  private mutating func takeOptions(of relation: Relation) throws(QueryMistake) -> TextOptions {
    guard take("[") else { return [] }
    let start = token.place
    guard case .name(let letters) = token.kind else {
      throw QueryMistake("[c], [d] or [cd] belongs here", at: start)
    }
    advance()
    var options: TextOptions = []
    for letter in letters.lowercased() {
      switch letter {
      case "c": options.insert(.caseInsensitive)
      case "d": options.insert(.diacriticInsensitive)
      case "n": break
      default:
        throw QueryMistake(
          "'\(letter)' is no option of a comparison; there are c for case and d for diacritics",
          at: start)
      }
    }
    if relation == .between {
      throw QueryMistake("BETWEEN takes no options", at: start)
    }
    try expect("]", "must close the options")
    return options
  }
}

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
