// Reads XML by the system's parser, within bounds that no model of a person comes near.

import Foundation
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
