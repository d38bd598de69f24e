// What a lesson asks and answers is read aloud: no sentence of it is longer than twenty words.

import FaultlineKnowledge
import FaultlineReplay
import FaultlineTestSupport
import Foundation
import Testing

struct `Sentences of lessons` {
  private static let most = 20
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Scenarios")

  /// What stands behind 'question', 'answer', 'says' and 'mistake' in a file, on its line or folded below it.
  private static func texts(of yaml: String) -> [String] {
    let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.indices.compactMap { place in
      guard let key = lines[place].wholeMatch(of: /( *)(- )?(question|answer|says|mistake): (.*)/)
      else {
        return nil
      }
      let text = String(key.4)
      guard text.hasPrefix(">") else { return text }
      let margin = key.1.count + (key.2?.count ?? 0)
      let below = lines[(place + 1)...].prefix { line in
        line.prefix { $0 == " " }.count > margin
      }
      return below.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    }
  }

  /// The sentences of a text that are too long, each with its number of words.
  private static func long(_ text: String) -> [String] {
    text.replacing(/([.?!]) +/, with: { "\($0.1)\n" }).split(separator: "\n").compactMap {
      let words = $0.split(whereSeparator: \.isWhitespace).count
      return words > most ? "\(words) words: \($0)" : nil
    }
  }

  @Test func `of questions and answers in scenarios have at most twenty words`() throws {
    var texts = 0
    var found: [String] = []
    for path in ShippedScenariosTests.paths {
      let yaml = try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
      let spoken = Self.texts(of: yaml)
      texts += spoken.count
      found += spoken.flatMap(Self.long).map { "\(path): \($0)" }
    }
    #expect(texts > 400)
    expectText(found.joined(separator: "\n"), is: "")
  }

  @Test func `of what people ask, and of the answers, have at most twenty words`() {
    let found = Question.all.flatMap { question in
      Self.long("\(question.text) \(question.answer)").map { "\(question.number): \($0)" }
    }
    expectText(found.joined(separator: "\n"), is: "")
  }

  @Test func `are counted where one is folded over several lines`() {
    let word = Array(repeating: "word", count: 15).joined(separator: " ")
    let yaml = """
      steps:
        - question: Short?
          answer: >-
            One \(word)
            \(word).
            Another.
        - save: {}
      """
    let texts = Self.texts(of: yaml)
    #expect(texts == ["Short?", "One \(word) \(word). Another."])
    #expect(texts.flatMap(Self.long) == ["31 words: One \(word) \(word)."])
  }
}
