// The changes of one source. All of them keep the number of lines.

/// Replacements of ranges of bytes, applied together.
struct EditList: Sendable {
  private struct Edit {
    var range: Range<Int>
    var text: String
    var order: Int
  }

  private var edits: [Edit] = []
  private let source: PortedSource

  init(_ source: PortedSource) { self.source = source }

  var isEmpty: Bool { edits.isEmpty }

  /// Replaces bytes by a text of one line; line ends in the range follow the text.
  mutating func replace(_ range: Range<Int>, with text: String) {
    let lineEnds = source.bytes[range].filter(Bytes.isLineEnd)
    edits.append(
      Edit(
        range: range, text: text + String(decoding: lineEnds, as: UTF8.self), order: edits.count))
  }

  /// Inserts a text of one line before a byte.
  mutating func insert(_ text: String, at offset: Int) { replace(offset..<offset, with: text) }

  /// Replaces the bytes from a token's beginning to another's end.
  mutating func replace(tokens range: Range<Int>, with text: String) {
    guard let first = range.first, let last = range.last else { return }
    replace(source.tokens[first].start..<source.tokens[last].end, with: text)
  }

  /// Removes tokens and the spaces behind them.
  mutating func remove(tokens range: Range<Int>) {
    guard let first = range.first, let last = range.last else { return }
    var end = source.tokens[last].end
    while end < source.bytes.count, Bytes.isSpace(source.bytes[end]) { end += 1 }
    // Spaces at the end of a line stay: the line might be one of a comment.
    if end == source.bytes.count || Bytes.isLineEnd(source.bytes[end]) {
      end = source.tokens[last].end
    }
    replace(source.tokens[first].start..<end, with: "")
  }

  /// Inserts a text behind a token.
  mutating func insert(_ text: String, after token: Int) {
    insert(text, at: source.tokens[token].end)
  }

  /// Inserts a text before a token.
  mutating func insert(_ text: String, before token: Int) {
    insert(text, at: source.tokens[token].start)
  }

  /// The changed source.
  ///
  /// Of two changes that overlap, the first by position is made.
  var result: [UInt8] {
    let sorted = edits.sorted {
      ($0.range.lowerBound, $0.range.isEmpty ? 0 : 1, $0.order)
        < ($1.range.lowerBound, $1.range.isEmpty ? 0 : 1, $1.order)
    }
    var result: [UInt8] = []
    result.reserveCapacity(source.bytes.count + 64 * edits.count)
    var position = 0
    for edit in sorted where edit.range.lowerBound >= position {
      result += source.bytes[position..<edit.range.lowerBound]
      result += Array(edit.text.utf8)
      position = edit.range.upperBound
    }
    return result + source.bytes[position...]
  }
}
