// libyaml's stream of events as Swift values. C stays in this file, and nothing of it leaks.

import CYAML

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
