// reset: the context forgets every object.

import Faultline

/// Resets the context.
package struct ResetStep: Step {
  package static let keyword = "reset"
  package static let value = Kind.table([])
  package static let meaning = "Let the context forget every object; named ones are invalid then."
  package static let example = "- reset: {}"
  package static let mayBreakCycles = true

  package init(_ text: StepText) throws(Diagnostic) {
    _ = try Fields(text.value, of: "reset", keys: [])
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {}

  package func run(on stage: Stage) throws(StepFailure) { stage.context.reset() }
}
