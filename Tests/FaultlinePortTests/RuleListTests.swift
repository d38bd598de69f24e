// The list of rules.

import Foundation
import Testing

@testable import FaultlinePort

@Suite("The list of rules")
struct RuleListTests {
  @Test("every rule's file is in the list, and the list has no other")
  func files() throws {
    let folder = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/FaultlinePort/Rules")
    let files = FileSystem.entries(of: folder.path)
      .filter { $0.hasSuffix("Rule.swift") && $0 != "RewriteRule.swift" }
      .map { String($0.dropLast(".swift".count)) }
    #expect(files.count > 10)
    #expect(Set(RewriteRules.all.map { "\($0)" }) == Set(files))
  }

  @Test("a file that needs no rule comes out as it is")
  func untouched() {
    let text = """
      import Foundation

      struct A: Codable {
        var b = "\\(c)" // @objc
        let d: [String: Int]? = ["#keyPath(a)": 1]
      }

      """
    #expect(rewritten(text) == text)
  }
}
