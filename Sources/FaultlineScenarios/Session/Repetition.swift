// Steps that stand for others: loops and conditions, whose steps are played some number of times.

/// A step that stands for others; between any two of them another block may play.
protocol ControlStep: Step {
  /// The steps and how often they are played now.
  func repetition(in session: Session) throws -> Repetition
}

extension ControlStep {
  package static var hasOwnTurns: Bool { true }

  package func execute(in session: Session) throws {
    try session.play(try repetition(in: session))
  }
}

/// Steps with the number of times that they are played; what is played once or not at all is no loop.
struct Repetition {
  let steps: [PlacedStep]
  let times: Int
  /// Whether the steps are the rounds of a loop.
  var isLoop = false
  /// What the loop is called.
  var name: String?
}
