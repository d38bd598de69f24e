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

  package static func describe(
    _ text: StepText, in outline: StepOutline
  ) throws(Diagnostic) {
    outline.note("\(try text.value.text()) \(try text.beside.required("answer").text())")
  }

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    question = try text.value.text()
    answer = try text.beside.required("answer").text()
  }

  package func execute(in session: Session) throws {}
}
