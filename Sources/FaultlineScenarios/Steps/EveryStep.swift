// every: now and then inside a loop.

/// Plays steps in every so many rounds of the loop around them.
package struct EveryStep: ControlStep {
  package static let keyword = "every"
  package static let value = Kind.formula.orOff
  package static let meaning =
    "Play a step, or several, in every so many rounds of a loop; in none with \(DisabledKeyword.word)."
  package static let beside = [
    Key("steps", .steps, "What is played; a single step may stand beside 'every' instead.")
  ]
  package static let example = """
    - repeat: 10
      as: i
      steps:
        - insert: {entity: Employee}
        - every: 5
          checkpoint: 'batch-{i}'
        - every: rows
          steps:
            - save: {}
    """

  private let interval: Limit
  private let node: Node
  private let steps: [PlacedStep]

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    node = text.value
    let enclosed = try text.enclosed()
    interval = try scope.limit(node)
    guard scope.isInLoop else {
      throw node.diagnostic(
        "'every' counts the rounds of a loop, and there is none around it",
        notes: ["put it under the steps of a 'repeat'"])
    }
    steps = try scope.steps(enclosed)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) {
    guard let interval = try estimate.count(interval) else { return }
    guard interval > 0 else {
      throw node.diagnostic(
        "every round is 'every: 1'; 0 has no meaning",
        notes: ["no round is 'every: \(DisabledKeyword.word)'"])
    }
    try estimate.play(steps, every: interval)
  }

  func repetition(in session: Session) throws -> Repetition {
    Repetition(steps: steps, times: try isDue(in: session) ? 1 : 0)
  }

  private func isDue(in session: Session) throws -> Bool {
    guard let interval = try interval.value(in: session.names) else { return false }
    guard interval > 0 else { throw StepFailure("'every: \(node.scalar?.text ?? "")' comes to 0.") }
    return session.round % interval == interval - 1
  }
}
