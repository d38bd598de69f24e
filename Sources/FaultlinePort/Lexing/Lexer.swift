// Splits a Swift source into tokens. Nothing here recurses, so that nesting costs memory and no stack.

/// A lexer for Swift sources that accepts any bytes.
struct Lexer {
  /// A construct that the lexer is inside of.
  private enum Mode {
    case text(pounds: Int, isMultiline: Bool)
    /// Code in an interpolation, with the number of parentheses that are open in it.
    case interpolation(parentheses: Int)
  }

  private let bytes: [UInt8]
  private var position = 0
  private var modes: [Mode] = []
  private var tokens: [Token] = []
  private var followsLineEnd = true
  private var previousEnd = -1

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tokens.reserveCapacity(bytes.count / 5)
  }

  static func tokens(of bytes: [UInt8]) -> [Token] {
    var lexer = Lexer(bytes)
    lexer.skipPreamble()
    while lexer.step() {}
    return lexer.tokens
  }

  private func byte(_ offset: Int = 0) -> UInt8 {
    let index = position + offset
    return index < bytes.count ? bytes[index] : 0
  }

  private mutating func emit(_ kind: Token.Kind, from start: Int) {
    tokens.append(
      Token(
        kind: kind, start: start, end: position, followsLineEnd: followsLineEnd,
        followsDirectly: previousEnd == start))
    followsLineEnd = false
    previousEnd = position
  }

  /// Skips a byte order mark and the line that names an interpreter.
  private mutating func skipPreamble() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if byte() == UInt8(ascii: "#"), byte(1) == UInt8(ascii: "!") { skipLine() }
  }

  private mutating func skipLine() {
    while position < bytes.count, !Bytes.isLineEnd(bytes[position]) { position += 1 }
  }

  /// Reads a token, or the trivia before one; returns false at the end.
  private mutating func step() -> Bool {
    if case .text(let pounds, let isMultiline)? = modes.last {
      readText(pounds: pounds, isMultiline: isMultiline)
      return true
    }
    guard position < bytes.count else { return false }
    let first = bytes[position]
    if Bytes.isLineEnd(first) {
      followsLineEnd = true
      position += 1
    } else if Bytes.isSpace(first) {
      position += 1
    } else if first == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "/") {
      skipLine()
    } else if first == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
      skipBlockComment()
    } else {
      readToken(first)
    }
    return true
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
      } else {
        if Bytes.isLineEnd(byte()) { followsLineEnd = true }
        position += 1
      }
    } while depth > 0 && position < bytes.count
    position = min(position, bytes.count)
  }

  private mutating func readToken(_ first: UInt8) {
    let start = position
    switch first {
    case UInt8(ascii: "\""): readQuote(pounds: 0)
    case UInt8(ascii: "#"): readPound()
    case UInt8(ascii: "`"): readQuotedIdentifier()
    case UInt8(ascii: "("), UInt8(ascii: ")"): readParenthesis(first)
    case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
      UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "@"),
      UInt8(ascii: "\\"):
      position += 1
      emit(.punctuation, from: start)
    case UInt8(ascii: "."):
      position += 1
      guard byte() == UInt8(ascii: ".") else { return emit(.punctuation, from: start) }
      while Bytes.isOperator(byte()) || byte() == UInt8(ascii: ".") { position += 1 }
      emit(.operator, from: start)
    case UInt8(ascii: "/") where beginsRegex: readRegex()
    default:
      if Bytes.isDigit(first) {
        readNumber()
      } else if Bytes.isName(first) || first == UInt8(ascii: "$") {
        position += 1
        while Bytes.isName(byte()) || byte() == UInt8(ascii: "$") { position += 1 }
        emit(.identifier, from: start)
      } else if Bytes.isOperator(first) {
        readOperator()
      } else {
        position += 1
        emit(.unknown, from: start)
      }
    }
  }

  private mutating func readParenthesis(_ first: UInt8) {
    let start = position
    position += 1
    guard case .interpolation(let open)? = modes.last else {
      return emit(.punctuation, from: start)
    }
    if first == UInt8(ascii: "(") {
      modes[modes.count - 1] = .interpolation(parentheses: open + 1)
    } else if open > 0 {
      modes[modes.count - 1] = .interpolation(parentheses: open - 1)
    } else {
      modes.removeLast()
      return emit(.interpolationEnd, from: start)
    }
    emit(.punctuation, from: start)
  }

  private mutating func readOperator() {
    let start = position
    while Bytes.isOperator(byte()) {
      let next = byte(1)
      if byte() == UInt8(ascii: "/"), next == UInt8(ascii: "/") || next == UInt8(ascii: "*") {
        break
      }
      position += 1
    }
    if position == start { position += 1 }
    emit(.operator, from: start)
  }

  private mutating func readNumber() {
    let start = position
    while Bytes.isName(byte()) || (byte() == UInt8(ascii: ".") && Bytes.isDigit(byte(1))) {
      position += 1
    }
    emit(.number, from: start)
  }

  private mutating func readQuotedIdentifier() {
    let start = position
    position += 1
    while position < bytes.count, byte() != UInt8(ascii: "`"), !Bytes.isLineEnd(byte()) {
      position += 1
    }
    let isClosed = byte() == UInt8(ascii: "`")
    if isClosed { position += 1 }
    emit(isClosed ? .quotedIdentifier : .unknown, from: start)
  }

  private mutating func readPound() {
    let start = position
    var pounds = 0
    while byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
    if byte(pounds) == UInt8(ascii: "\"") {
      position += pounds
      return readQuote(pounds: pounds)
    }
    if byte(pounds) == UInt8(ascii: "/") {
      position += pounds
      return readExtendedRegex(pounds: pounds)
    }
    position += 1
    guard Bytes.isName(byte()) else { return emit(.unknown, from: start) }
    while Bytes.isName(byte()) { position += 1 }
    emit(.pound, from: start)
  }

  // MARK: - Strings

  /// Reads an opening quote; the position is behind the number signs.
  private mutating func readQuote(pounds: Int) {
    let start = position - pounds
    let isMultiline = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
    // `""` is empty, and `#"""#` is a string of one quote.
    let closesOnLine =
      isMultiline && pounds > 0
      && (0..<pounds).allSatisfy { byte(3 + $0) == UInt8(ascii: "#") }
    position += isMultiline && !closesOnLine ? 3 : 1
    emit(.stringStart, from: start)
    modes.append(.text(pounds: pounds, isMultiline: isMultiline && !closesOnLine))
  }

  /// Reads a piece of text, an interpolation's start, or the end of the literal.
  private mutating func readText(pounds: Int, isMultiline: Bool) {
    let start = position
    while true {
      let isEnd = position >= bytes.count || (!isMultiline && Bytes.isLineEnd(byte()))
      if !isEnd, let length = delimiter(pounds: pounds, isMultiline: isMultiline) {
        if position > start { emit(.stringText, from: start) }
        let end = position
        position += length
        emit(.stringEnd, from: end)
        modes.removeLast()
        return
      }
      if isEnd {
        // An unterminated literal ends with its line, or with the file.
        if position > start { emit(.stringText, from: start) }
        emit(.stringEnd, from: position)
        modes.removeLast()
        return
      }
      guard byte() == UInt8(ascii: "\\"), isFollowedByPounds(pounds, after: 1) else {
        position += 1
        continue
      }
      if byte(1 + pounds) == UInt8(ascii: "(") {
        if position > start { emit(.stringText, from: start) }
        let beginning = position
        position += pounds + 2
        emit(.interpolationStart, from: beginning)
        modes.append(.interpolation(parentheses: 0))
        return
      }
      position += 1 + pounds
      // The escaped byte, unless a line or the file ends there.
      if position < bytes.count, isMultiline || !Bytes.isLineEnd(byte()) { position += 1 }
    }
  }

  private func isFollowedByPounds(_ pounds: Int, after offset: Int) -> Bool {
    (0..<pounds).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
  }

  /// Returns the length of the closing delimiter at the position, if there is one.
  private func delimiter(pounds: Int, isMultiline: Bool) -> Int? {
    guard byte() == UInt8(ascii: "\"") else { return nil }
    let quotes = isMultiline ? 3 : 1
    if isMultiline, byte(1) != UInt8(ascii: "\"") || byte(2) != UInt8(ascii: "\"") { return nil }
    return isFollowedByPounds(pounds, after: quotes) ? quotes + pounds : nil
  }

  // MARK: - Regular expressions

  /// A Boolean value that indicates whether the slash at the position begins a literal: no operand is before
  /// it, and another slash is on its line.
  private var beginsRegex: Bool {
    let next = byte(1)
    if Bytes.isSpace(next) || Bytes.isLineEnd(next) || next == 0 { return false }
    if next == UInt8(ascii: "=") || next == UInt8(ascii: ")") || next == UInt8(ascii: ",") {
      return false
    }
    if let last = tokens.last {
      switch last.kind {
      case .operator: break
      case .punctuation:
        let byte = bytes[last.start]
        guard byte != UInt8(ascii: ")"), byte != UInt8(ascii: "]"), byte != UInt8(ascii: "}"),
          byte != UInt8(ascii: ".")
        else { return false }
      case .identifier:
        let name = bytes[last.range]
        guard
          ["return", "try", "in", "case", "await", "where"].contains(where: {
            name.elementsEqual($0.utf8)
          })
        else { return false }
      case .interpolationStart: break
      default: return false
      }
    }
    return regexEnd != nil
  }

  private var regexEnd: Int? {
    var index = position + 1
    while index < bytes.count, !Bytes.isLineEnd(bytes[index]) {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if bytes[index] == UInt8(ascii: "/") {
        return index + 1
      } else {
        index += 1
      }
    }
    return nil
  }

  private mutating func readRegex() {
    let start = position
    position = regexEnd ?? position + 1
    emit(.regex, from: start)
  }

  /// Reads a literal between number signs; it spans lines if its first line ends behind the slash.
  private mutating func readExtendedRegex(pounds: Int) {
    let start = position - pounds
    position += 1
    let isMultiline = Bytes.isLineEnd(byte())
    while position < bytes.count, isMultiline || !Bytes.isLineEnd(byte()) {
      if byte() == UInt8(ascii: "/"), isFollowedByPounds(pounds, after: 1) {
        position += 1 + pounds
        return emit(.regex, from: start)
      }
      position +=
        byte() == UInt8(ascii: "\\") && position + 1 < bytes.count
          && (isMultiline || !Bytes.isLineEnd(byte(1))) ? 2 : 1
    }
    emit(.regex, from: start)
  }
}

/// Classes of bytes in a Swift source.
enum Bytes {
  static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C
  }
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  static func isUppercase(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
  /// Letters, digits, underscores, and everything outside of ASCII.
  static func isName(_ byte: UInt8) -> Bool {
    isUppercase(byte) || (byte >= 0x61 && byte <= 0x7A) || isDigit(byte) || byte == 0x5F
      || byte >= 0x80
  }
  static func isOperator(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "!"), UInt8(ascii: "*"), UInt8(ascii: "%"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "^"),
      UInt8(ascii: "~"), UInt8(ascii: "?"):
      true
    default: false
    }
  }
}
