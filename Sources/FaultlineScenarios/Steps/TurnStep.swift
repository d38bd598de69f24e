// turn: several steps in one trip through the run loop.

/// Plays steps in one turn: what they are handed out lives until it ends.
package struct TurnStep: Step {
  package static let keyword = "turn"
  package static let value = Kind.steps
  package static let meaning = "Play steps in one turn of the run loop."
  package static let example = """
    - turn:
        - insert: {entity: Employee, count: 2}
        - save: {}
    """
  package static let hasOwnTurns = true

  private var steps: [PlacedStep]

  package init(_ text: StepText) throws(Diagnostic) { steps = try text.steps(text.value) }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try steps.check(&rehearsal)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) { try work.play(steps) }

  package func run(on stage: Stage) throws(StepFailure) {
    try stage.inTurn { () throws(StepFailure) in try stage.play(steps) }
  }
}
