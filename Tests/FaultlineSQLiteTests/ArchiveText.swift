// A compiled model as text, in which a test can exchange words.

import Faultline
import Foundation
import Testing

@testable import FaultlineSQLite

/// The XML that other tools make of a binary property list.
enum ArchiveText {
  /// The archive of a model.
  static func xml(of model: ManagedObjectModel) throws -> String {
    let list = try #require(PropertyListReader(ModelArchive.bytes(model)))
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">\(xml(list, list.root))</plist>
      """
  }

  private static func xml(_ list: PropertyListReader, _ number: Int) -> String {
    switch list[number] {
    case .flag(let flag): flag ? "<true/>" : "<false/>"
    case .integer(let number): "<integer>\(number)</integer>"
    case .real(let number): "<real>\(number)</real>"
    case .date, nil, PropertyListReader.Part.none?: ""
    case .data(let data): "<data>\n\(Data(data).base64EncodedString())\n</data>"
    case .text(let text): "<string>\(text.replacing("&", with: "&amp;"))</string>"
    case .reference(let place): "<dict><key>CF$UID</key><integer>\(place)</integer></dict>"
    case .array(let members): "<array>\(members.map { xml(list, $0) }.joined())</array>"
    case .dictionary(let pairs):
      "<dict>"
        + pairs.map { pair in
          guard case .text(let key)? = list[pair.key] else { return "" }
          return "<key>\(key)</key>\(xml(list, pair.value))"
        }.joined() + "</dict>"
    }
  }
}
