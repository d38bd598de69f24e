// What people ask about the memory of Core Data and SwiftData: each question once, with its answer.

/// A question from public threads, and what the scenarios here say to it.
package struct Question: Sendable, Hashable {
  /// Its number, by which expectations and articles name it.
  package let number: Int
  /// The question, as one would ask it.
  package let text: String
  /// The answer in a sentence or two.
  package let answer: String
  /// What the threads have measured; nil where they say it in words only.
  package let figures: String?
  /// Where it was asked: a repository and the number of an issue, or an author.
  package let threads: [String]
  /// The path of the scenario that shows the answer, below the folder of scenarios and without its ending.
  package let scenario: String
  /// In which other words people ask it, for those who look it up.
  package let otherWords: [String]

  init(
    _ number: Int, _ text: String, answer: String, figures: String? = nil, threads: [String],
    shownBy scenario: String, otherWords: [String]
  ) {
    self.number = number
    self.text = text
    self.answer = answer
    self.figures = figures
    self.threads = threads
    self.scenario = scenario
    self.otherWords = otherWords
  }

  /// Every question, by number.
  package static let all = (lifetimes + imports + fetches + stores).sorted { $0.number < $1.number }

  /// The numbers there are.
  package static let numbers = 1...25

  /// The question of a number.
  package static func numbered(_ number: Int) -> Question? { all.first { $0.number == number } }

  /// The file of the scenario, as a command line names it.
  package var file: String { "Scenarios/\(scenario).yaml" }

  /// The command that shows the answer.
  package var command: String { "faultline run \(file)" }

  /// The command where the file is not there: it comes with the program.
  package var commandAnywhere: String {
    "faultline run --shipped \(scenario.split(separator: "/").last ?? "")"
  }
}
