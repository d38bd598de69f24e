// scrub: nothing can be undone any more.

import Faultline

/// Removes all actions from the undo manager.
package struct ScrubStep: Step {
  package static let keyword = "scrub"
  package static let meaning = "Forget everything that could be undone or done again."
  package static let example = "- scrub: {}"
  package static let mayBreakCycles = true
  package static let isAboutUndo = true

  package init(_ text: StepText) throws(Diagnostic) {
    _ = try Fields(text.value, of: "scrub", keys: [])
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {}

  package func run(on stage: Stage) throws(StepFailure) {
    stage.context.undoManager?.removeAllActions()
  }
}
