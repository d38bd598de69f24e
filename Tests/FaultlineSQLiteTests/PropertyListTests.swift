// Binary property lists as Foundation writes them: what is read is what was written.

import Foundation
import Testing

@testable import FaultlineSQLite

@Suite struct PropertyListTests {
  /// The texts of a list that another writer has made.
  private func texts(_ texts: [String]) throws -> [String] {
    let data = try PropertyListSerialization.data(
      fromPropertyList: texts, format: .binary, options: 0)
    let list = try #require(PropertyListReader([UInt8](data)))
    guard case .array(let members)? = list[list.root] else { return [] }
    return members.compactMap { member in
      guard case .text(let text)? = list[member] else { return nil }
      return text
    }
  }

  @Test func `texts come back as they were, whatever they are written with`() throws {
    let long = String(repeating: "Straße ", count: 40)
    let written = ["", "Employee", "Größe", "東京", "🏢 Büro", "a\u{0}b", long]
    #expect(try texts(written) == written)
  }
}
