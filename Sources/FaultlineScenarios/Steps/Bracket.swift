// Steps around other steps: what opens before them is closed behind them.

import Faultline

/// A step that plays others between an opening and a closing of its own.
protocol Bracket: Step {
  init(around steps: [PlacedStep])
  var steps: [PlacedStep] { get set }
}

extension Bracket {
  package static var value: Kind { .steps }
  package static var hasOwnTurns: Bool { true }

  package init(_ text: StepText) throws(Diagnostic) {
    self.init(around: try text.steps(text.value))
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try steps.check(&rehearsal)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) { try work.play(steps) }

  /// Plays the steps and closes the bracket, be it behind a step that failed: its error says more than any other.
  func play(
    on stage: Stage, closing close: () throws(GraphError) -> Void
  ) throws(StepFailure) {
    do throws(StepFailure) {
      try stage.play(steps)
    } catch {
      try? stage.bench.working { () throws(StepFailure) in try engine(close) }
      throw error
    }
    try stage.bench.working { () throws(StepFailure) in try engine(close) }
  }
}
