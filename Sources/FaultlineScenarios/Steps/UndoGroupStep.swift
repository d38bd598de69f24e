// undo group: several steps that are undone as one.

import Faultline

/// Plays steps within a group of the undo manager.
package struct UndoGroupStep: Bracket {
  package static let keyword = "undo group"
  package static let meaning = "Play steps, turns of their own, that one undo takes back together."
  package static let example = """
    - undo group:
        - insert: {entity: Employee}
        - save: {}
    """
  package static let isAboutUndo = true

  let steps: [PlacedStep]

  init(around steps: [PlacedStep]) { self.steps = steps }

  package func execute(in session: Session) throws {
    let undoManager = session.context.undoManager
    try session.current.working { try undoManager?.beginningGroup() }
    try play(in: session) { try undoManager?.endingGroup() }
  }
}
