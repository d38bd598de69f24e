// A source as bytes, with its tokens, its lines and the partners of its brackets.

/// A Swift source, split into tokens.
final class PortedSource: Sendable {
  let bytes: [UInt8]
  let tokens: [Token]
  /// For each token the index of the bracket that closes or opens it, or −1.
  let partners: [Int]
  /// For each token the opening bracket around it, or −1.
  let openers: [Int]
  private let lineStarts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    tokens = Lexer.tokens(of: bytes)
    partners = Self.partners(tokens, bytes)
    var open: [Int] = []
    openers = partners.enumerated().map { index, partner in
      if partner >= 0, partner < index { open.removeLast() }
      let opener = open.last ?? -1
      if partner > index { open.append(index) }
      return opener
    }
    var starts = [0]
    for (index, byte) in bytes.enumerated() where Bytes.isLineEnd(byte) {
      // A carriage return and a line feed are one line end.
      if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
      starts.append(index + 1)
    }
    lineStarts = starts
  }

  /// Pairs brackets; one without a partner of its kind has none.
  private static func partners(_ tokens: [Token], _ bytes: [UInt8]) -> [Int] {
    var partners = [Int](repeating: -1, count: tokens.count)
    var open: [(index: Int, closing: UInt8)] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .interpolationStart: open.append((index, 0))
      case .interpolationEnd:
        // What is open inside of an interpolation ends with it.
        while let last = open.popLast() {
          guard last.closing == 0 else { continue }
          partners[last.index] = index
          partners[index] = last.index
          break
        }
      case .punctuation:
        switch bytes[token.start] {
        case UInt8(ascii: "("): open.append((index, UInt8(ascii: ")")))
        case UInt8(ascii: "["): open.append((index, UInt8(ascii: "]")))
        case UInt8(ascii: "{"): open.append((index, UInt8(ascii: "}")))
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
          guard let last = open.last, last.closing == bytes[token.start] else { continue }
          open.removeLast()
          partners[last.index] = index
          partners[index] = last.index
        default: break
        }
      default: break
      }
    }
    return partners
  }

  /// The line of a byte, counted from 1.
  func line(at offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// The line of a token, counted from 1.
  func line(of token: Int) -> Int {
    tokens.indices.contains(token) ? line(at: tokens[token].start) : lineStarts.count
  }

  /// The text of a token, or an empty text outside of the source.
  func text(_ index: Int) -> String {
    guard tokens.indices.contains(index) else { return "" }
    return String(decoding: bytes[tokens[index].range], as: UTF8.self)
  }

  /// The text from a token's beginning to another's end.
  func text(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last, tokens.indices.contains(first),
      tokens.indices.contains(last)
    else { return "" }
    return String(decoding: bytes[tokens[first].start..<tokens[last].end], as: UTF8.self)
  }

  /// The texts of tokens on one line, joined without comments.
  func joined(_ range: Range<Int>) -> String {
    var result = ""
    for index in range where tokens.indices.contains(index) {
      if !result.isEmpty, !tokens[index].followsDirectly { result += " " }
      result += text(index)
    }
    return result
  }

  /// Returns whether a token has a text and can be a keyword or a bracket.
  func isToken(_ index: Int, _ text: StaticString) -> Bool {
    guard tokens.indices.contains(index) else { return false }
    let token = tokens[index]
    switch token.kind {
    case .identifier, .pound, .operator, .punctuation: break
    default: return false
    }
    guard token.end - token.start == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { bytes[token.range].elementsEqual($0) }
  }

  /// Returns whether a token is a name, between backticks or not.
  func isName(_ index: Int) -> Bool {
    guard tokens.indices.contains(index) else { return false }
    return tokens[index].kind == .identifier || tokens[index].kind == .quotedIdentifier
  }

  /// The name of a token without its backticks.
  func name(_ index: Int) -> String {
    let name = text(index)
    guard tokens.indices.contains(index), tokens[index].kind == .quotedIdentifier else {
      return name
    }
    return String(name.dropFirst().dropLast())
  }

  /// The text of a literal without interpolations that begins at a token, and the token behind it.
  func plainString(at index: Int) -> (text: String, end: Int)? {
    guard tokens.indices.contains(index), tokens[index].kind == .stringStart else { return nil }
    var end = index + 1
    var text = ""
    if tokens.indices.contains(end), tokens[end].kind == .stringText {
      text = self.text(end)
      end += 1
    }
    guard tokens.indices.contains(end), tokens[end].kind == .stringEnd else { return nil }
    return (text, end + 1)
  }
}
