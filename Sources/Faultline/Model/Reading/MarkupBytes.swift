// What must be true of a file's bytes before a parser sees them.

package import Foundation

/// The examination of a text that says it is XML.
///
/// A text that declares entities is refused: a few lines of declarations can stand for gigabytes. The
/// parser does not report them, so they are looked for here, which needs bytes that mean what they
/// seem to mean: UTF-8, as Xcode writes it, and no other encoding.
package enum MarkupBytes {
  /// Throws where the text declares a type, or has bytes or an encoding other than those of UTF-8.
  package static func check(_ data: Data) throws(MarkupFault) {
    if let line = lineOfUnsupportedByte(in: data) {
      throw MarkupFault(
        line: line, text: "A byte stands here that is no text; save the file as UTF-8.")
    }
    if let encoding = declaredEncoding(in: data), encoding != "utf-8" {
      throw MarkupFault(
        line: 1, text: "The file says that its encoding is '\(encoding)'; save it as UTF-8.")
    }
    if let position = data.firstRange(of: Data("<!DOCTYPE".utf8))?.lowerBound {
      let line = data[..<position].count { $0 == UInt8(ascii: "\n") } + 1
      throw MarkupFault(line: line, text: "A model file declares no document type; remove it.")
    }
  }

  /// The line of the first byte that is no UTF-8, or zero.
  private static func lineOfUnsupportedByte(in data: Data) -> Int? {
    var line = 1
    var parser = Unicode.UTF8.ForwardParser()
    var bytes = data.makeIterator()
    while true {
      switch parser.parseScalar(from: &bytes) {
      case .valid(let scalar):
        switch scalar.first {
        case 0: return line
        case UInt8(ascii: "\n"): line += 1
        default: continue
        }
      case .emptyInput: return nil
      case .error: return line
      }
    }
  }

  /// The encoding that the first tag declares, in lower case.
  private static func declaredEncoding(in data: Data) -> String? {
    guard let end = data.firstRange(of: Data("?>".utf8))?.lowerBound else { return nil }
    let start = String(decoding: data[..<end], as: UTF8.self).lowercased()
    return start.firstMatch(of: #/encoding\s*=\s*["']([^"']*)["']/#).map { String($0.1) }
  }
}
