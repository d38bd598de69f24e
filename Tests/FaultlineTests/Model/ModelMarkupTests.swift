// XML that is broken, hostile or no model: always one error with a line, never a crash.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ModelMarkupTests {
  let folder: ModelFolder

  init() throws { folder = try ModelFolder() }

  private func fault(_ text: String) -> String {
    let error = modelError { try folder.load(text) }
    let head = "The model cannot be used; mend what is listed. (134020)\n  - "
    return error.hasPrefix(head) ? String(error.dropFirst(head.count)) : error
  }

  @Test(arguments: [
    ("", "contents:1: The file ends before its XML does."),
    ("no XML", "contents:1: The file holds no XML."),
    ("<plist/>", "contents:1: The outermost element is <plist>; a model begins with <model>."),
    (
      "<model>\n<entity name='A'>\n</model>",
      "contents:3: An end tag comes before the end of 'entity' of line 2."
    ),
    ("<model>\n<entity name='A'>", "contents:2: The file ends inside of 'entity' of line 2."),
    (
      "<model>\n<entity name='A",
      "contents:2: An attribute's value is not whole; is a quote missing, or a '<' in it?"
    ),
    (
      "<model>\n<entity name='A' name='B'/></model>",
      "contents:2: An element has the same attribute twice."
    ),
    ("<model/>\n<model/>", "contents:2: Something follows the end of the XML."),
    ("<model>\n&nothing;</model>", "contents:2: XML does not know this '&…;'."),
    ("<model>\n\u{1}</model>", "contents:2: A character stands here that XML does not allow."),
    (
      "<model>\n<entity name='A'<</model>",
      "contents:2: A tag is not well formed or not closed by '>'."
    ),
  ])
  func `broken XML is reported with its line`(text: String, words: String) {
    expectText(fault(text), is: words)
  }

  @Test func `no document type is declared, and so no bomb`() {
    let bomb = """
      <?xml version="1.0"?>
      <!DOCTYPE model [
        <!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
        <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">
      ]>
      <model>&d;</model>
      """
    #expect(fault(bomb) == "contents:2: A model file declares no document type; remove it.")
    let outside = "<!DOCTYPE model SYSTEM 'file:///etc/passwd'>\n<model/>"
    #expect(fault(outside) == "contents:1: A model file declares no document type; remove it.")
  }

  /// In another encoding a declaration could hide from code that looks at the bytes.
  @Test func `a file in another encoding than UTF-8 is refused`() throws {
    let bomb = "<!DOCTYPE model [\n<!ENTITY a 'aaa'>\n]>\n<model><entity name='&a;'/></model>"
    let data = try #require(bomb.data(using: .utf16))
    let file = try folder.write(data, to: "contents")
    expectText(
      modelError { try ManagedObjectModel(contentsOf: file) },
      is: """
        The model cannot be used; mend what is listed. (134020)
          - contents:1: A byte stands here that is no text; save the file as UTF-8.
        """)
    let spaces = String(repeating: " ", count: 5_000)
    #expect(
      fault("<?xml version='1.0' " + spaces + "encoding = \"UTF-7\"?><model/>")
        == "contents:1: The file says that its encoding is 'utf-7'; save it as UTF-8.")
    #expect(
      fault("<model>\n\0</model>")
        == "contents:2: A byte stands here that is no text; save the file as UTF-8.")
  }

  @Test func `depth and number of elements are bounded`() {
    let deep = "<model>\n" + String(repeating: "<entity>", count: 100_000)
    #expect(fault(deep) == "contents:2: Elements lie more than 32 deep in each other.")
    let wide = "<model>" + String(repeating: "\n<e/>", count: 250_000) + "</model>"
    #expect(fault(wide) == "contents:250001: The file has more than 250000 elements.")
  }

  @Test(arguments: [
    "1e400", "-1e-400", "1e127", "1e128", "99999999999999999999999999999999999999999999", "--1",
    "1.2.3", "0x10", "nan", "inf", "+", ".", "1e99999999999999999999", "1,5", "\u{661}", " 1",
  ])
  func `numbers that are none, or too large, stop nothing`(number: String) throws {
    for type in ["Integer 16", "Integer 64", "Decimal", "Double", "Float", "Date", "Boolean"] {
      let key = type == "Date" ? "defaultDateTimeInterval" : "defaultValueString"
      let error = modelError {
        try loadModel(
          """
          <entity name='E'>
          <attribute name='a' attributeType='\(type)' \(key)='\(number)' minValueString='\(number)'/>
          </entity>
          """)
      }
      #expect(error.hasPrefix("no error") || error.contains("\n  - contents:3: "), "\(error)")
    }
  }

  /// Bits are flipped and ends cut off, two thousand times by one seed.
  @Test func `a damaged file loads or is an error with a line`() throws {
    let whole = Array(Self.company.utf8)
    #expect(try folder.load(Self.company).entities.count == 3)
    var dice = ModelDice(seed: 2026)
    var (loaded, refused) = (0, 0)
    for _ in 0..<2_000 {
      var bytes = whole
      if dice.roll(4) == 0 { bytes.removeLast(dice.roll(bytes.count)) }
      for _ in 0...dice.roll(3) where !bytes.isEmpty {
        bytes[dice.roll(bytes.count)] ^= 1 << UInt8(dice.roll(8))
      }
      let file = try folder.write(Data(bytes), to: "contents")
      do throws(GraphError) {
        _ = try ManagedObjectModel(contentsOf: file)
        loaded += 1
      } catch {
        refused += 1
        #expect(error.code == .invalidModel)
        #expect(!error.detailed.isEmpty)
        for detail in error.detailed {
          #expect(detail.message.contains(#/^contents:[1-9][0-9]*: /#), "\(detail)")
        }
      }
    }
    #expect(loaded > 50 && refused > 1_000, "\(loaded) loaded, \(refused) refused")
  }

  private static let company = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Person" representedClassName="Person" isAbstract="YES" syncable="YES">
            <attribute name="name" attributeType="String" defaultValueString="Ada &amp; Bob"/>
            <attribute name="born" optional="YES" attributeType="Date" minDateTimeInterval="-9"/>
            <userInfo><entry key="hint" value="ä"/></userInfo>
        </entity>
        <entity name="Employee" parentEntity="Person" syncable="YES">
            <attribute name="salary" attributeType="Decimal" defaultValueString="0.0"/>
            <relationship name="department" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Department" inverseName="employees" inverseEntity="Department"/>
            <fetchIndex name="bySalary">
                <fetchIndexElement property="salary" type="Binary" order="ascending"/>
            </fetchIndex>
        </entity>
        <entity name="Department" syncable="YES">
            <relationship name="employees" optional="YES" toMany="YES" deletionRule="Cascade" ordered="YES" destinationEntity="Employee" inverseName="department" inverseEntity="Employee"/>
        </entity>
        <configuration name="Public"><memberEntity name="Employee"/></configuration>
    </model>
    """
}

/// A small generator: the same numbers from the same seed everywhere.
struct ModelDice {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0 up to below a bound.
  mutating func roll(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(bound))
  }
}
