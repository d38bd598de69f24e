// save: unsaved changes go to the store.

import Faultline

/// Saves the context.
package struct SaveStep: Step {
  package static let keyword = "save"
  package static let value = Kind.table([])
  package static let meaning = "Save the context."
  package static let example = "- save: {}"

  package init(_ text: StepText) throws(Diagnostic) {
    _ = try Fields(text.value, of: "save", keys: [])
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {}

  package func run(on stage: Stage) throws(StepFailure) {
    try engine { () throws(GraphError) in try stage.context.save() }
  }
}
