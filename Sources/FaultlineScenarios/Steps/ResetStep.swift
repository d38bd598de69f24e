// reset: the context forgets every object.

import Faultline

/// Resets the context.
package struct ResetStep: Step {
  package static let keyword = "reset"
  package static let value = Kind.table([])
  package static let meaning = "Let the context forget every object; named ones are invalid then."
  package static let example = "- reset: {}"

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    try text.checkBlank(Self.self)
  }

  package func execute(in session: Session) throws { session.context.reset() }
}
