// rollback: unsaved changes are taken back.

import Faultline

/// Rolls the context back.
package struct RollbackStep: Step {
  package static let keyword = "rollback"
  package static let value = Kind.table([])
  package static let meaning = "Take every unsaved change back, without asking the store."
  package static let example = "- rollback: {}"
  package static let mayBreakCycles = true

  package init(_ text: StepText) throws(Diagnostic) {
    _ = try Fields(text.value, of: "rollback", keys: [])
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {}

  package func weigh(_ work: inout Workload) throws(Diagnostic) { try work.handleAll() }

  package func run(on stage: Stage) throws(StepFailure) { stage.context.rollback() }
}
