// drain: the pool lets go before the turn ends.

import Faultline

/// Drains the turn's autorelease pool.
package struct DrainStep: Step {
  package static let keyword = "drain"
  package static let meaning = "Let the pool go of what was handed out so far in this turn."
  package static let example = "- drain: {}"

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    try text.checkBlank(Self.self)
  }

  package func execute(in session: Session) throws { session.context.drainPool() }
}
