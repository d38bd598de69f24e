// Models: their XML, their versions, and the classes that Xcode generates from them.

import Testing

@testable import FaultlinePort

@Suite("Models and generated classes")
struct ModelTests {
  private let xml = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <!-- A library. -->
    <model type="com.apple.IDECoreDataModeler.DataModel" sourceLanguage="Swift">
      <entity name="Item" representedClassName=".Item" isAbstract="YES" codeGenerationType="class">
        <attribute name="id" attributeType="UUID" usesScalarValueType="NO"/>
        <attribute name="count" attributeType="Integer 16" defaultValueString="0" usesScalarValueType="YES"/>
        <attribute name="old" optional="YES" attributeType="Integer 64"/>
        <attribute name="default" optional="YES" attributeType="Transformable" customClassName="Module.Color"/>
      </entity>
      <entity name="Shelf &amp; Co" representedClassName="Shelf" parentEntity="Item" codeGenerationType="class">
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Book"/>
        <fetchedProperty name="rare" optional="YES">
          <fetchRequest name="fetchedPropertyFetchRequest" entity="Book" predicateString="rare == YES"/>
        </fetchedProperty>
      </entity>
      <entity name="Book" representedClassName="Book">
        <relationship name="shelf" maxCount="1" destinationEntity="Shelf &amp; Co"><userInfo><entry key="a" value="b"/></userInfo></relationship>
        <relationship name="pages" toMany="YES" ordered="YES" destinationEntity="Nobody"/>
      </entity>
      <elements><element name="Item" positionX="0"/></elements>
    </model>
    """

  @Test("entities have their classes, parents and properties")
  func entities() throws {
    let model = try #require(ModelSource(xml: Array(xml.utf8)))
    #expect(
      model.entities.map { "\($0.name) \($0.className) \($0.parent ?? "-") \($0.generation)" }
        == ["Item Item - class", "Shelf & Co Shelf Item class", "Book Book - none"])
    #expect(
      model.entities.flatMap(\.properties).map(\.kind) == [
        .attribute(type: "UUID", isScalar: false, className: nil),
        .attribute(type: "Integer 16", isScalar: true, className: nil),
        .attribute(type: "Integer 64", isScalar: false, className: nil),
        .attribute(type: "Transformable", isScalar: false, className: "Color"),
        .toMany(entity: "Book", isOrdered: false), .fetched(entity: "Book"),
        .toOne(entity: "Shelf & Co"), .toMany(entity: "Nobody", isOrdered: true),
      ])
  }

  @Test("classes are generated as Xcode generates them")
  func classes() throws {
    let model = try #require(ModelSource(xml: Array(xml.utf8)))
    #expect(
      ClassGeneration(model: model).source == """
        import CoreData
        import Foundation

        @objc(Item)
        public class Item: NSManagedObject {
        }

        extension Item {
          @nonobjc public class func fetchRequest() -> NSFetchRequest<Item> {
            return NSFetchRequest<Item>(entityName: "Item")
          }

          @NSManaged public var count: Int16
          @NSManaged public var `default`: Color?
          @NSManaged public var id: UUID?
          @NSManaged public var old: NSNumber?
        }

        extension Item: Identifiable {
        }

        @objc(Shelf)
        public class Shelf: Item {
        }

        extension Shelf {
          @nonobjc public class func fetchRequest() -> NSFetchRequest<Shelf> {
            return NSFetchRequest<Shelf>(entityName: "Shelf & Co")
          }

          @NSManaged public var books: NSSet?
          @NSManaged public var rare: [Book]?
        }

        extension Shelf {
          @objc(addBooksObject:)
          @NSManaged public func addToBooks(_ value: Book)
          @objc(removeBooksObject:)
          @NSManaged public func removeFromBooks(_ value: Book)
          @objc(addBooks:)
          @NSManaged public func addToBooks(_ values: NSSet)
          @objc(removeBooks:)
          @NSManaged public func removeFromBooks(_ values: NSSet)
        }

        """)
  }

  @Test("a category extends the class that the app has")
  func categories() {
    let model = """
      <model><entity name="A" representedClassName="A" codeGenerationType="category">
      <attribute name="on" attributeType="Boolean" usesScalarValueType="YES"/></entity></model>
      """
    let port = port(["A.swift": "import CoreData\nclass A: NSManagedObject {\n}\n"], model: model)
    #expect(
      port.text("Sources/App/PortedLibraryClasses.swift") == """
        import CoreData
        import Foundation

        extension A {
          public class func fetchRequest() -> NSFetchRequest<A> {
            return NSFetchRequest<A>(entityName: "A")
          }

          public var on: Bool { get { _get(A._Keys.on) } set { _set(A._Keys.on, newValue) } }
        }

        extension A: Identifiable {
        }

        """)
    #expect(port.text("Sources/App/A.swift").contains("\\A.on: \"on\""))
  }

  @Test("a version index names the current version, and without one the last by name is current")
  func versions() throws {
    let versions = ["V 2", "V 10", "V 1"].map { ($0, ModelSource()) }
    let pointer = """
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
      <string>V 2.xcdatamodel</string></dict></plist>
      """
    #expect(
      ModelFolder(name: "M", versions: versions, pointer: Array(pointer.utf8))?.currentName == "V 2"
    )
    #expect(ModelFolder(name: "M", versions: versions, pointer: nil)?.currentName == "V 10")
    #expect(ModelFolder(name: "M", versions: [], pointer: nil) == nil)
  }

  @Test("what is no model is none")
  func malformed() {
    for text in ["", "<", "<model", "<plist/>", "<a b=\"", "\u{FFFE}", "<!--", "text"] {
      #expect(ModelSource(xml: Array(text.utf8)) == nil)
    }
    #expect(ModelSource(xml: Array("<model><entity name='A'>".utf8))?.entities == [])
  }

  @Test("names that are no identifiers are left out")
  func hostileNames() {
    let xml = """
      <model><entity name="A" representedClassName="A { }" codeGenerationType="class">
      <attribute name="b: Int; var c" attributeType="String"/></entity></model>
      """
    let model = ModelSource(xml: Array(xml.utf8))
    #expect(model?.entities.map(\.className) == ["NSManagedObject"])
    #expect(model?.entities.flatMap(\.properties) == [])
  }
}
