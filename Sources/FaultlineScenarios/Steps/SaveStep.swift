// save: unsaved changes go to the store, unless they may not.

import Faultline

/// Saves the context, or expects that it cannot be saved (N4).
package struct SaveStep: Step {
  package static let keyword = "save"
  package static let meaning = "Save the context."
  package static let example = "- save: {}"
  package static let keys = [
    Refusal.key("Whether the save must be refused, because something is not valid or in conflict")
  ]

  private let refusal: Refusal

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    refusal = try Refusal(try text.fields(of: Self.self))
  }

  package func execute(in session: Session) throws {
    try refusal.judge("save") { () throws(GraphError) in try session.context.save() }
  }
}
