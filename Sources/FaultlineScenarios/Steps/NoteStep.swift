// note: a sentence for readers of the report.

/// Explains what happens; nothing is done.
package struct NoteStep: Step {
  package static let keyword = "note"
  package static let value = Kind.text
  package static let meaning = "Explain what happens here, for the report."
  package static let example = "- note: From here on nothing holds the employees."
  package static let hasOwnTurns = true

  let note: String

  package init(_ text: StepText) throws(Diagnostic) {
    note = try text.value.text()
    text.numbering.note(note)
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {}

  package func run(on stage: Stage) throws(StepFailure) {}
}
