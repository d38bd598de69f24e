// What others have published, its scenarios, and the article about how close they come: none has a row that the others
// have not.

import Foundation
import Testing

@Suite struct PublishedTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private struct Document: Decodable {
    struct Row: Decodable {
      struct Hold: Decodable {
        let figure: String
        let atLeast: Double?
        let atMost: Double?
      }

      let number: Int
      let counts: String
      let scenario: String?
      let deviation: String?
      let reason: String?
      let holds: [Hold]?
    }

    let rows: [Row]
  }

  private static func rows() throws -> [Document.Row] {
    let file = root.appending(path: "Scenarios/published/rows.json")
    return try JSONDecoder().decode(Document.self, from: Data(contentsOf: file)).rows
  }

  private static func article() throws -> [Substring] {
    let file = root.appending(path: "Sources/Faultline/Faultline.docc/HowClose.md")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
  }

  /// A row can agree and can fail to: each of its figures has a bound.
  @Test func `a row that counts has a scenario and bounds, and one that does not has a reason`()
    throws
  {
    let rows = try Self.rows()
    #expect(rows.count == 60 && Set(rows.map(\.number)).count == 60)
    #expect(rows.count { $0.counts == "counted" } >= 35)
    for row in rows {
      switch row.counts {
      case "counted":
        let holds = try #require(row.holds, "row \(row.number)")
        #expect(!holds.isEmpty && holds.allSatisfy { $0.atLeast != nil || $0.atMost != nil })
        let scenario = try #require(row.scenario, "row \(row.number)")
        let file = Self.root.appending(path: "Scenarios/published/\(scenario).yaml")
        #expect(FileManager.default.fileExists(atPath: file.path), "row \(row.number)")
      case "excluded": #expect(row.reason != nil, "row \(row.number)")
      default: #expect(row.counts == "denominator", "row \(row.number)")
      }
    }
  }

  @Test func `the article has every row, and its counts add up`() throws {
    let rows = try Self.rows()
    let article = try Self.article()
    let counted = rows.filter { $0.counts == "counted" }
    let excluded = rows.filter { $0.counts == "excluded" }
    var agreeing = 0
    for row in counted {
      let line = try #require(
        article.first { $0.hasPrefix("| \(row.number) | ") }, "row \(row.number)")
      let agrees = line.hasSuffix("| agrees |")
      #expect(agrees != line.hasSuffix("| **disagrees** |"), "row \(row.number)")
      #expect(agrees == (row.deviation == nil), "row \(row.number)")
      if agrees { agreeing += 1 }
    }
    let total = try #require(
      article.first { $0.hasPrefix("Of ") && $0.contains("published figures") })
    let numbers = total.matches(of: /\d+/).compactMap { Int($0.output) }
    #expect(numbers.prefix(2) == [counted.count, agreeing])
    #expect(numbers.suffix(2) == [counted.count - agreeing, excluded.count])
  }
}
