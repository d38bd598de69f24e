// What lessons say, as it stands on their pages: short sentences, for a reader who is new to the words.

import FaultlineTestSupport
import Foundation
import Testing

struct `The sentences of lessons` {
  /// A longer one is read twice.
  private static let most = 20

  /// The texts of the narration, the notes and the glossary.
  private static func texts(of page: String) -> [String] {
    let body = page.replacing(/(?s)<(svg|style|script|code)\b.*?<\/\1>/, with: " ")
    let parts = body.matches(
      of: /(?s)<(p|dd)((?: class="(?:sentence|rest|note)")?(?: dir="auto")?)>(.*?)<\/(?:p|dd)>/)
    return parts.filter { $0.output.1 == "dd" || $0.output.2.contains("class") }.map {
      String($0.output.3).replacing(/<[^>]*>/, with: "").replacing("&#39;", with: "'")
    }
  }

  /// The sentences of a text, each with its number of words; a rule in brackets is none.
  private static func sentences(of text: String) -> [(text: String, words: Int)] {
    text.replacing(/([.?!])\s+/) { "\($0.output.1)\n" }.split(separator: "\n").map { sentence in
      let words = sentence.split(separator: /\s+/).filter {
        $0.contains(/[A-Za-z0-9]/) && !$0.contains(/^\(?[A-Z]\d\)?[.,;:]?$/)
      }
      return (String(sentence), words.count)
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `have at most twenty words, whichever lesson of the course it is`() throws {
    let program = try WholeProgram()
    let rules = URL(filePath: ruleScenario("any")).deletingLastPathComponent().path
    let answer = try program.run("replay", rules, "--course", "lessons", "--no-progress", "-q")
    #expect(answer.status == 0)
    let files = program.files(in: "lessons").filter { $0.hasSuffix(".html") && $0 != "index.html" }
    var long: [String] = []
    var count = 0
    for file in files {
      for text in Self.texts(of: try program.text(of: "lessons/\(file)")) {
        for sentence in Self.sentences(of: text) {
          count += 1
          if sentence.words > Self.most, !long.contains(where: { $0.hasSuffix(sentence.text) }) {
            long.append("\(file), \(sentence.words) words: \(sentence.text)")
          }
        }
      }
    }
    // Each page has a narration, notes and words of its own.
    #expect(count > files.count * 20)
    expectText(long.joined(separator: "\n"), is: "")
  }

  @Test func `are found on a page, and counted without their rules`() {
    let page = """
      <p>A help text is none.</p><svg><p class="note">Nor is a drawing.</p></svg>
      <p class="rest" dir="auto">Department <b>1</b> is gone (L1, C3). The pool &#39;a&#39; held it last!</p>
      <dl><dt>fault</dt><dd>An object without its values.</dd></dl>
      """
    let counted = Self.texts(of: page).map { Self.sentences(of: $0).map(\.words) }
    #expect(counted == [[4, 6], [5]])
  }
}
