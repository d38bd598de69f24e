// What a reader has answered in a terminal, and whether that was right.

import FaultlinePages
import FaultlineReplay

/// The answers to a film's questions, by the frame that they are asked before.
struct TerminalAnswers {
  private let film: Replay
  private let text: ReplayText
  /// What was chosen of the questions of a frame that offer choices, in their order; nil for an answer that was passed.
  private var chosen: [Int: [Int?]] = [:]
  /// The frames whose questions are answered in words, and were thought about.
  private var passed: Set<Int> = []

  init(_ film: Replay, _ text: ReplayText) {
    self.film = film
    self.text = text
  }

  private func offers(_ place: Int) -> [Replay.Offer] {
    film.frames[place].questions.compactMap(\.offer)
  }

  /// Whether a frame's questions are still to be answered.
  func isOpen(_ place: Int) -> Bool {
    let offers = offers(place)
    if offers.isEmpty { return !film.frames[place].questions.isEmpty && !passed.contains(place) }
    return chosen[place, default: []].count < offers.count
  }

  /// What to do at an open question.
  func prompt(_ place: Int) -> String {
    let offers = offers(place)
    guard offers.indices.contains(chosen[place, default: []].count) else {
      return "  Think first; then press → to see what was measured."
    }
    let open = offers[chosen[place, default: []].count]
    return "  Press 1 to \(open.choices.count) to answer, or → to see what was measured."
  }

  /// Sees the answer without one.
  mutating func pass(_ place: Int) {
    let offers = offers(place)
    guard !offers.isEmpty else {
      passed.insert(place)
      return
    }
    let missing = offers.count - chosen[place, default: []].count
    chosen[place, default: []] += Array(repeating: nil, count: missing)
  }

  /// Answers the first question of the frame that is open; a number that it does not offer answers nothing.
  mutating func choose(_ choice: Int, at place: Int) {
    let offers = offers(place)
    let next = chosen[place, default: []].count
    guard offers.indices.contains(next), offers[next].choices.indices.contains(choice) else {
      return
    }
    chosen[place, default: []].append(choice)
  }

  /// What is said to the answers of a frame.
  func verdicts(_ place: Int) -> String {
    zip(offers(place), chosen[place, default: []]).compactMap { offer, choice in
      choice.map { text.verdict(on: $0, of: offer) }
    }.joined(separator: "\n")
  }

  /// How many of all questions with choices were answered rightly; nothing before the first.
  var score: String {
    let all = film.frames.flatMap(\.questions).count { $0.offer != nil }
    guard all > 0, !chosen.isEmpty else { return "" }
    let right = chosen.reduce(0) { sum, answers in
      sum + zip(offers(answers.key), answers.value).count { $0.right == $1 }
    }
    return "\(right) of \(all) right"
  }
}
