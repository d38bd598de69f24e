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
