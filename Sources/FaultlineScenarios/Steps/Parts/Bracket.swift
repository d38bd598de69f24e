// Steps around other steps: what opens before them is closed behind them.

import Faultline

/// A step that plays others between an opening and a closing of its own.
protocol Bracket: Step {
  init(around steps: [PlacedStep])
  var steps: [PlacedStep] { get }
}

extension Bracket {
  package static var value: Kind { .steps }
  package static var hasOwnTurns: Bool { true }

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    self.init(around: try scope.steps(text.steps))
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try estimate.play(steps)
  }

  /// Plays the steps and closes the bracket, be it behind a step that failed: its error says more than any other.
  func play(in session: Session, closing close: () throws -> Void) throws {
    do {
      try session.play(steps)
    } catch {
      try? session.current.working(close)
      throw error
    }
    try session.current.working(close)
  }
}
