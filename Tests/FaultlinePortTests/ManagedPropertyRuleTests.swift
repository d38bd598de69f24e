// Managed properties: accessors, keys and the table of key paths.

import Testing

@testable import FaultlinePort

@Suite("Managed properties")
struct ManagedPropertyRuleTests {
  private let book = """
    import CoreData
    @objc(Book)
    public class Book: NSManagedObject {
      @NSManaged public private(set) var title: String? // shown
      @NSManaged
      var pages: Int32
    }

    """

  @Test("a managed property becomes computed, on its own lines")
  func accessors() {
    #expect(
      rewritten(book) == """
        import CoreData

        public class Book: NSManagedObject {
          public private(set) var title: String? { get { _get(Book._Keys.title) } set { _set(Book._Keys.title, newValue) } } // shown
          
          var pages: Int32 { get { _get(Book._Keys.pages) } set { _set(Book._Keys.pages, newValue) } }
         override public class var _keyPaths: [AnyKeyPath: String] { super._keyPaths.merging([\\Book.title: "title", \\Book.pages: "pages"]) { $1 } } }

        """)
  }

  @Test("the keys of a target's classes are in its support file")
  func keys() {
    let text = port(["A.swift": book]).text("Sources/App/PortedSupport.swift")
    #expect(
      text.hasSuffix(
        """

        extension Book {
          enum _Keys { static let title = ManagedKey("title"); static let pages = ManagedKey("pages") }
        }

        """))
  }

  @Test("several properties of one declaration become declarations")
  func patterns() {
    let text = rewritten("class A: NSManagedObject { @NSManaged var a, b: Int, c: String }")
    #expect(
      text.hasPrefix(
        "import CoreData; class A: NSManagedObject { "
          + "var a: Int { get { _get(A._Keys.a) } set { _set(A._Keys.a, newValue) } }; "
          + "var b: Int { get { _get(A._Keys.b) } set { _set(A._Keys.b, newValue) } }; "
          + "var c: String { get { _get(A._Keys.c) } set { _set(A._Keys.c, newValue) } } ; "))
  }

  @Test("a primitive property has the primitive value of the property that it names")
  func primitives() {
    let text = rewritten(
      """
      import CoreData
      class A: NSManagedObject {
        @NSManaged var URL: String
        @NSManaged var primitiveURL: String?
        @NSManaged var primitiveName: String?
      }
      """)
    #expect(
      text.split(separator: "\n")[3...4] == [
        "  var primitiveURL: String? { get { _getPrimitive(\"URL\") } set { _setPrimitive(\"URL\", newValue) } }",
        "  var primitiveName: String? { get { _getPrimitive(\"name\") } set { _setPrimitive(\"name\", newValue) } }",
      ])
    #expect(text.contains("merging([\\A.URL: \"URL\"])"))
  }

  @Test("a property in an extension has a key of its class")
  func extensions() {
    let files = [
      "A.swift": "import CoreData\nclass A: NSManagedObject {\n}\n",
      "B.swift": "import CoreData\nextension A { @NSManaged var x: Int }\n",
    ]
    let port = port(files)
    #expect(
      port.text("Sources/App/B.swift")
        == "import CoreData\nextension A { var x: Int { get { _get(A._Keys.x) } set { _set(A._Keys.x, newValue) } } }\n"
    )
    #expect(port.text("Sources/App/A.swift").contains("merging([\\A.x: \"x\"])"))
  }

  @Test("a private class has its keys in its own file")
  func privateClasses() {
    let text = rewritten(
      "import CoreData\nprivate class A: NSManagedObject {\n  @NSManaged var x: Int\n}\n")
    #expect(
      text == """
        import CoreData
        private class A: NSManagedObject {
          var x: Int { get { _get(_Keys.x) } set { _set(_Keys.x, newValue) } }
         enum _Keys { static let x = ManagedKey("x") }; override class var _keyPaths: [AnyKeyPath: String] { super._keyPaths.merging([\\A.x: "x"]) { $1 } } }

        """)
  }

  @Test("a subclass lists inherited properties with itself as root")
  func inheritance() {
    let text = rewritten(
      "import CoreData\nclass A: NSManagedObject { @NSManaged var x: Int }\nfinal class B: A {}\n")
    #expect(
      text.hasSuffix(
        "final class B: A { override class var _keyPaths: [AnyKeyPath: String] "
          + "{ super._keyPaths.merging([\\B.x: \"x\"]) { $1 } } }\n"))
  }

  @Test("names that are keywords are quoted where they are declared")
  func keywords() {
    let port = port([
      "A.swift": "import CoreData\nclass A: NSManagedObject { @NSManaged var `default`: Int }"
    ])
    #expect(port.text("Sources/App/A.swift").contains("_get(A._Keys.default)"))
    #expect(
      port.text("Sources/App/PortedSupport.swift").contains(
        "static let `default` = ManagedKey(\"default\")"))
  }

  @Test("an extension of another target's class has an enumeration of its own")
  func foreignClasses() {
    let port = Port(
      [
        target(
          "Core",
          [
            "A.swift":
              "import CoreData\npublic class A: NSManagedObject { @NSManaged public var x: Int }"
          ]),
        target(
          "App", ["B.swift": "import CoreData\nimport Core\nextension A { @NSManaged var y: Int }"]),
      ], options: PortOptions())
    #expect(
      port.text("Sources/App/B.swift").hasSuffix(
        "{ var y: Int { get { _get(A._KeysInApp.y) } set { _set(A._KeysInApp.y, newValue) } } }"))
    #expect(
      port.text("Sources/App/PortedSupport.swift").hasSuffix(
        "\nextension A {\n  enum _KeysInApp { static let y = ManagedKey(\"y\") }\n}\n"))
  }

  @Test("a class in a condition has its keys in its own file, and a generic class has none")
  func conditionalClasses() {
    let text = rewritten(
      """
      import CoreData
      #if DEBUG
      class A: NSManagedObject { @NSManaged var x: Int }
      #elseif os(iOS)
      class A: NSManagedObject { @NSManaged var y: Int }
      #endif
      class B<T>: NSManagedObject { @NSManaged var z: Int }
      """)
    let lines = text.split(separator: "\n")
    #expect(
      lines[2].contains("; enum _Keys { static let x = ManagedKey(\"x\") }; override class var"))
    #expect(!lines[4].contains("_Keys."))
    #expect(
      lines[6]
        == "class B<T>: NSManagedObject { var z: Int { get { _get(\"z\") } set { _set(\"z\", newValue) } } }"
    )
  }

  @Test("a table of an isolated class is not isolated")
  func isolatedClasses() {
    #expect(
      rewritten(
        "import CoreData\n@MainActor class A: NSManagedObject {\n  @NSManaged var x: Int\n}\n"
      )
      .contains("\n nonisolated override class var _keyPaths"))
  }

  @Test("a class with another name in Objective-C is reported")
  func otherNames() {
    #expect(
      port(["A.swift": "import CoreData\n@objc(XYA) class A: NSManagedObject {}\n"]).findingLines
        == [
          "behavior app/A.swift:2 'A' is 'XYA' in Objective-C: a model that names it so does not find it"
        ])
  }
}
