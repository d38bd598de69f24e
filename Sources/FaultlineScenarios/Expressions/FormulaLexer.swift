// A formula's text cut into tokens.

import FaultlineMeasures

/// What is wrong with a formula's text, and where in it.
struct FormulaSyntaxError: Error {
  let message: String
  let offsets: Range<Int>
  var notes: [String] = []
}

struct FormulaToken {
  enum Kind: Equatable {
    case number(FormulaNumber, spelling: String)
    case name(String)
    case quoted(String)
    case sign(String)
    case end
  }

  let kind: Kind
  let offsets: Range<Int>
}

/// Reads one token after the other.
struct FormulaLexer {
  /// Words that are no names unless they stand in quotes.
  static let reserved = ["and", "or", "not", "true", "false"]

  private static let signs = [
    "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "(", ")", ",", "@",
  ]

  private static let advice = [
    "&&": "write 'and'", "||": "write 'or'", "!": "write 'not'", "=": "write '==' to compare",
    "^": "there is no power; multiply", "{": "a formula needs no braces",
  ]

  private let scalars: [Unicode.Scalar]
  private var index = 0

  private init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  static func tokens(of text: String) throws(FormulaSyntaxError) -> [FormulaToken] {
    var lexer = FormulaLexer(text)
    var tokens: [FormulaToken] = []
    while true {
      let isCheckpoint = tokens.last?.kind == .sign("@")
      let token = try lexer.next(isCheckpoint: isCheckpoint)
      tokens.append(token)
      if token.kind == .end { return tokens }
    }
  }

  private mutating func next(isCheckpoint: Bool) throws(FormulaSyntaxError) -> FormulaToken {
    while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
    guard index < scalars.count else {
      return FormulaToken(kind: .end, offsets: index..<index)
    }
    let scalar = scalars[index]
    if scalar == "'" || scalar == "\"" { return try quoted(by: scalar) }
    // Behind '@' a word may start with a digit, as the names of checkpoints do: m@5.
    if Word.isStart(scalar) || isCheckpoint && Word.isPart(scalar) { return name() }
    if scalar == "$", index + 1 < scalars.count, Word.isStart(scalars[index + 1]) {
      return name(skipping: 1)
    }
    if ("0"..."9").contains(scalar) { return try number() }
    return try sign()
  }

  private func text(_ range: Range<Int>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[range])
    return text
  }

  /// A name; `$rows`, as values of keys are written, is the same as `rows`.
  private mutating func name(skipping prefix: Int = 0) -> FormulaToken {
    let start = index
    index += prefix + Word.length(in: scalars[(start + prefix)...])
    return FormulaToken(
      kind: .name(text(start + prefix..<index)), offsets: start..<index)
  }

  private mutating func quoted(by quote: Unicode.Scalar) throws(FormulaSyntaxError) -> FormulaToken
  {
    let start = index
    guard let end = scalars[(start + 1)...].firstIndex(of: quote) else {
      throw FormulaSyntaxError(
        message: "a quote is opened and never closed", offsets: start..<start + 1)
    }
    index = end + 1
    guard end > start + 1 else {
      throw FormulaSyntaxError(message: "a name cannot be empty", offsets: start..<index)
    }
    return FormulaToken(kind: .quoted(text(start + 1..<end)), offsets: start..<index)
  }

  private mutating func number() throws(FormulaSyntaxError) -> FormulaToken {
    let start = index
    while index < scalars.count {
      let scalar = scalars[index]
      let isExponentSign =
        (scalar == "-" || scalar == "+") && (scalars[index - 1] == "e" || scalars[index - 1] == "E")
        && index + 1 < scalars.count && ("0"..."9").contains(scalars[index + 1])
      guard Word.isPart(scalar) || scalar == "." || isExponentSign else { break }
      index += 1
    }
    let digits = text(start..<index)
    guard let number = NumberLiteral(digits) else { return try bytes(digits, from: start) }
    let unit = try unit()
    let spelling = unit.map { "\(digits) \($0.rawValue)" } ?? digits
    return try token(
      unit.map { NumberLiteral(value: number.value.bytes(in: $0), hasPoint: number.hasPoint) }
        ?? number, spelling, from: start)
  }

  /// The token of a number, if it is not too large to be exact.
  private func token(
    _ number: NumberLiteral, _ spelling: String, from start: Int
  ) throws(FormulaSyntaxError) -> FormulaToken {
    if case .real(let value) = number.value, !value.isFinite || !number.hasPoint && value >= 1 {
      throw FormulaSyntaxError(
        message: "the number \(spelling.inQuotes) is too large", offsets: start..<index)
    }
    return FormulaToken(kind: .number(number.value, spelling: spelling), offsets: start..<index)
  }

  /// A number that its unit follows without a space: `64MiB`.
  private func bytes(
    _ text: String, from start: Int
  ) throws(FormulaSyntaxError) -> FormulaToken {
    if let number = NumberLiteral(ofBytes: text), let unit = ByteUnit.start(in: text) {
      return try token(number, "\(text[..<unit]) \(text[unit...])", from: start)
    }
    if let unit = ByteUnit.misspelt(in: text),
      Spelling.nearest(to: unit.text, among: ByteUnit.names) != nil
    {
      throw FormulaSyntaxError(
        message: ByteUnit.mistake(unit.text),
        offsets: start + unit.offsets.lowerBound..<start + unit.offsets.upperBound,
        notes: [ByteUnit.note])
    }
    throw FormulaSyntaxError(
      message: "\(text.inQuotes) is not a number", offsets: start..<index, notes: [ByteUnit.note])
  }

  /// The unit that stands behind a number and a space, where a word stands there: nothing else can.
  private mutating func unit() throws(FormulaSyntaxError) -> ByteUnit? {
    var start = index
    while start < scalars.count, scalars[start].properties.isWhitespace { start += 1 }
    guard start < scalars.count, Word.isStart(scalars[start]) else { return nil }
    let end = start + Word.length(in: scalars[start...])
    let word = text(start..<end)
    guard !Self.reserved.contains(word) else { return nil }
    guard let unit = ByteUnit(rawValue: word) else {
      let isNear = Spelling.nearest(to: word, among: ByteUnit.names) != nil
      throw FormulaSyntaxError(
        message: isNear
          ? ByteUnit.mistake(word) : "expected an operator, found \(word.inQuotes)",
        offsets: start..<end, notes: [ByteUnit.note])
    }
    index = end
    return unit
  }

  private mutating func sign() throws(FormulaSyntaxError) -> FormulaToken {
    let start = index
    let ahead = text(start..<min(start + 2, scalars.count))
    if let sign = Self.signs.first(where: { ahead.hasPrefix($0) }) {
      index += sign.unicodeScalars.count
      return FormulaToken(kind: .sign(sign), offsets: start..<index)
    }
    let single = text(start..<start + 1)
    let found = Self.advice[ahead] == nil ? single : ahead
    throw FormulaSyntaxError(
      message: "\(found.inQuotes) has no meaning in a formula",
      offsets: start..<start + found.unicodeScalars.count,
      notes: Self.advice[found].map { [$0] } ?? [])
  }
}
