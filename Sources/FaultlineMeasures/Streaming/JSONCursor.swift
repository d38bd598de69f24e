// A walk over JSON that makes no values of what it passes: of a document of a hundred thousand readings, most are only
// handed on.

/// A place in a text of JSON that lies in memory.
///
/// What it passes is checked as far as finding its end takes; the text is one that was written here, and its digest
/// was compared.
package struct JSONCursor {
  /// A text that is no JSON, with the place where that shows.
  package struct Failure: Error {
    package let offset: Int
  }

  package let bytes: UnsafeRawBufferPointer
  package private(set) var offset: Int
  /// How many lists and objects are open.
  private var level = 0
  /// The most lists and objects within each other.
  private static let mostLevels = 400

  package init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// A key of an object, without its quotes and with its escapes as they are written.
  package struct Key {
    fileprivate let bytes: UnsafeRawBufferPointer

    /// Whether it is this word.
    package func isWord(_ word: StaticString) -> Bool {
      bytes.count == word.utf8CodeUnitCount
        && bytes.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: bytes.count))
    }

    /// The key as it is written.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends it as it is written.
    package func append(to text: inout [UInt8]) { text.append(contentsOf: bytes) }

    /// A number that is the same for the same key.
    package var hash: UInt64 { bytes.reduce(JSONCursor.seed) { JSONCursor.step($0, $1) } }

    /// Whether it is this text, which needs no escapes.
    package func isText(_ text: String) -> Bool { bytes.elementsEqual(text.utf8) }
  }

  private static let seed: UInt64 = 0xcbf2_9ce4_8422_2325
  private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  /// The number that a key of this text has.
  package static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(seed) { step($0, $1) }
  }
}

// MARK: - Steps

extension JSONCursor {
  /// The next byte that is no space.
  package mutating func peek() throws(Failure) -> UInt8 {
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      offset += 1
    }
    throw Failure(offset: offset)
  }

  private mutating func take(_ wanted: UInt8) throws(Failure) {
    guard try peek() == wanted else { throw Failure(offset: offset) }
    offset += 1
  }

  /// Goes through an object; the body goes past the value of each key.
  package mutating func object(
    _ body: (inout JSONCursor, Key) throws(Failure) -> Void
  ) throws(Failure) {
    try take(UInt8(ascii: "{"))
    try enter()
    defer { level -= 1 }
    if try peek() == UInt8(ascii: "}") { return offset += 1 }
    while true {
      guard try peek() == UInt8(ascii: "\"") else { throw Failure(offset: offset) }
      let key = try text()
      try take(UInt8(ascii: ":"))
      try body(&self, Key(bytes: UnsafeRawBufferPointer(rebasing: bytes[key])))
      guard try goesOn(until: UInt8(ascii: "}")) else { return }
    }
  }

  /// Goes through a list; the body goes past each element.
  package mutating func array(
    _ body: (inout JSONCursor) throws(Failure) -> Void
  ) throws(Failure) {
    try take(UInt8(ascii: "["))
    try enter()
    defer { level -= 1 }
    if try peek() == UInt8(ascii: "]") { return offset += 1 }
    while true {
      try body(&self)
      guard try goesOn(until: UInt8(ascii: "]")) else { return }
    }
  }

  private mutating func enter() throws(Failure) {
    level += 1
    guard level <= Self.mostLevels else {
      level -= 1
      throw Failure(offset: offset)
    }
  }

  private mutating func goesOn(until end: UInt8) throws(Failure) -> Bool {
    let byte = try peek()
    offset += 1
    guard byte != end else { return false }
    guard byte == UInt8(ascii: ",") else { throw Failure(offset: offset - 1) }
    return true
  }

  /// Goes past a text, and says where it stands between its quotes.
  private mutating func text() throws(Failure) -> Range<Int> {
    offset += 1
    let start = offset
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        return start..<offset - 1
      case UInt8(ascii: "\\"): offset += 2
      default: offset += 1
      }
    }
    throw Failure(offset: start)
  }

  /// Goes past a value, and says where it stands.
  @discardableResult
  package mutating func skip() throws(Failure) -> Range<Int> {
    let first = try peek()
    let start = offset
    switch first {
    case UInt8(ascii: "{"):
      try object { cursor, _ throws(Failure) in try cursor.skip() }
    case UInt8(ascii: "["):
      try array { cursor throws(Failure) in try cursor.skip() }
    case UInt8(ascii: "\""): _ = try text()
    default:
      let ends: StaticString = ",]} \n\r\t"
      while offset < bytes.count, !ends.contains(bytes[offset]) { offset += 1 }
    }
    guard offset > start else { throw Failure(offset: start) }
    return start..<offset
  }
}

extension StaticString {
  fileprivate func contains(_ byte: UInt8) -> Bool {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount).contains(byte)
  }
}

// MARK: - Values

extension JSONCursor {
  /// The words that stand in some place, as they are.
  package func words(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// A text; one with escapes is read by Foundation, which knows all of them.
  package mutating func string() throws(Failure) -> String {
    let whole = try skip()
    guard bytes[whole.lowerBound] == UInt8(ascii: "\"") else {
      throw Failure(offset: whole.lowerBound)
    }
    let inner = whole.lowerBound + 1..<whole.upperBound - 1
    guard bytes[inner].contains(UInt8(ascii: "\\")) else { return words(inner) }
    guard let text = StableJSON.value(String.self, bytes, whole) else {
      throw Failure(offset: whole.lowerBound)
    }
    return text
  }

  /// A number, or the word for one that JSON cannot write.
  package mutating func quantity() throws(Failure) -> Quantity {
    let range = try skip()
    if let whole = Int(words(range)) {
      guard whole.magnitude <= DocumentNumbers.most else {
        throw Failure(offset: range.lowerBound)
      }
      return .integer(whole)
    }
    guard let quantity = StableJSON.value(Quantity.self, bytes, range) else {
      throw Failure(offset: range.lowerBound)
    }
    return quantity
  }

  /// Whether the value is `true`.
  package mutating func truth() throws(Failure) -> Bool { words(try skip()) == "true" }

  /// A whole number within bounds.
  package mutating func whole(
    in bounds: ClosedRange<Int> = -Int(DocumentNumbers.most)...Int(DocumentNumbers.most)
  ) throws(Failure) -> Int {
    let range = try skip()
    guard let number = Int(words(range)), bounds.contains(number) else {
      throw Failure(offset: range.lowerBound)
    }
    return number
  }
}
