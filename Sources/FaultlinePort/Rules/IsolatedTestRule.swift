// Tests on the main actor: XCTest on Linux calls tests as functions without isolation.

/// Takes the isolation off tests of `XCTestCase`, and assumes it in their bodies.
///
/// XCTest runs synchronous tests on the main thread. Its list of tests casts them to functions without isolation, which
/// traps, and an isolated `setUp()` is no override of the inherited one.
enum IsolatedTestRule: RewriteRule {
  private static let hooks: Set<String> = [
    "setUp", "tearDown", "setUpWithError", "tearDownWithError",
  ]

  static func apply(to unit: inout RewriteUnit) {
    for declaration in unit.declarations
    where declaration.kind == .function && declaration.bodyStart >= 0 && !declaration.isLocal {
      guard let owner = unit.owner(of: declaration), unit.catalog.isTestCase(owner) else {
        continue
      }
      let attribute = declaration.attribute("MainActor")
      let isIsolated =
        attribute != nil || unit.catalog.ancestry(of: owner).contains(where: \.isMainActor)
      guard isIsolated, !declaration.hasModifier("nonisolated"), isCalledByXCTest(declaration, unit)
      else { continue }
      if let attribute { unit.edits.remove(tokens: attribute.tokens) }
      let isThrowing = signature(of: declaration).contains { unit.source.isToken($0, "throws") }
      // A function and not a closure: the compiler takes a closure with `XCTAssertThrowsError(try …)` for a throwing one.
      unit.edits.insert("nonisolated ", before: declaration.introducer)
      unit.edits.insert(
        " @MainActor func _isolated()\(isThrowing ? " throws" : "") {", after: declaration.bodyStart
      )
      unit.edits.insert(
        "}; \(isThrowing ? "try " : "")MainActor.assumeIsolated(_isolated) ",
        before: declaration.bodyEnd)
    }
  }

  /// Asynchronous functions change to the main actor by themselves.
  private static func isCalledByXCTest(_ declaration: Declaration, _ unit: RewriteUnit) -> Bool {
    guard declaration.parametersEnd == declaration.parametersStart + 1,
      !signature(of: declaration).contains(where: { unit.source.isToken($0, "async") })
    else { return false }
    if declaration.hasModifier("override") { return hooks.contains(declaration.name) }
    return declaration.name.hasPrefix("test") && !declaration.isOfType && !declaration.isPrivate
  }

  /// The tokens behind the parameters.
  private static func signature(of declaration: Declaration) -> Range<Int> {
    let start = declaration.parametersEnd + 1
    return start..<max(declaration.signatureEnd, start)
  }
}

extension Catalog {
  /// Returns whether a class inherits from `XCTestCase`.
  func isTestCase(_ fact: ClassFact) -> Bool {
    ancestry(of: fact).last?.superclass.map(Self.lastName) == "XCTestCase"
  }
}
