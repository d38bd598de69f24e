// scrub: nothing can be undone any more.

import Faultline

/// Removes all actions from the undo manager.
package struct ScrubStep: Step {
  package static let keyword = "scrub"
  package static let meaning = "Forget everything that could be undone or done again."
  package static let example = "- scrub: {}"
  package static let isAboutUndo = true

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    try text.checkBlank(Self.self)
  }

  package func execute(in session: Session) throws {
    session.context.undoManager?.removeAllActions()
  }
}
