// The picture of a diagnostic: place, excerpt, caret, notes.

import Testing

@testable import FaultlineScenarios

@Suite struct DiagnosticTests {
  private func diagnostic(
    _ line: String, _ start: Int, _ end: Int, above: Int = 0
  ) -> String {
    let text = String(repeating: "\n", count: above) + line
    let source = SourceText(name: "a.yaml", text: text)
    return Diagnostic("wrong", at: source.range(above + start, above + end)).description
  }

  @Test func `an unknown word is underlined and the nearest one offered`() {
    let source = SourceText(
      name: "first-light.yaml",
      text: String(repeating: "\n", count: 13) + "  - insert: {entity: Emploee}\n")
    let error = Diagnostic.unknown(
      "entity", "Emploee", at: source.range(34, 41), known: ["Department", "Employee"],
      plural: "entities")
    #expect(
      error.description == """
        first-light.yaml:14:22: error: no entity 'Emploee'. Did you mean 'Employee'?
         14 |   - insert: {entity: Emploee}
            |                      ^~~~~~~
            = known entities: Department, Employee
        """)
    #expect(error.file == "first-light.yaml")
    #expect(error.line == 14)
    #expect(error.column == 22)
  }

  @Test func `a diagnostic can do without a place in a text`() {
    let missing = Diagnostic(
      "there is no such file", file: "Scenarios/x.yaml", notes: ["the folder has 3 scenarios"])
    #expect(
      missing.description == """
        Scenarios/x.yaml: error: there is no such file
            = the folder has 3 scenarios
        """)
    #expect(missing.line == nil)
    #expect(Diagnostic("no scenarios").description == "error: no scenarios")
  }

  @Test func `tabs and wide characters do not move the caret`() {
    #expect(
      diagnostic("\ta: \tb", 5, 6) == """
        a.yaml:1:6: error: wrong
         1 |     a:     b
           |            ^
        """)
    #expect(
      diagnostic("日本: {語: x}", 5, 6) == """
        a.yaml:1:6: error: wrong
         1 | 日本: {語: x}
           |        ^~
        """)
    #expect(
      diagnostic("e\u{301}👩‍👩‍👧: x", 9, 10) == """
        a.yaml:1:10: error: wrong
         1 | e\u{301}👩‍👩‍👧: x
           |      ^
        """)
  }

  @Test func `what cannot be seen is shown, in the line and in the message`() {
    #expect(
      diagnostic("a\u{1B}[31m\u{202E}b", 7, 8) == """
        a.yaml:1:8: error: wrong
         1 | a␛[31m<U+202E>b
           |               ^
        """)
    #expect(
      Diagnostic("no \("x\u{1B}\n".inQuotes)", file: "a\u{7}.yaml").description
        == "a␇.yaml: error: no 'x␛␊'")
  }

  @Test func `a long line is cut around the caret`() {
    let words = String(repeating: "0123456789 ", count: 40)
    #expect(
      diagnostic(words, 220, 230) == """
        a.yaml:1:221: error: wrong
         1 | … 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0…
           |                                    ^~~~~~~~~~
        """)
    #expect(
      diagnostic(words, 0, 2) == """
        a.yaml:1:1: error: wrong
         1 | 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 01…
           | ^~
        """)
    let end = diagnostic(words, 439, 440)
    #expect(
      end == """
        a.yaml:1:440: error: wrong
         1 | …9 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789 0123456789
           |                                                                                           ^
        """)
  }

  @Test func `the caret stays on the line when the stretch does not`() {
    #expect(
      diagnostic("ab\ncd", 1, 5, above: 9) == """
        a.yaml:10:2: error: wrong
         10 | ab
            |  ^
        """)
    #expect(
      diagnostic("ab", 7, 9) == """
        a.yaml:1:3: error: wrong
         1 | ab
           |   ^
        """)
  }

  @Test func `a long note is broken at spaces`() {
    let words = (1...30).map { "word\($0)" }
    let source = SourceText(name: "a", text: "x")
    #expect(
      Diagnostic.unknown("word", "x", at: source.range(0, 1), known: words).description == """
        a:1:1: error: no word 'x'
         1 | x
           | ^
           = known words: word1, word2, word3, word4, word5, word6, word7, word8, word9, word10, word11,
               word12, word13, word14, word15, word16, word17, word18, word19, word20, word21, word22,
               word23, word24, word25, word26, word27, word28, word29, word30
        """)
  }

  @Test func `many known words are counted, not listed`() {
    #expect(Spelling.list((1...32).map { "\($0)" }).hasSuffix("29, 30, and 2 more"))
    #expect(Spelling.list([]) == "none")
  }
}
