// note: a sentence for readers of the report.

/// Explains what happens; nothing is done.
package struct NoteStep: Step {
  package static let keyword = "note"
  package static let value = Kind.text
  package static let meaning = "Explain what happens here, for the report."
  package static let example = "- note: From here on nothing holds the employees."
  package static let hasOwnTurns = true

  let note: String

  package static func describe(
    _ text: StepText, in outline: StepOutline
  ) throws(Diagnostic) {
    outline.note(try text.value.text())
  }

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    note = try text.value.text()
  }

  package func execute(in session: Session) throws {}
}
