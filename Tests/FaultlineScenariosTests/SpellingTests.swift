// Which known word is offered for a misspelt one.

import Testing

@testable import FaultlineScenarios

@Suite struct SpellingTests {
  private static let words: [(String, [String], String?)] = [
    ("Emploee", ["Department", "Employee"], "Employee"),
    ("employee", ["Department", "Employee"], "Employee"),
    ("level", ["levels", "removeAllActionsEvery"], "levels"),
    ("reftesh", ["refresh", "release"], "refresh"),
    ("ehco", ["echo"], "echo"),
    ("ab", ["ba", "b", "a"], "a"),
    ("bat", ["hat", "cat"], "cat"),
    ("x", ["y"], "y"),
    ("save", ["delete"], nil),
    ("refresh", ["reset", "refreshEvery"], "refreshEvery"),
    ("refresh", ["refreshLater", "refreshEvery"], nil),
    ("re", ["refreshEvery"], nil),
    ("", ["a"], nil),
    ("name", [], nil),
  ]

  @Test(arguments: words)
  func `the nearest word is offered, whatever order the words come in`(
    _ word: String, _ known: [String], _ expected: String?
  ) {
    #expect(Spelling.nearest(to: word, among: known) == expected)
    #expect(Spelling.nearest(to: word, among: known.reversed()) == expected)
  }

  @Test func `very long words are only compared whole`() {
    let long = String(repeating: "a", count: 1_000_000)
    #expect(Spelling.nearest(to: long, among: ["a", "aa"]) == nil)
  }
}
