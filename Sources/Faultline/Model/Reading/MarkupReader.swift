// Reads XML by the system's parser, within bounds that no model of a person comes near.

package import Foundation
import FoundationXML

/// The reader of one XML text.
///
/// Nothing outside of the text is ever read for it, and `MarkupBytes` says which texts come here.
final class MarkupReader: XMLParserDelegate {
  private static let depthLimit = 32
  private static let elementLimit = 250_000

  private var open: [Markup] = []
  private var root: Markup?
  private var elementCount = 0
  private var fault: MarkupFault?

  private init() {}

  /// The outermost element of a text.
  static func read(_ data: Data) throws(MarkupFault) -> Markup {
    try MarkupBytes.check(data)
    let reader = MarkupReader()
    let parser = XMLParser(data: data)
    parser.delegate = reader
    parser.shouldResolveExternalEntities = false
    // The answer is of no use: it is true for a text that breaks off.
    _ = parser.parse()
    if let fault = reader.fault { throw fault }
    guard let root = reader.root, reader.open.isEmpty else {
      throw MarkupFault(
        line: max(1, parser.lineNumber), text: "The file ends before its XML does.")
    }
    return root
  }

  private func stop(_ parser: XMLParser, _ text: String) {
    guard fault == nil else { return }
    fault = MarkupFault(line: max(1, parser.lineNumber), text: text)
    parser.abortParsing()
  }

  // MARK: - The parser's callbacks

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    guard fault == nil else { return }
    elementCount += 1
    if open.count == Self.depthLimit {
      return stop(parser, "Elements lie more than \(Self.depthLimit) deep in each other.")
    }
    if elementCount > Self.elementLimit {
      return stop(parser, "The file has more than \(Self.elementLimit) elements.")
    }
    open.append(Markup(name: elementName, attributes: attributes, line: parser.lineNumber))
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard fault == nil, let element = open.popLast() else { return }
    if open.isEmpty {
      root = element
    } else {
      open[open.count - 1].children.append(element)
    }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    stop(parser, words(for: (parseError as NSError).code))
  }

  /// The parser gives numbers; these are the ones that a person's slip or a broken disk brings about.
  private func words(for code: Int) -> String {
    let element = open.last.map { "'\($0.name)' of line \($0.line)" } ?? "the outermost element"
    switch code {
    case 4: return "The file holds no XML."
    case 5, 77:
      return open.isEmpty
        ? "Something follows the end of the XML." : "The file ends inside of \(element)."
    case 6...9, 81: return "A character stands here that XML does not allow."
    case 22...28: return "XML does not know this '&…;'."
    case 38...41: return "An attribute's value is not whole; is a quote missing, or a '<' in it?"
    case 42: return "An element has the same attribute twice."
    case 65, 66, 67, 68, 73: return "A tag is not well formed or not closed by '>'."
    case 74, 76: return "An end tag comes before the end of \(element)."
    default: return "This is not well-formed XML (error \(code) of libxml2)."
    }
  }
}

/// One element of an XML text with the elements in it; text between elements does not count.
struct Markup: Sendable {
  let name: String
  let attributes: [String: String]
  /// The line in which the start tag ends.
  let line: Int
  var children: [Markup] = []

  subscript(attribute: String) -> String? { attributes[attribute] }

  func children(named name: String) -> [Markup] { children.filter { $0.name == name } }
}

/// Why a text is no XML, or no XML that is read here.
package struct MarkupFault: Error {
  package let line: Int
  package let text: String
}

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
