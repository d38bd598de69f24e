// Selectors, observers, and optional members of protocols.

import Testing

@testable import FaultlinePort

@Suite("Selectors and optional members")
struct SelectorRuleTests {
  /// The rewritten argument of an observer in a class with some methods.
  private func selector(_ expression: String) -> String {
    let text = rewritten(
      """
      import Foundation; import CoreData
      class A {
        func plain() {}
        func note(_ note: Notification) {}
        func labeled(change note: NSNotification) -> Int { 1 }
        @MainActor func main(_ note: Notification) {}
        static func shared(_ note: Notification) {}
        func go() {
          center.addObserver(self, selector: \(expression), name: nil, object: nil)
        }
      }
      """)
    let line = text.split(separator: "\n")[8]
    return String(
      line.dropFirst("    center.addObserver(self, selector: ".count).dropLast(
        ", name: nil, object: nil)".count))
  }

  @Test("an observer's selector calls the method")
  func observers() {
    #expect(
      [
        "#selector(plain)", "#selector(self.note(_:))", "#selector(A.labeled(change:))",
        "#selector(A.main)", "#selector(shared)",
      ].map(selector) == [
        "Selector(\"plain\", of: A.self, { target, _ in target.plain() })",
        "Selector(\"note:\", of: A.self, { target, notification in target.note(notification) })",
        "Selector(\"labeledWithChange:\", of: A.self, { target, notification in "
          + "_ = target.labeled(change: notification as NSNotification) })",
        "Selector(\"main:\", of: A.self, { target, notification in MainActor.assumeIsolated { target.main(notification) } })",
        "Selector(\"shared:\", of: A.Type.self, { target, notification in target.shared(notification) })",
      ])
  }

  @Test("a method of an extension or a superclass is found")
  func inheritedMethods() {
    let port = port([
      "A.swift": "import CoreData\nclass A {}\nextension A { func f(note: Notification) {} }",
      "B.swift":
        "import CoreData\nclass B: A { func g() { c.addObserver(self, selector: #selector(f), name: n, object: o) } }",
    ])
    #expect(
      port.text("Sources/App/B.swift").contains(
        "Selector(\"fWithNote:\", of: B.self, { target, notification in target.f(note: notification) })"
      ))
  }

  @Test("elsewhere a selector is a name")
  func names() {
    #expect(
      rewritten(
        """
        import CoreData
        let a = NSSortDescriptor(key: "a", ascending: true, selector: #selector(NSString.caseInsensitiveCompare(_:)))
        let b = NSStringFromSelector(#selector(getter: Book.title)), c = #selector(setter: Book.title)
        """) == """
          import CoreData
          let a = NSSortDescriptor(key: "a", ascending: true, selector: Selector("caseInsensitiveCompare:"))
          let b = NSStringFromSelector(Selector("title")), c = Selector("setTitle:")
          """)
  }

  @Test("a call by selector that needs Objective-C is reported")
  func calls() {
    #expect(
      port([
        "A.swift":
          "import CoreData\nlet a = Timer.scheduledTimer(timeInterval: 1, target: b, selector: #selector(B.c), userInfo: nil)"
      ])
      .findingLines == [
        "compilation app/A.swift:2 'scheduledTimer' calls methods by selector, which needs Objective-C"
      ])
  }

  @Test("removing self as an observer goes to the module")
  func removal() {
    #expect(
      rewritten(
        """
        import CoreData
        c.removeObserver(self); c.removeObserver(token); c.removeObserver(self, name: a, object: b)
        c.removeObserver(self, forKeyPath: "x")
        """) == """
          import CoreData
          c._removeObserver(self); c.removeObserver(token); c._removeObserver(self, name: a, object: b)
          c.removeObserver(self, forKeyPath: "x")
          """)
  }

  @Test("optional members become members with defaults, and calls lose their mark")
  func optionalMembers() {
    let port = port([
      "A.swift": """
      @objc public protocol P: Q {
        @objc optional func changed(_ a: Int, to b: String)
        @objc optional func find() -> Int?
        @objc optional var title: String? { get }
        func must()
      }
      """,
      "B.swift": "delegate?.changed?(1, to: a); delegate.find?(); delegate?.must(); block?(1)",
    ])
    #expect(
      port.text("Sources/App/A.swift") == """
        public protocol P: AnyObject, Q {
          func changed(_ a: Int, to b: String)
          func find() -> Int?
          var title: String? { get }
          func must()
        }; extension P { public func changed(_ a: Int, to b: String) {}; public func find() -> Int? { nil }; public var title: String? { nil } }
        """)
    #expect(
      port.text("Sources/App/B.swift")
        == "delegate?.changed(1, to: a); delegate.find(); delegate?.must(); block?(1)")
    #expect(port.findingLines == [])
  }

  @Test("an optional function that returns a value is reported")
  func optionalResults() {
    let port = port(["A.swift": "@objc protocol P {\n  @objc optional func count() -> Int\n}"])
    #expect(
      port.findingLines == [
        "compilation app/A.swift:2 'count' is optional and returns a value, so it has no default: implement it in every "
          + "class that conforms"
      ])
    #expect(port.text("Sources/App/A.swift") == "protocol P: AnyObject {\n  func count() -> Int\n}")
  }
}
