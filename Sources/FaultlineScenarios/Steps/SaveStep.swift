// save: unsaved changes go to the store, unless they may not.

import Faultline

/// Saves the context, or expects that it cannot be saved (N4).
package struct SaveStep: Step {
  package static let keyword = "save"
  package static let meaning = "Save the context."
  package static let example = "- save: {}"
  package static let keys = [
    Key(
      "refused", .flag,
      "Whether the save must be refused, because something is not valid or in conflict; false if it is left out."
    )
  ]

  private let isRefused: Bool

  package init(_ text: StepText) throws(Diagnostic) {
    let fields = try Fields(text.value, of: "save", keys: Self.keys)
    isRefused = try fields.optional("refused")?.flag() ?? false
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {}

  package func run(on stage: Stage) throws(StepFailure) {
    guard isRefused else {
      return try engine { () throws(GraphError) in try stage.context.save() }
    }
    do throws(GraphError) { try stage.context.save() } catch { return }
    throw StepFailure("the save succeeded, and 'refused: true' says that it must not.")
  }
}
