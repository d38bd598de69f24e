// question: what a reader may think about before the answer.

/// Asks the reader something; nothing is done.
package struct QuestionStep: Step {
  package static let keyword = "question"
  package static let value = Kind.text
  package static let meaning = "Ask the reader something before it is shown, for the report."
  package static let beside = [
    Key("answer", .text, required: true, "What is right, and why.")
  ]
  package static let example = """
    - question: The context has saved. Who holds the employees now?
      answer: Only the name 'staff'; the context held them for their changes alone.
    """
  package static let hasOwnTurns = true

  /// What is asked, and what the author says is right; a replay shows what was measured beside it.
  let question: String
  let answer: String

  package init(_ text: StepText) throws(Diagnostic) {
    question = try text.value.text()
    answer = try text.beside.required("answer").text()
    text.numbering.note("\(question) \(answer)")
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {}

  package func run(on stage: Stage) throws(StepFailure) {}
}
