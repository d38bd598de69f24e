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

  let steps: [PlacedStep]

  init(around steps: [PlacedStep]) { self.steps = steps }

  package func execute(in session: Session) throws {
    try session.inTurn { try session.play(steps) }
  }
}
