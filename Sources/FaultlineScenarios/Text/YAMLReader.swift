// From a text to nodes, or to the first thing that is wrong with it.

/// Reads YAML, and JSON with it, into nodes that know their places.
package enum YAMLReader {
  /// The largest text that is read, in bytes.
  package static let largest = 4 << 20

  /// Reads a text that is one document.
  package static func read(_ text: String, file: String) throws(Diagnostic) -> Node {
    try checkSize(text.utf8.count, file: file)
    let text = normalized(text)
    let source = SourceText(name: file, text: text)
    try checkCharacters(of: text, in: source)
    var composer = NodeComposer(YAMLEvents(text, source: source))
    return try composer.document()
  }

  /// Reads the bytes of a file, which must be UTF-8.
  package static func read(bytes: [UInt8], file: String) throws(Diagnostic) -> Node {
    try checkSize(bytes.count, file: file)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let source = SourceText(name: file, text: String(decoding: bytes, as: UTF8.self))
      let offset = validPrefix(of: bytes)
      throw Diagnostic(
        "this is not UTF-8", at: source.range(offset, offset + 1),
        notes: ["save the file in the encoding UTF-8"])
    }
    return try read(text, file: file)
  }

  /// The text without a byte order mark, which is no character of it, and with LF for each break.
  ///
  /// libyaml miscounts the CR LF inside a value, and the places behind it would be wrong.
  private static func normalized(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar == "\r" {
        result.append("\n")
      } else if !(scalar == "\n" && last == "\r") && !(scalar == "\u{FEFF}" && last == nil) {
        result.append(scalar)
      }
      last = scalar
    }
    return String(result)
  }

  private static func checkSize(_ count: Int, file: String) throws(Diagnostic) {
    guard count <= largest else {
      throw Diagnostic(
        "the file has \(count) bytes; at most \(largest) are read", file: file)
    }
  }

  private static func checkCharacters(
    of text: String, in source: SourceText
  ) throws(Diagnostic) {
    var offset = 0
    for scalar in text.unicodeScalars {
      if !isAllowed(scalar) {
        let code = String(scalar.value, radix: 16, uppercase: true)
        let digits = String(repeating: "0", count: max(0, 4 - code.count)) + code
        throw Diagnostic(
          "the character U+\(digits) cannot stand in a text", at: source.range(offset, offset + 1),
          notes: ["in double quotes it can be written as an escape, such as \"\\u0007\""])
      }
      offset += 1
    }
  }

  /// The characters that YAML admits.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...0x10FFFF:
      true
    default: false
    }
  }

  /// How many characters come before the first byte that is no UTF-8.
  private static func validPrefix(of bytes: [UInt8]) -> Int {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var count = 0
    while case .valid = parser.parseScalar(from: &iterator) { count += 1 }
    return count
  }
}
