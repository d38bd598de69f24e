// without undo: steps that are not to be undone.

import Faultline

/// Plays steps while the undo manager notes nothing.
package struct WithoutUndoStep: Bracket {
  package static let keyword = "without undo"
  package static let meaning = "Play steps of which the undo manager notes nothing."
  package static let example = """
    - without undo:
        - insert: {entity: Employee}
        - save: {}
    """
  package static let isAboutUndo = true

  let steps: [PlacedStep]

  init(around steps: [PlacedStep]) { self.steps = steps }

  package func execute(in session: Session) throws {
    let undoManager = session.context.undoManager
    // Changes coalesce until they are processed, so both ends of the bracket process them.
    try session.current.working {
      try session.context.processing()
      undoManager?.disableUndoRegistration()
    }
    try play(in: session) {
      // A step in between may have scrubbed, which has enabled it already.
      defer {
        if undoManager?.isUndoRegistrationEnabled == false { undoManager?.enableUndoRegistration() }
      }
      try session.context.processing()
    }
  }
}
