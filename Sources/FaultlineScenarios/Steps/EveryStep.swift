// every: now and then inside a loop.

/// Plays steps in every so many rounds of the loop around them.
package struct EveryStep: Step {
  package static let keyword = "every"
  package static let value = Kind.formula.orOff
  package static let meaning =
    "Play a step, or several, in every so many rounds of a loop; in none with \(Off.word)."
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
  package static let hasOwnTurns = true

  private let interval: Limit
  private let node: Node
  private var steps: [PlacedStep]

  package init(_ text: StepText) throws(Diagnostic) {
    node = text.value
    interval = try Limit(node)
    steps = try text.enclosed()
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try rehearsal.check(interval)
    guard rehearsal.isInLoop else {
      throw node.diagnostic(
        "'every' counts the rounds of a loop, and there is none around it",
        notes: ["put it under the steps of a 'repeat'"])
    }
    try steps.check(&rehearsal)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    guard let interval = try work.count(interval) else { return }
    guard interval > 0 else {
      throw node.diagnostic(
        "every round is 'every: 1'; 0 has no meaning", notes: ["no round is 'every: \(Off.word)'"])
    }
    try work.play(steps, every: interval)
  }

  package func run(on stage: Stage) throws(StepFailure) {
    if try isDue(on: stage) { try stage.play(steps) }
  }

  private func isDue(on stage: Stage) throws(StepFailure) -> Bool {
    guard let interval = try interval.count(in: stage.names) else { return false }
    guard interval > 0 else { throw StepFailure("'every: \(node.scalar?.text ?? "")' comes to 0.") }
    return stage.round % interval == interval - 1
  }
}

extension EveryStep: Unrolling {
  func unroll(on stage: Stage) throws(StepFailure) -> Unrolled {
    Unrolled(steps: steps, times: try isDue(on: stage) ? 1 : 0)
  }
}
