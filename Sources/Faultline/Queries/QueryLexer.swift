// From the text of a predicate to its words, each with its place.

/// One word of a predicate.
struct QueryToken {
  enum Kind: Equatable {
    /// A name that is no reserved word, or one that `#` has made a name.
    case name(String)
    /// A reserved word, in capitals.
    case keyword(Keyword)
    /// `@count` and the like.
    case aggregate(String)
    case integer(Int)
    case real(Double)
    case text(String)
    /// `$NAME`.
    case variable(String)
    /// `%@` and the like: what the argument is to be.
    case placeholder(Placeholder)
    case sign(String)
    case end
  }

  let kind: Kind
  let place: QueryPlace
}

/// What an argument of a format stands for.
package enum Placeholder: Equatable, Sendable {
  case value, key, integer, real
}

/// The reserved words; case does not matter.
enum Keyword: String, CaseIterable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case any = "ANY"
  case some = "SOME"
  case all = "ALL"
  case none = "NONE"
  case among = "IN"
  case between = "BETWEEN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
  case selfObject = "SELF"
  case nothing = "NIL"
  case null = "NULL"
  case yes = "YES"
  case no = "NO"
  case right = "TRUE"
  case wrong = "FALSE"
  case always = "TRUEPREDICATE"
  case never = "FALSEPREDICATE"
  case subquery = "SUBQUERY"
  case cast = "CAST"
  case ternary = "TERNARY"
  case function = "FUNCTION"

  /// The keyword that a word is, whatever its case.
  init?(word: String) {
    guard word.utf8.count <= 14 else { return nil }
    self.init(rawValue: word.uppercased())
  }
}

/// Cuts a text into words.
struct QueryLexer {
  private let text: String
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  /// All words of a text, the end included.
  static func tokens(_ text: String) throws(QueryMistake) -> [QueryToken] {
    var lexer = QueryLexer(text)
    var tokens: [QueryToken] = []
    repeat { tokens.append(try lexer.next()) } while tokens[tokens.count - 1].kind != .end
    return tokens
  }

  private func place(from start: Int) -> QueryPlace {
    QueryPlace(text: text, offsets: start..<index)
  }

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private func peek(_ distance: Int) -> Unicode.Scalar? {
    index + distance < scalars.count ? scalars[index + distance] : nil
  }

  private static func startsName(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || (scalar.isASCII ? scalar.isLetter : scalar.properties.isAlphabetic)
  }

  private static func continuesName(_ scalar: Unicode.Scalar) -> Bool {
    startsName(scalar) || scalar.isDigit || scalar.properties.generalCategory == .nonspacingMark
  }

  private mutating func name() -> String {
    var name = String.UnicodeScalarView()
    while let scalar = current, Self.continuesName(scalar) {
      name.append(scalar)
      index += 1
    }
    return String(name)
  }

  /// The name with the colons and names behind it, if they are those of a function: `bitwiseAnd:with:(`.
  private mutating func selector(_ first: String) -> String {
    let start = index
    var selector = first
    while current == ":" {
      index += 1
      selector += ":" + name()
    }
    if selector.hasSuffix(":"), current == "(" { return selector }
    index = start
    return first
  }

  private mutating func next() throws(QueryMistake) -> QueryToken {
    while let scalar = current, scalar.properties.isWhitespace { index += 1 }
    let start = index
    guard let scalar = current else { return QueryToken(kind: .end, place: place(from: start)) }
    let kind: QueryToken.Kind
    switch scalar {
    case "\"", "'": kind = .text(try quoted(scalar, start))
    case "%": kind = .placeholder(try placeholder(start))
    case "$", "@", "#": kind = try marked(scalar, start)
    case _ where scalar.isDigit || scalar == "." && peek(1)?.isDigit == true:
      kind = try number(start)
    case _ where Self.startsName(scalar):
      let name = name()
      let selector = selector(name)
      kind = Keyword(word: selector).map { .keyword($0) } ?? .name(selector)
    default: kind = .sign(try sign(start))
    }
    return QueryToken(kind: kind, place: place(from: start))
  }

  /// `$NAME`, `@count`, or `#` before a name that would be a reserved word.
  private mutating func marked(
    _ mark: Unicode.Scalar, _ start: Int
  ) throws(QueryMistake) -> QueryToken.Kind {
    index += 1
    guard let scalar = current, Self.startsName(scalar) else {
      throw QueryMistake("a name must follow '\(mark)'", at: place(from: start))
    }
    let name = name()
    return mark == "$" ? .variable(name) : mark == "@" ? .aggregate(name) : .name(name)
  }

