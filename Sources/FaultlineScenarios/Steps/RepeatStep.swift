// repeat: the same steps, many times.

/// Plays steps a number of times; a name may stand for the round.
package struct RepeatStep: ControlStep {
  package static let keyword = "repeat"
  package static let value = Kind.formula
  package static let meaning = "Play steps a number of times."
  package static let beside = [
    Key("as", .name, "The name of the round's number, counted from 0."),
    Key("steps", .steps, required: true, "What is repeated."),
  ]
  package static let example = """
    - repeat: 3
      as: i
      steps:
        - insert: {entity: Employee, set: {name: 'Round {i}'}}
        - save: {}
    """

  private let count: Formula
  private let name: String?
  private let steps: [PlacedStep]

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    count = try scope.formula(text.value)
    name = try text.beside.optional("as")?.identifier()
    steps = try scope.steps(text.steps, inLoop: name)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    try estimate.play(steps, times: try estimate.count(count), naming: name)
  }

  func repetition(in session: Session) throws -> Repetition {
    Repetition(
      steps: steps, times: try count.count(in: session.names), isLoop: true, name: name)
  }
}
