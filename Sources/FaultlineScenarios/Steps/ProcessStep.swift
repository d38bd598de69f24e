// process: what follows from changes is done before the turn ends.

import Faultline

/// Processes pending changes in the middle of a turn.
package struct ProcessStep: Step {
  package static let keyword = "process"
  package static let value = Kind.table([])
  package static let meaning = "Process pending changes now: delete rules are followed."
  package static let example = "- process: {}"

  package init(_ text: StepText) throws(Diagnostic) {
    _ = try Fields(text.value, of: "process", keys: [])
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {}

  package func run(on stage: Stage) throws(StepFailure) {
    try engine { () throws(GraphError) in try stage.context.processing() }
  }
}
