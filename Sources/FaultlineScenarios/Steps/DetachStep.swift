// detach: tries to take a context's coordinator away.

import Faultline

/// Tries to set the coordinator to nil, which must be refused (R7).
package struct DetachStep: Step {
  package static let keyword = "detach"
  package static let meaning = "Try to take the context's coordinator away, which is refused."
  package static let example = "- detach: {}"

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    try text.checkBlank(Self.self)
  }

  package func execute(in session: Session) throws {
    do throws(GraphError) {
      try session.context.setPersistentStoreCoordinator(nil)
    } catch {
      return
    }
    throw StepFailure("the context gave its coordinator away, which rule R7 forbids.")
  }
}
