// From a text to nodes, or to the first thing that is wrong with it.

import CYAML

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

/// Reads one text event by event.
final class YAMLEvents {
  struct Event {
    enum Kind {
      case streamStart, streamEnd, documentStart, documentEnd
      case scalar(Node.Scalar)
      case alias(String)
      case listStart, listEnd, mappingStart, mappingEnd
      case nothing
    }

    let kind: Kind
    let range: SourceRange
    var anchor: String?
    var tag: String?
  }

  let source: SourceText

  // libyaml keeps a pointer to its parser and to the input, so both need a fixed address.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let isReady: Bool

  init(_ text: String, source: SourceText) {
    self.source = source
    let bytes = Array(text.utf8)
    input = .allocate(capacity: max(bytes.count, 1))
    _ = input.initialize(from: bytes)
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    isReady = yaml_parser_initialize(parser) == 1
    if isReady {
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
    }
  }

  deinit {
    if isReady { yaml_parser_delete(parser) }
    parser.deinitialize(count: 1)
    parser.deallocate()
    input.deallocate()
  }

  /// The next event; a syntax error is thrown in words that help.
  func next() throws(Diagnostic) -> Event {
    guard isReady else { throw Diagnostic("not enough memory to read", file: source.name) }
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else {
      throw SyntaxAdvice(of: parser.pointee, in: source).diagnostic
    }
    defer { yaml_event_delete(&event) }
    return translated(event)
  }

  private func translated(_ event: yaml_event_t) -> Event {
    let range = source.range(event.start_mark.index, event.end_mark.index)
    switch event.type {
    case YAML_STREAM_START_EVENT: return Event(kind: .streamStart, range: range)
    case YAML_STREAM_END_EVENT: return Event(kind: .streamEnd, range: range)
    case YAML_DOCUMENT_START_EVENT:
      let directives = event.data.document_start.tag_directives
      let declaresTags = directives.start != directives.end
      return Event(kind: .documentStart, range: range, tag: declaresTags ? "%TAG" : nil)
    case YAML_DOCUMENT_END_EVENT: return Event(kind: .documentEnd, range: range)
    case YAML_ALIAS_EVENT:
      return Event(kind: .alias(Self.text(event.data.alias.anchor) ?? ""), range: range)
    case YAML_SCALAR_EVENT:
      let data = event.data.scalar
      let bytes = UnsafeBufferPointer(start: data.value, count: data.length)
      let style: Node.Scalar.Style =
        switch data.style {
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
        case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
        default: .plain
        }
      return Event(
        kind: .scalar(Node.Scalar(text: String(decoding: bytes, as: UTF8.self), style: style)),
        range: range, anchor: Self.text(data.anchor), tag: Self.text(data.tag))
    case YAML_SEQUENCE_START_EVENT:
      let data = event.data.sequence_start
      return Event(
        kind: .listStart, range: range, anchor: Self.text(data.anchor), tag: Self.text(data.tag))
    case YAML_SEQUENCE_END_EVENT: return Event(kind: .listEnd, range: range)
    case YAML_MAPPING_START_EVENT:
      let data = event.data.mapping_start
      return Event(
        kind: .mappingStart, range: range, anchor: Self.text(data.anchor),
        tag: Self.text(data.tag))
    case YAML_MAPPING_END_EVENT: return Event(kind: .mappingEnd, range: range)
    default: return Event(kind: .nothing, range: range)
    }
  }

  private static func text(_ pointer: UnsafePointer<yaml_char_t>?) -> String? {
    pointer.map { String(decodingCString: $0, as: UTF8.self) }
  }
}
