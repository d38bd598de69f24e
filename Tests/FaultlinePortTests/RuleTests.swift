// The rules for attributes, key paths, fetch requests, overrides, initializers and names.

import Testing

@testable import FaultlinePort

@Suite("Rewriting rules")
struct RuleTests {
  @Test("attributes and modifiers of Objective-C go, and other names stay")
  func objectiveC() {
    #expect(
      rewritten(
        "@objcMembers class A { @objc(f:) dynamic func f(_ x: Int) {}\n  @objc\n  @nonobjc var objc = dynamic }\n"
      )
        == "class A { func f(_ x: Int) {}\n  \n  var objc = dynamic }\n")
    #expect(
      rewritten("class A { var x: Int { @objc(isX) get { 1 } } }\n")
        == "class A { var x: Int { get { 1 } } }\n")
  }

  @Test("#keyPath becomes its text, also in interpolations and over several lines")
  func keyPaths() {
    #expect(
      rewritten(
        "let a = \"\\(#keyPath(Book.author.name)) = 1\" + #keyPath(self.title)\nlet b = #keyPath(\n  App.Book.id\n)\n"
      )
        == "let a = \"\\(\"author.name\") = 1\" + \"title\"\nlet b = \"id\"\n\n\n")
  }

  @Test("a typed fetchRequest() is no override, and an untyped one is")
  func fetchRequestOverrides() {
    #expect(
      rewritten(
        """
        import CoreData
        class A: NSManagedObject {
          override class func fetchRequest() -> NSFetchRequest<A> { NSFetchRequest(entityName: "A") }
          override class func fetchRequest() -> NSFetchRequest<NSFetchRequestResult> { fatalError() }
        }
        """) == """
          import CoreData
          class A: NSManagedObject {
            class func fetchRequest() -> NSFetchRequest<A> { NSFetchRequest(entityName: "A") }
            override class func fetchRequest() -> NSFetchRequest<NSFetchRequestResult> { fatalError() }
          }
          """)
  }

  @Test("casts between fetch requests become calls, except of copies")
  func fetchRequestCasts() {
    #expect(
      rewritten(
        """
        import CoreData
        let a = A.fetchRequest() as! NSFetchRequest<A>
        let b = (a as? NSFetchRequest<any P>)?.fetchLimit
        let c = a.copy() as! NSFetchRequest<A>
        """) == """
          import CoreData
          let a = A.fetchRequest()._cast(to: A.self)
          let b = (a._cast(to: (any P).self) as NSFetchRequest<any P>?)?.fetchLimit
          let c = a.copy() as! NSFetchRequest<A>
          """)
  }

  @Test("an override in an extension is called by one in the class")
  func extensionOverrides() {
    let port = port([
      "A.swift": "import CoreData\npublic class A: NSManagedObject {\n}\n",
      "B.swift": """
      import CoreData
      extension A {
        open override func validateValue(_ value: inout Any?, for key: String) throws {
          try super.validateValue(&value, for: key)
        }
        override var name: String { get { "a" } set {} }
      }
      """,
    ])
    #expect(
      port.text("Sources/App/A.swift")
        == "import CoreData\npublic class A: NSManagedObject {\n"
        + " override public func validateValue(_ value: inout Any?, for key: String) throws "
        + "{ try _A_validateValue(&value, for: key) }; "
        + "override public var name: String { get { _A_name } set { _A_name = newValue } } }\n")
    #expect(
      port.text("Sources/App/B.swift") == """
        import CoreData
        extension A {
          public func _A_validateValue(_ value: inout Any?, for key: String) throws {
            try super.validateValue(&value, for: key)
          }
          var _A_name: String { get { "a" } set {} }
        }
        """)
  }

  @Test("an override in an extension of an unknown class is reported")
  func unknownExtensionOverrides() {
    #expect(
      port(["A.swift": "extension UnknownClass {\n  override func f() {}\n}\n"]).findingLines == [
        "compilation app/A.swift:2 'f' is overridden in an extension of a class that is not in the target"
      ])
  }

  @Test("initializers that the framework calls are required")
  func requiredInitializers() {
    #expect(
      rewritten(
        """
        import CoreData
        public class A: NSManagedObject {
          override private init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
            super.init(entity: entity, insertInto: context)
          }
          convenience init(context moc: NSManagedObjectContext) { self.init(entity: e, insertInto: moc) }
        }
        class B: NSManagedObject {
          init(name: String) { super.init(entity: e, insertInto: nil) }
        }
        """) == """
          import CoreData
          public class A: NSManagedObject {
            public required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
              super.init(entity: entity, insertInto: context)
            }
            convenience public required init(context moc: NSManagedObjectContext) { self.init(entity: e, insertInto: moc) }
          }
          class B: NSManagedObject {
            init(name: String) { super.init(entity: e, insertInto: nil) }
           required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) { super.init(entity: entity, insertInto: context) } }
          """)
  }

  @Test("an array literal for a set becomes a set")
  func setLiterals() {
    let head = "import CoreData\nclass A: NSManagedObject { @NSManaged var tags: NSSet? }\n"
    let body =
      "func f(a: A) {\n  a.tags = [\n    a,\n  ]\n  a.tags = []\n  let tags = [1]\n  a.tags = [b].c\n}\n"
    #expect(
      rewritten(head + body).hasSuffix(
        "\nfunc f(a: A) {\n  a.tags = NSSet(array: [\n    a,\n  ])\n  a.tags = NSSet(array: [])\n"
          + "  let tags = [1]\n  a.tags = [b].c\n}\n"))
  }

  @Test("a name that has several types keeps its literals")
  func ambiguousSetLiterals() {
    let text =
      "import CoreData\nclass A: NSManagedObject { var tags: NSSet? }\n"
      + "struct B { var tags: [Int] }\nfunc f(a: A) { a.tags = [] }\n"
    #expect(rewritten(text) == text)
  }

  @Test("names of Foundation that the module has are the module's")
  func foundationNames() {
    #expect(
      rewritten(
        "import CoreData\nlet a = Foundation.ValueTransformer.self; let b = ProcessInfo(), c = x.ProcessInfo()\n"
      )
        == "import CoreData\nlet a = CoreData.ValueTransformer.self; let b = ProcessInfo.processInfo, c = x.ProcessInfo()\n"
    )
  }

  @Test("initializers that only Objective-C inherits have a stand-in")
  func inheritedInitializers() {
    #expect(
      rewritten("import CoreData\nlet a = NSURL(), b = URLResponse(url: c)\n")
        == "import CoreData; import FoundationNetworking\nlet a = NSURL(fileURLWithPath: \"/\"), b = URLResponse(url: c)\n"
    )
  }

  @Test("a folder that apps share is there where a target asks for it")
  func sharedFolders() {
    let used = port(["A.swift": "let a = FileManager.default.containerURL(b)\n"])
    let unused = port(["A.swift": "let a = 1\n"])
    #expect(
      [used, unused].map {
        $0.text("Sources/App/PortedSupport.swift").contains("extension FileManager")
      }
        == [true, false])
  }

  @Test("conditions for macOS hold on Linux only on request")
  func platforms() {
    let text = "#if !os(macOS) && os(iOS)\n#elseif os(macOS)\n#endif\n"
    #expect(rewritten(text) == text)
    var options = PortOptions()
    options.countsAsMacOS = true
    #expect(
      rewritten(text, options: options)
        == "#if !(os(macOS) || os(Linux)) && os(iOS)\n#elseif (os(macOS) || os(Linux))\n#endif\n")
  }

  @Test("what Linux lacks is reported once a line, and only in active code")
  func unsupported() {
    #expect(
      port([
        "A.swift": """
        let a = class_addMethod(b, class_addMethod)
        #if os(iOS)
        let c = objc_getAssociatedObject
        #endif
        """
      ]).findingLines == [
        "compilation app/A.swift:1 'class_addMethod': the Objective-C runtime does not exist on Linux"
      ])
  }
}
