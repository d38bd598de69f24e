// Which rounds of a loop a film shows, and how many there are: the others are played, and counted.

import FaultlineMeasures
import FaultlineReplay

/// The loops of a script while it is filmed.
///
/// A thousand rounds are too many to look at one by one, and the first few do not show what has grown by the last. So the
/// first two are filmed, then the hundredth, the thousandth and so on, and the last.
///
/// The lengths of loops are read beside the session, so that no measured pass keeps them.
struct RecordedRounds {
  private static let first = 2
  private static let leastPower = 100

  /// The loops around each step, outermost first, by the numbers of the steps.
  private var loops: [Int: [Int]] = [:]
  /// How many rounds a loop has that was begun.
  private var lengths: [Int: Int] = [:]

  init(_ steps: [StepSyntax]) { find(steps, within: []) }

  private mutating func find(_ steps: [StepSyntax], within outer: [Int]) {
    for step in steps {
      loops[step.ordinal] = outer
      let inner = step.type == RepeatStep.self ? outer + [step.ordinal] : outer
      for block in step.text.blocks { find(block, within: inner) }
    }
  }

  /// A step is about to be played: if it is a loop, it is known from now on how long it is.
  mutating func begin(_ placed: PlacedStep, in session: Session) {
    guard let loop = placed.step as? RepeatStep else { return }
    lengths[placed.ordinal] = (try? loop.repetition(in: session))?.times
  }

  /// The rounds in which a step is played.
  func rounds(of placed: PlacedStep, in session: Session) -> [Replay.Round] {
    let around = loops[placed.ordinal] ?? []
    return session.rounds.enumerated().map { depth, round in
      Replay.Round(
        loop: round.loop, number: round.number,
        of: around.indices.contains(depth) ? lengths[around[depth]] : nil)
    }
  }

  /// How many of these rounds lie outside of what is filmed: the first that does ends the list.
  static func firstUnseen(of rounds: [Replay.Round]) -> Int? {
    rounds.firstIndex { !shows($0) }
  }

  /// Whether a round is filmed; the first has the number 0.
  private static func shows(_ round: Replay.Round) -> Bool {
    if round.number < first || round.number + 1 == round.of { return true }
    var rest = round.number + 1
    guard rest >= leastPower else { return false }
    while rest.isMultiple(of: 10) { rest /= 10 }
    return rest == 1
  }
}
