// The article shows tests of the example, as they are there.

import Foundation
import Testing

@Suite struct `The article about testing` {
  private static func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func `shows tests of the example`() throws {
    let article = try Self.text("Sources/Faultline/Faultline.docc/TestingWithFaultline.md")
    let blocks = article.components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "```")[0] }
    #expect(blocks.count == 3)
    let example = try Self.text("Tests/Example/Tests/StaffTests/StaffTests.swift")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }.joined(separator: "\n")
    for block in blocks { #expect(example.contains(block), "\(block)") }
  }
}
