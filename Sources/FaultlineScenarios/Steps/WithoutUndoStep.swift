// without undo: steps that nobody will take back.

import Faultline

/// Plays steps while the undo manager notes nothing.
package struct WithoutUndoStep: Step {
  package static let keyword = "without undo"
  package static let meaning = "Play steps of which the undo manager notes nothing."
  package static let example = """
    - without undo:
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
    // Changes coalesce until they are processed, so both ends of the bracket process them.
    try engine { () throws(GraphError) in try stage.context.processing() }
    undoManager?.disableUndoRegistration()
    try stage.play(steps)
    try engine { () throws(GraphError) in try stage.context.processing() }
    // A step in between may have scrubbed, which has enabled it already.
    guard undoManager?.isUndoRegistrationEnabled == false else { return }
    try engine { () throws(GraphError) in try undoManager?.enabling() }
  }
}
