// process: what follows from changes is done before the turn ends.

import Faultline

/// Processes pending changes in the middle of a turn.
package struct ProcessStep: Step {
  package static let keyword = "process"
  package static let value = Kind.table([])
  package static let meaning = "Process pending changes now: delete rules are followed."
  package static let example = "- process: {}"

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    try text.checkBlank(Self.self)
  }

  package func execute(in session: Session) throws { try session.context.processing() }
}
