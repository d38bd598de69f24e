// The article of behaviours and the tests: what the one promises, the other holds.

import Foundation
import Testing

@Suite struct BehavioursTests {
  private let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The numbers of the article in its order, each with the sentence behind it.
  private func article() throws -> [(number: Int, text: String)] {
    let page = root.appending(path: "Sources/Faultline/Faultline.docc/Behaviours.md")
    return try String(contentsOf: page, encoding: .utf8).matches(of: /(?m)^- \*\*(\d+)\*\* (.*)$/)
      .compactMap { match in Int(match.1).map { ($0, String(match.2)) } }
  }

  /// The numbers that a citation lists, such as "22, 24–26 and 31".
  private func numbers(in citation: Substring) -> [Int] {
    citation.matches(of: /(\d+)(?:–(\d+))?/).flatMap { match -> [Int] in
      guard let first = Int(match.1), let last = Int(match.2 ?? match.1), first <= last else {
        return []
      }
      return Array(first...last)
    }
  }

  /// Every number that a test cites.
  private func cited() throws -> Set<Int> {
    let tests = root.appending(path: "Tests")
    let files = try #require(FileManager.default.enumerator(atPath: tests.path))
    var found: Set<Int> = []
    for case let file as String in files where file.hasSuffix("Tests.swift") {
      let text = try String(contentsOf: tests.appending(path: file), encoding: .utf8)
      for line in text.split(separator: "\n") where line.contains("///") {
        for match in line.matches(of: /[Ss]emantics (\d+(?:(?:, |–| and )\d+)*)/) {
          found.formUnion(numbers(in: match.1))
        }
      }
    }
    return found
  }

  @Test func `every behaviour that is promised is held by a test`() throws {
    let cited = try cited()
    let missing = try article().filter { entry in
      !["*Not here", "*To come"].contains(where: entry.text.hasPrefix)
        && !cited.contains(entry.number)
    }
    #expect(missing.map { "\($0.number) \($0.text)" } == [])
  }

  @Test func `what does not hold is not cited`() throws {
    let cited = try cited()
    let held = try article().filter {
      $0.text.hasPrefix("*Not here") && cited.contains($0.number)
    }
    #expect(held.map(\.number) == [])
  }

  @Test func `the article names each behaviour once and in order`() throws {
    let numbers = try article().map(\.number)
    let wanted = Array(1...167) + Array(194...230)
    #expect(numbers == numbers.sorted())
    #expect(Set(wanted).subtracting(numbers).sorted() == [])
    #expect(Set(numbers).count == numbers.count)
  }
}
