// A text with a name, cut into lines, so that any place in it can be pointed at.

/// The text of one file, shared by every node and diagnostic that came out of it.
///
/// Offsets count Unicode scalars from 0, as libyaml's marks do; lines and columns count from 1, as
/// editors do.
package final class SourceText: Sendable {
  /// A line without its break: where it starts and how long it is.
  struct Line: Sendable {
    let start: Int
    let count: Int
  }

  package let name: String
  let lines: [Line]
  private let scalars: [Unicode.Scalar]

  var count: Int { scalars.count }

  package init(name: String, text: String) {
    self.name = name
    scalars = Array(text.unicodeScalars)
    lines = Self.lines(of: scalars)
  }

  /// Cuts at LF, CR LF and CR.
  ///
  /// The rarer breaks of YAML 1.1 stay inside a line, as in an editor.
  private static func lines(of scalars: [Unicode.Scalar]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      guard scalar == "\n" || scalar == "\r" else { continue }
      lines.append(Line(start: start, count: index - 1 - start))
      if scalar == "\r", index < scalars.count, scalars[index] == "\n" { index += 1 }
      start = index
    }
    return lines + [Line(start: start, count: scalars.count - start)]
  }

  /// The index of the line that holds the offset; the last line for any offset behind the end.
  func lineIndex(at offset: Int) -> Int {
    var low = 0
    var high = lines.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lines[middle].start <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The character at an offset; nil behind the end.
  func scalar(at offset: Int) -> Unicode.Scalar? {
    scalars.indices.contains(offset) ? scalars[offset] : nil
  }

  /// The text from one offset to another, as far as there is text.
  func slice(_ offsets: Range<Int>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[offsets.clamped(to: 0..<scalars.count)])
    return text
  }

  /// A stretch of this text; offsets outside it are moved to its nearest end.
  package func range(_ start: Int, _ end: Int) -> SourceRange {
    let start = min(max(start, 0), count)
    return SourceRange(source: self, start: start, end: min(max(start, end), count))
  }
}

/// A stretch of a source text: where a value stands, or where something is wrong.
package struct SourceRange: Sendable {
  package let source: SourceText
  let start: Int
  let end: Int

  package var file: String { source.name }
  package var line: Int { source.lineIndex(at: start) + 1 }

  /// The 1-based column in characters, where a character is a Unicode scalar.
  package var column: Int {
    let line = source.lines[source.lineIndex(at: start)]
    // An offset between CR and LF belongs to the end of the line.
    return min(start - line.start, line.count) + 1
  }

  /// `file:line:column`, as compilers print it.
  package var place: String { "\(file):\(line):\(column)" }
}
