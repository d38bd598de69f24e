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

  var steps: [PlacedStep]

  init(around steps: [PlacedStep]) { self.steps = steps }

  package func run(on stage: Stage) throws(StepFailure) {
    let undoManager = stage.context.undoManager
    // Changes coalesce until they are processed, so both ends of the bracket process them.
    try stage.bench.working { () throws(StepFailure) in
      try engine { () throws(GraphError) in try stage.context.processing() }
      undoManager?.disableUndoRegistration()
    }
    try play(on: stage) { () throws(GraphError) in
      // A step in between may have scrubbed, which has enabled it already.
      defer {
        if undoManager?.isUndoRegistrationEnabled == false { undoManager?.enableUndoRegistration() }
      }
      try stage.context.processing()
    }
  }
}