  private static let signs = [
    "**", "==", "!=", "<>", "<=", "=<", ">=", "=>", "<<", ">>", "&&", "||", ":=", "=", "<", ">",
    "!",
    "(", ")", "{", "}", "[", "]", ",", ".", "+", "-", "*", "/", "&", "|", "^", "~",
  ]

  private mutating func sign(_ start: Int) throws(QueryMistake) -> String {
    for sign in Self.signs {
      let parts = sign.unicodeScalars
      guard zip(parts, scalars[index...]).allSatisfy(==), index + parts.count <= scalars.count
      else { continue }
      index += parts.count
      return sign
    }
    index += 1
    throw QueryMistake(
      "'\(scalars[start])' means nothing here; put text into quotes", at: place(from: start))
  }

  /// `%@`, `%K`, or a number's format as `printf` knows it.
  private mutating func placeholder(_ start: Int) throws(QueryMistake) -> Placeholder {
    index += 1
    var letters = ""
    while let scalar = current, "lqhzt".unicodeScalars.contains(scalar), letters.count < 2 {
      letters.unicodeScalars.append(scalar)
      index += 1
    }
    let letter = current
    index += letter == nil ? 0 : 1
    switch letter {
    case "@" where letters.isEmpty: return .value
    case "K" where letters.isEmpty: return .key
    case "d", "i", "u", "D", "U": return .integer
    case "f", "F", "g", "G", "e", "E": return .real
    default:
      throw QueryMistake(
        "an argument is '%@', '%K' for a key, '%d' or '%f'", at: place(from: start))
    }
  }

  private mutating func number(_ start: Int) throws(QueryMistake) -> QueryToken.Kind {
    var text = ""
    func take(_ lexer: inout QueryLexer) {
      text.unicodeScalars.append(lexer.scalars[lexer.index])
      lexer.index += 1
    }
    if current == "0", peek(1) == "x" || peek(1) == "X" {
      index += 2
      while let scalar = current, scalar.properties.isASCIIHexDigit { take(&self) }
      guard let number = Int(text, radix: 16) else {
        throw QueryMistake("this is no number that fits", at: place(from: start))
      }
      return .integer(number)
    }
    while current?.isDigit == true { take(&self) }
    var isWhole = true
    if current == ".", peek(1)?.isDigit == true {
      isWhole = false
      repeat { take(&self) } while current?.isDigit == true
    }
    if current == "e" || current == "E" {
      let signed = peek(1) == "+" || peek(1) == "-"
      if peek(signed ? 2 : 1)?.isDigit == true {
        isWhole = false
        take(&self)
        if signed { take(&self) }
        while current?.isDigit == true { take(&self) }
      }
    }
    if let scalar = current, Self.startsName(scalar) {
      index += 1
      throw QueryMistake("a number ends before a letter", at: place(from: start))
    }
    if isWhole, let number = Int(text) { return .integer(number) }
    guard let number = Double(text), number.isFinite else {
      throw QueryMistake("this number is too large", at: place(from: start))
    }
    return .real(number)
  }

  private mutating func quoted(
    _ mark: Unicode.Scalar, _ start: Int
  ) throws(QueryMistake) -> String {
    index += 1
    var text = String.UnicodeScalarView()
    while let scalar = current, scalar != mark {
      index += 1
      text.append(scalar == "\\" ? try escaped() : scalar)
    }
    guard current == mark else {
      throw QueryMistake("the quote is not closed", at: place(from: start))
    }
    index += 1
    return String(text)
  }

  private mutating func escaped() throws(QueryMistake) -> Unicode.Scalar {
    let start = index - 1
    guard let scalar = current else {
      throw QueryMistake("the quote is not closed", at: place(from: start))
    }
    index += 1
    switch scalar {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      let digits = String(String.UnicodeScalarView(scalars[index...].prefix(4)))
      index += digits.unicodeScalars.count
      guard digits.count == 4, let code = UInt32(digits, radix: 16),
        let character = Unicode.Scalar(code)
      else { throw QueryMistake("'\\u' takes four digits of a character", at: place(from: start)) }
      return character
    default: return scalar
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
  fileprivate var isLetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
