// The states of an object share one word: two of them with one bit would be one state.

import Foundation
import Testing

@Suite struct ObjectFlagsTests {
  @Test func `every state has a bit of its own`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Faultline/Objects/ObjectFlags.swift")
    let text = try String(contentsOf: file, encoding: .utf8)
    let bits = text.matches(of: /static let \w+ = ObjectFlags\(rawValue: 1 << (\d+)\)/)
      .compactMap { Int($0.1) }
    #expect(bits.count > 16)
    #expect(Set(bits).count == bits.count)
    #expect(bits.allSatisfy { $0 < 32 })
  }
}
