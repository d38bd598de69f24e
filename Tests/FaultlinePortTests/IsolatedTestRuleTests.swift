// Tests on the main actor.

import Testing

@testable import FaultlinePort

@Suite("Tests on the main actor")
struct IsolatedTestRuleTests {
  @Test("tests and hooks of an isolated class assume the isolation that they had")
  func isolatedClasses() {
    #expect(
      rewritten(
        """
        import XCTest
        @MainActor class Base: XCTestCase {
          override func setUpWithError() throws {
            try super.setUpWithError()
          }
        }
        final class ATests: Base {
          func testSync() { a() }
          func testAsync() async throws { await a() }
          func testParameter(_ b: Int) {}
          private func testHelper() {}
          static func testStatic() {}
          func makeA() {}
        }
        extension ATests {
          func testMore() throws {
            b()
          }
        }
        """, named: "A.swift", inTests: true) == """
          import XCTest
          @MainActor class Base: XCTestCase {
            override nonisolated func setUpWithError() throws { @MainActor func _isolated() throws {
              try super.setUpWithError()
            }; try MainActor.assumeIsolated(_isolated) }
          }
          final class ATests: Base {
            nonisolated func testSync() { @MainActor func _isolated() { a() }; MainActor.assumeIsolated(_isolated) }
            func testAsync() async throws { await a() }
            func testParameter(_ b: Int) {}
            private func testHelper() {}
            static func testStatic() {}
            func makeA() {}
          }
          extension ATests {
            nonisolated func testMore() throws { @MainActor func _isolated() throws {
              b()
            }; try MainActor.assumeIsolated(_isolated) }
          }
          """)
  }

  @Test("an isolated test loses its attribute, and other classes stay as they are")
  func isolatedFunctions() {
    #expect(
      rewritten(
        """
        import XCTest
        class A: XCTestCase {
          @MainActor func test() {}
          func testOther() {}
        }
        @MainActor class B { func test() {} }
        """, inTests: true) == """
          import XCTest
          class A: XCTestCase {
            nonisolated func test() { @MainActor func _isolated() {}; MainActor.assumeIsolated(_isolated) }
            func testOther() {}
          }
          @MainActor class B { func test() {} }
          """)
  }
}
