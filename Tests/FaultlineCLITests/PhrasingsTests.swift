// What people type, judged: how often the first answer is the right one.

import FaultlineReplay
import FaultlineScenarios
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineCLI
import FaultlineKnowledge

/// The phrasings were written before the index by a reader who had not seen it, and none may be changed for it.
struct `Blind phrasings` {
  /// Words as people type them, and the number of the question that is meant.
  struct Phrasing: Sendable {
    let number: Int
    let words: String
  }

  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Questions/phrasings.txt")

  private static let all: [Phrasing] = {
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.filter { !$0.hasPrefix("#") }.compactMap { line in
      guard let gap = line.firstIndex(of: " "), let number = Int(line[..<gap]) else { return nil }
      return Phrasing(number: number, words: line[gap...].trimmingCharacters(in: .whitespaces))
    }
  }()

  /// Whether an answer is the question that is meant, or a scenario with an expectation that answers it.
  ///
  /// A rule, a setting or a term is never right, since it answers more than one question or none.
  private static func isRight(_ entry: AskEntry, for number: Int) -> Bool {
    switch entry.kind {
    case .question: entry.name == "\(number)"
    case .scenario:
      `The questions`.scenarios.contains {
        $0.name == entry.name && $0.answers.contains(number)
      }
    case .setting, .rule, .term, .metric, .step: false
    }
  }

  /// The figure, and below it what is missed: the phrasing, and what was answered instead.
  private static func picture(_ index: AskIndex) -> (found: Int, text: String) {
    let missed = all.compactMap { phrasing -> String? in
      let first = index.matches(phrasing.words).first?.entry
      if let first, isRight(first, for: phrasing.number) { return nil }
      return "\(phrasing.number)  \(phrasing.words): \(first?.label ?? "nothing")"
    }
    let found = all.count - missed.count
    return (found, (["\(found) of \(all.count)"] + missed).joined(separator: "\n") + "\n")
  }

  @Test func `are fifty, and at least two for each question`() {
    #expect(Self.all.count == 50)
    for number in Question.numbers {
      #expect(Self.all.count { $0.number == number } >= 2, "question \(number)")
    }
  }

  @Test func `find the right answer first in at least 45 of 50, and these are missed`() {
    let alone = Self.picture(AskIndex(AskEntry.all([])))
    #expect(alone.found >= 45)
    expectText(
      alone.text,
      is: """
        49 of 50
        2  memory spikes when I save a huge batch of new objects at once: question 13

        """)
  }

  @Test func `find it as often where the scenarios lie, which are found as well`() {
    let beside = Self.picture(AskIndex(AskEntry.all(`The questions`.scenarios)))
    #expect(beside.found >= 45)
    expectText(
      beside.text,
      is: """
        49 of 50
        2  memory spikes when I save a huge batch of new objects at once: question 13

        """)
  }

  /// Four words in a row are a copy; the words of an error are Apple's, and stand wherever it is asked about.
  @Test func `are not in the index`() {
    let errors = ["could not fulfill a fault"]
    for phrasing in Self.all {
      let question = Question.numbered(phrasing.number)
      for other in question?.otherWords ?? [] where !errors.contains(where: other.contains) {
        let copied = Self.runs(of: 4, in: phrasing.words).intersection(Self.runs(of: 4, in: other))
        #expect(copied.isEmpty, "'\(other)' has the words of '\(phrasing.words)'")
      }
    }
  }

  private static func runs(of length: Int, in text: String) -> Set<[Substring]> {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    return Set(words.indices.dropLast(length - 1).map { Array(words[$0..<$0 + length]) })
  }
}
