// Property lists of XML, made binary ones, so that one reader and its bounds serve both.

internal import Faultline
import Foundation
import FoundationXML

/// The reader of a property list that is XML.
///
/// The parser calls it for each tag, so that lists that lie deep in each other take no stack.
final class PropertyListText: XMLParserDelegate {
  /// A list or dictionary that is not closed yet.
  private struct Open {
    let name: String
    var parts: [ListPart] = []
    var pairs: [(key: String, value: ListPart)] = []
    var key: String?
  }

  private static let depthLimit = 64
  private static let partLimit = 500_000

  private var open: [Open] = []
  private var text = ""
  private var root: ListPart?
  private var partCount = 0
  private var fault: String?

  private init() {}

  /// Whether bytes begin as such a list does.
  static func isOne(_ head: Data) -> Bool {
    let head = String(decoding: head.prefix(512), as: UTF8.self)
    return head.contains("<!DOCTYPE plist") || head.contains("<plist")
  }

  /// The same list in the binary form; a text that is none throws what is wrong with it.
  static func binary(_ data: Data) throws(PropertyListFault) -> [UInt8] {
    // A few lines of declarations can stand for gigabytes, and no list has any.
    guard data.firstRange(of: Data("<!ENTITY".utf8)) == nil else {
      throw PropertyListFault(text: "it declares entities")
    }
    let reader = PropertyListText()
    let parser = XMLParser(data: try checked(data))
    parser.delegate = reader
    parser.shouldResolveExternalEntities = false
    _ = parser.parse()
    if let fault = reader.fault {
      throw PropertyListFault(text: "line \(max(1, parser.lineNumber)) \(fault)")
    }
    guard let root = reader.root, reader.open.isEmpty else {
      throw PropertyListFault(text: "its XML breaks off")
    }
    return PropertyListWriter.bytes(root)
  }

  /// The bytes without the declaration of their type, which every list has and which is not looked at.
  ///
  /// The system's parser can be made to fail by encodings and by declarations inside of that one, so there are none.
  private static func checked(_ data: Data) throws(PropertyListFault) -> Data {
    var data = data
    if let start = data.firstRange(of: Data("<!DOCTYPE".utf8))?.lowerBound {
      guard let end = data[start...].firstIndex(of: UInt8(ascii: ">")),
        !data[start..<end].contains(UInt8(ascii: "["))
      else { throw PropertyListFault(text: "it declares more than its type") }
      for place in start...end where data[place] != UInt8(ascii: "\n") {
        data[place] = UInt8(ascii: " ")
      }
    }
    do throws(MarkupFault) {
      try MarkupBytes.check(data)
    } catch {
      throw PropertyListFault(text: "line \(error.line) is not in UTF-8, or declares a type again")
    }
    return data
  }

  private func stop(_ parser: XMLParser, _ words: String) {
    guard fault == nil else { return }
    fault = words
    parser.abortParsing()
  }

  // MARK: - The parser's callbacks

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    partCount += 1
    text = ""
    if partCount > Self.partLimit { return stop(parser, "is one of too many") }
    guard elementName == "array" || elementName == "dict" else { return }
    if open.count == Self.depthLimit { return stop(parser, "lies too deep") }
    open.append(Open(name: elementName))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard fault == nil, elementName != "plist" else { return }
    if elementName == "key" {
      guard open.last?.name == "dict" else { return stop(parser, "has a key outside of <dict>") }
      open[open.count - 1].key = text
    } else if let part = part(elementName) {
      put(part, parser)
    } else {
      stop(parser, "has a <\(elementName)> that is no value")
    }
    text = ""
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    stop(parser, "is no well-formed XML")
  }

  // MARK: - Values

  private func put(_ part: ListPart, _ parser: XMLParser) {
    guard let last = open.last else {
      root = part
      return
    }
    if last.name == "array" {
      open[open.count - 1].parts.append(part)
    } else if let key = last.key {
      open[open.count - 1].pairs.append((key: key, value: part))
      open[open.count - 1].key = nil
    } else {
      stop(parser, "has a value without a key")
    }
  }

  /// The value whose element ends.
  private func part(_ name: String) -> ListPart? {
    switch name {
    case "array": return open.popLast().map { .array($0.parts) }
    case "dict": return open.popLast().map { Self.dictionary($0.pairs) }
    case "string": return .text(text)
    case "true": return .flag(true)
    case "false": return .flag(false)
    case "data":
      return Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { .data(Array($0)) }
    default: break
    }
    let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch name {
    case "integer": return Int(words).map { .integer($0) }
    case "real": return Double(words).map { .real($0) }
    case "date":
      return ISO8601DateFormatter().date(from: words).map {
        .date($0.timeIntervalSinceReferenceDate)
      }
    default: return nil
    }
  }

  /// Text has no form for an archive's references: each is a dictionary with one key of its own.
  private static func dictionary(_ pairs: [(key: String, value: ListPart)]) -> ListPart {
    if pairs.count == 1, pairs[0].key == "CF$UID", case .integer(let place) = pairs[0].value,
      UInt32(exactly: place) != nil
    {
      return .reference(place)
    }
    return .dictionary(pairs)
  }
}

/// Why a text is no property list, as a part of a sentence.
struct PropertyListFault: Error {
  let text: String
}
