// XML as far as an exported table needs it: elements, attributes and texts, from bytes that come in pieces.

/// Cuts a document into tags and texts; what is not well formed ends it, and is no reason to stop the program.
struct XMLScanner {
  /// One part of a document.
  enum Part: Equatable {
    case open(String, [String: String], isEmpty: Bool)
    case close(String)
    case text(String)
  }

  private var pending: [UInt8] = []
  private var start = 0
  /// No tag and no text is longer; a longer one is cut.
  private static let longest = 1 << 20
  private(set) var isBroken = false

  mutating func take(_ bytes: UnsafeRawBufferPointer, send: (Part) -> Void) {
    guard !isBroken else { return }
    pending.append(contentsOf: bytes)
    while step(send) {}
    pending.removeFirst(start)
    start = 0
    if pending.count > Self.longest {
      // A tag that does not end.
      isBroken = true
      pending.removeAll()
    }
  }

  /// Whether something was left that is no whole part.
  var hasRest: Bool {
    pending.contains { ![0x20, 0x0A, 0x0D, 0x09, 0].contains($0) }
  }

  /// Reads one part, if a whole one is there.
  private mutating func step(_ send: (Part) -> Void) -> Bool {
    guard start < pending.count else { return false }
    guard pending[start] == UInt8(ascii: "<") else {
      guard let end = pending[start...].firstIndex(of: UInt8(ascii: "<")) else { return false }
      send(.text(Self.decoded(pending[start..<end])))
      start = end
      return true
    }
    if let end = special("<!--", "-->") ?? special("<![CDATA[", "]]>") ?? special("<?", "?>") {
      if pending[start...].starts(with: Array("<![CDATA[".utf8)) {
        send(.text(String(decoding: pending[(start + 9)..<(end - 3)], as: UTF8.self)))
      }
      start = end
      return true
    }
    guard let end = tagEnd() else { return false }
    read(pending[(start + 1)..<end], send)
    start = end + 1
    return true
  }

  /// Where a comment or the like ends, if one begins here and is whole.
  private func special(_ opening: String, _ closing: String) -> Int? {
    let opening = Array(opening.utf8)
    let closing = Array(closing.utf8)
    guard pending[start...].starts(with: opening) else { return nil }
    var place = start + opening.count
    while place + closing.count <= pending.count {
      if pending[place] == closing[0], pending[place...].starts(with: closing) {
        return place + closing.count
      }
      place += 1
    }
    return nil
  }

  /// The bracket that ends a tag, which may have others in its quotes.
  private func tagEnd() -> Int? {
    if pending[start...].starts(with: Array("<!--".utf8))
      || pending[start...].starts(with: Array("<![".utf8))
      || pending[start...].starts(with: Array("<?".utf8))
    {
      return nil
    }
    var quote: UInt8?
    for place in (start + 1)..<max(start + 1, pending.count) {
      let byte = pending[place]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return place
      }
    }
    return nil
  }

  private func read(_ tag: ArraySlice<UInt8>, _ send: (Part) -> Void) {
    guard let first = tag.first, first != UInt8(ascii: "!") else { return }
    if first == UInt8(ascii: "/") {
      let name = tag.dropFirst().filter { $0 > 0x20 }
      send(.close(String(decoding: name, as: UTF8.self)))
      return
    }
    let isEmpty = tag.last == UInt8(ascii: "/")
    let body = isEmpty ? tag.dropLast() : tag
    let nameEnd = body.firstIndex { $0 <= 0x20 } ?? body.endIndex
    let name = String(decoding: body[..<nameEnd], as: UTF8.self)
    send(.open(name, Self.attributes(body[nameEnd...]), isEmpty: isEmpty))
  }

  private static func attributes(_ bytes: ArraySlice<UInt8>) -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = bytes
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = rest[..<equals].filter { $0 > 0x20 }
      rest = rest[(equals + 1)...].drop { $0 <= 0x20 }
      guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
        let end = rest.dropFirst().firstIndex(of: quote)
      else { break }
      attributes[String(decoding: name, as: UTF8.self)] = decoded(rest[(rest.startIndex + 1)..<end])
      rest = rest[(end + 1)...]
    }
    return attributes
  }

  /// A text in which `&lt;` and its like are the signs that they stand for.
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "&") {
      result += rest[..<sign]
      rest = rest[sign...]
      guard let end = rest.prefix(12).firstIndex(of: ";"),
        let meant = meaning(rest[rest.index(after: rest.startIndex)..<end])
      else {
        result.append("&")
        rest = rest.dropFirst()
        continue
      }
      result += meant
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  private static func meaning(_ name: Substring) -> String? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.first == "#" else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.first == "x" || digits.first == "X"
      ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }
}
