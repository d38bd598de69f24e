// rollback: unsaved changes are taken back.

import Faultline

/// Rolls the context back.
package struct RollbackStep: Step {
  package static let keyword = "rollback"
  package static let value = Kind.table([])
  package static let meaning = "Take every unsaved change back, without asking the store."
  package static let example = "- rollback: {}"

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    try text.checkBlank(Self.self)
  }

  package func cost(in estimate: inout CostEstimate) throws(Diagnostic) { try estimate.handleAll() }

  package func execute(in session: Session) throws { session.context.rollback() }
}
