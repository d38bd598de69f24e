// A film in the terminal: one frame at a time, stepped by keys.

import FaultlineMeasures
import FaultlinePages
import FaultlineReplay

/// Steps through a film; where there is no terminal, prints all of it.
struct TerminalReplay {
  private let film: Replay
  private let text: ReplayText
  private let console: Console

  init(_ film: Replay, console: Console) {
    self.film = film
    self.console = console
    text = ReplayText(
      film, width: min(console.width, 100), color: console.usesColor(on: console.output))
  }

  private static let keys =
    "→ space n: next · ← p: back · 1 to 9: answer · Home End: first, last · [ ]: round before, after · q: leave · ?: signs, rules and words"

  /// Plays until the reader leaves.
  func play() throws -> ExitStatus {
    guard console.output.isTerminal, let terminal = RawTerminal() else {
      try console.print(page: text.text)
      return .held
    }
    defer { terminal.restore() }
    console.endWaiting()
    var place = 0
    var answers = TerminalAnswers(film, text)
    var isHelping = false
    while true {
      let asks = answers.isOpen(place)
      // A question hides what it asks about: the frame before it stays.
      let page =
        asks
        ? text.frame(max(place - 1, 0)) + "\n\n" + text.questions(of: place)
          + "\n\n" + answers.prompt(place)
        : [text.frame(place), answers.verdicts(place)].filter { !$0.isEmpty }
          .joined(separator: "\n\n")
      let footer = ["← → step · q leave · ? keys, signs and words", answers.score]
      try draw(
        isHelping
          ? text.help + "\n\n" + Self.keys
          : page + "\n\n" + footer.filter { !$0.isEmpty }.joined(separator: " · "))
      isHelping = false
      switch terminal.key() {
      case .next where asks: answers.pass(place)
      case .number(let number) where asks: answers.choose(number - 1, at: place)
      case .next: place = film.place(after: place)
      case .back: place = film.place(before: place)
      case .roundBack: place = film.round(from: place, isForwards: false) ?? place
      case .roundNext: place = film.round(from: place, isForwards: true) ?? place
      case .first: place = 0
      case .last: place = film.frames.count - 1
      case .help: isHelping = true
      case .leave: return .held
      case .interrupt: return .interrupted
      case .other, .number: break
      }
    }
  }

  private func draw(_ page: String) throws {
    // In raw mode a line feed leaves the column as it is.
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    try console.print(page: "\u{1B}[H\u{1B}[2J" + lines.joined(separator: "\r\n") + "\r")
  }
}

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
