// A reader for the XML of model files: elements and their attributes, in order.
//
// FoundationXML would bring libxml2 into every build that uses this target, and the engine's reader would bring the engine.

/// Reads the start and end tags of an XML document; what is malformed ends the reading.
struct ModelXMLScanner {
  enum Event: Equatable {
    case start(name: String, attributes: [String: String])
    case end(name: String)
    case text(String)
  }

  private let bytes: [UInt8]
  private var position = 0
  private var pendingEnd: String?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next tag or text, or nil at the end.
  mutating func next() -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      return .end(name: name)
    }
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        return .text(Self.decoded(bytes[start..<position]))
      }
      if skip("<!--", until: "-->") || skip("<?", until: "?>") || skip("<!", until: ">") {
        continue
      }
      return tag()
    }
    return nil
  }

  private func starts(with text: String, at index: Int) -> Bool {
    let text = text.utf8
    return index + text.count <= bytes.count
      && bytes[index..<index + text.count].elementsEqual(text)
  }

  private mutating func skip(_ opening: String, until closing: String) -> Bool {
    guard starts(with: opening, at: position) else { return false }
    position += opening.utf8.count
    while position < bytes.count, !starts(with: closing, at: position) { position += 1 }
    position = min(position + closing.utf8.count, bytes.count)
    return true
  }

  private mutating func tag() -> Event? {
    position += 1
    let isEnd = position < bytes.count && bytes[position] == UInt8(ascii: "/")
    if isEnd { position += 1 }
    let name = readName()
    var attributes: [String: String] = [:]
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ">") {
        position += 1
        return isEnd ? .end(name: name) : .start(name: name, attributes: attributes)
      }
      if byte == UInt8(ascii: "/") {
        pendingEnd = isEnd ? nil : name
        position += 1
      } else if Bytes.isSpace(byte) || Bytes.isLineEnd(byte) {
        position += 1
      } else {
        let before = position
        let key = readName()
        if let value = readValue(), !key.isEmpty { attributes[key] = value }
        if position == before { position += 1 }
      }
    }
    pendingEnd = nil
    return nil
  }

  private mutating func readName() -> String {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      guard
        Bytes.isName(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: ".")
      else { break }
      position += 1
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func readValue() -> String? {
    guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "=") else { return nil }
    let quote = bytes[position + 1]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    position += 2
    let start = position
    while position < bytes.count, bytes[position] != quote { position += 1 }
    defer { position = min(position + 1, bytes.count) }
    return Self.decoded(bytes[start..<position])
  }

  /// Replaces the five entities and numeric references.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...]
      guard let end = rest.prefix(12).firstIndex(of: ";") else {
        result += "&"
        rest = rest.dropFirst()
        continue
      }
      let name = rest[rest.index(after: start)..<end]
      result += character(of: name) ?? String(rest[start...end])
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func character(of name: Substring) -> String? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let number =
        digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
  }
}
