// turn: several steps in one trip through the run loop.

/// Plays steps in one turn: what they are handed out lives until it ends.
package struct TurnStep: Bracket {
  package static let keyword = "turn"
  package static let meaning = "Play steps in one turn of the run loop."
  package static let example = """
    - turn:
        - insert: {entity: Employee, count: 2}
        - save: {}
    """

  var steps: [PlacedStep]

  init(around steps: [PlacedStep]) { self.steps = steps }

  package func run(on stage: Stage) throws(StepFailure) {
    try stage.inTurn { () throws(StepFailure) in try stage.play(steps) }
  }
}
