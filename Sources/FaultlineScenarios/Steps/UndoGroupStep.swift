// undo group: several steps that are undone as one.

import Faultline

/// Plays steps within a group of the undo manager.
package struct UndoGroupStep: Step {
  package static let keyword = "undo group"
  package static let meaning = "Play steps, turns of their own, that one undo takes back together."
  package static let example = """
    - undo group:
        - insert: {entity: Employee}
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
    let undoManager = stage.context.undoManager
    try engine { () throws(GraphError) in try undoManager?.beginningGroup() }
    try stage.play(steps)
    try engine { () throws(GraphError) in try undoManager?.endingGroup() }
  }
}
