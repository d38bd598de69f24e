// Bytes in pieces of any size become the same lines.

import Testing

@testable import FaultlineMeasures

private func lines(of text: [UInt8], inPiecesOf size: Int, limit: Int = 1000) -> [OutputLine] {
  var splitter = LineSplitter(limit: limit)
  var lines: [OutputLine] = []
  for start in stride(from: 0, to: text.count, by: size) {
    let piece = Array(text[start..<min(start + size, text.count)])
    piece.withUnsafeBytes { splitter.take($0) { lines.append($0) } }
  }
  splitter.finish { lines.append($0) }
  return lines
}

struct LineSplitterTests {
  @Test(arguments: [1, 2, 3, 7, 100])
  func `where the pieces part does not matter`(size: Int) {
    let found = lines(of: Array("één\n\nzwei ✓\n".utf8), inPiecesOf: size)
    #expect(found == ["één", "", "zwei ✓"].map { OutputLine(text: $0) })
  }

  @Test func `a last line without an end is reported as unfinished`() {
    #expect(
      lines(of: Array("a\nhal".utf8), inPiecesOf: 2) == [
        OutputLine(text: "a"), OutputLine(text: "hal", damage: .unfinished),
      ])
  }

  @Test func `nothing at all is no line`() {
    #expect(lines(of: [], inPiecesOf: 1).isEmpty)
  }

  @Test func `bytes that are no text are repaired and reported`() {
    #expect(
      lines(of: [0x61, 0xFF, 0x62, 0x0A], inPiecesOf: 4) == [
        OutputLine(text: "a\u{FFFD}b", damage: .notUTF8)
      ])
  }

  @Test(arguments: [1, 4, 64])
  func `a line over the limit is cut, and the next one is whole`(size: Int) {
    #expect(
      lines(of: Array("12345678\n12345\n".utf8), inPiecesOf: size, limit: 5) == [
        OutputLine(text: "12345", damage: .cut(limit: 5)), OutputLine(text: "12345"),
      ])
  }
}
