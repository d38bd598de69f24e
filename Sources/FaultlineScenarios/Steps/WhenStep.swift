// when: steps that only some variants play.

/// Plays steps if a condition on the parameters holds.
package struct WhenStep: Step {
  package static let keyword = "when"
  package static let value = Kind.formula
  package static let meaning = "Play steps if a condition holds."
  package static let beside = [Key("steps", .steps, required: true, "What is played if it holds.")]
  package static let example = """
    - when: rows > 2
      steps:
        - save: {}
    """
  package static let hasOwnTurns = true

  private let condition: Formula
  private var steps: [PlacedStep]

  package init(_ text: StepText) throws(Diagnostic) {
    condition = try Formula(text.value)
    steps = try text.steps()
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try rehearsal.check(condition)
    try steps.check(&rehearsal)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    if try work.holds(condition) { try work.play(steps) }
  }

  package func run(on stage: Stage) throws(StepFailure) {
    if try holds(on: stage) { try stage.play(steps) }
  }

  private func holds(on stage: Stage) throws(StepFailure) -> Bool {
    try evaluating { () throws(FormulaError) in try condition.holds(in: stage.names) }
  }
}

extension WhenStep: Unrolling {
  func unroll(on stage: Stage) throws(StepFailure) -> Unrolled {
    Unrolled(steps: steps, times: try holds(on: stage) ? 1 : 0)
  }
}
