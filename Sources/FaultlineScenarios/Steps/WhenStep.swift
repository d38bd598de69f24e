// when: steps that only some variants play.

/// Plays steps if a condition on the parameters holds.
package struct WhenStep: ControlStep {
  package static let keyword = "when"
  package static let value = Kind.formula
  package static let meaning = "Play steps if a condition holds."
  package static let beside = [Key("steps", .steps, required: true, "What is played if it holds.")]
  package static let example = """
    - when: rows > 2
      steps:
        - save: {}
    """

  private let condition: Formula
  private let steps: [PlacedStep]

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    condition = try scope.formula(text.value)
    steps = try scope.steps(text.steps)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    if try estimate.holds(condition) { try estimate.play(steps) }
  }

  func repetition(in session: Session) throws -> Repetition {
    Repetition(steps: steps, times: try condition.holds(in: session.names) ? 1 : 0)
  }
}
