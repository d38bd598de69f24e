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

  var steps: [PlacedStep]

  init(around steps: [PlacedStep]) { self.steps = steps }

  package func run(on stage: Stage) throws(StepFailure) {
    let undoManager = stage.context.undoManager
    try stage.bench.working { () throws(StepFailure) in
      try engine { () throws(GraphError) in try undoManager?.beginningGroup() }
    }
    try play(on: stage) { () throws(GraphError) in try undoManager?.endingGroup() }
  }
}
