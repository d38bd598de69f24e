// question: what a reader may think about before the answer.

/// Asks the reader something; nothing is done.
package struct QuestionStep: Step {
  package static let keyword = "question"
  package static let value = Kind.text
  package static let meaning = "Ask the reader something before it is shown, for the report."
  package static let beside = [
    Key("answer", .text, required: true, "What is right, and why."),
    OfferedQuestion.choicesKey,
    OfferedQuestion.inventoryKey,
    OfferedQuestion.hereKey,
  ]
  package static let example = """
    - question: The context has saved. How many employees does it hold now?
      choices:
        - says: All of them
          if: held.change == 4
          mistake: A context holds what it has saved.
        - says: None
          if: held.change == 0
          mistake: A save is forgotten at once.
      answer: None; it held them for their changes alone (R3).
    """
  package static let hasOwnTurns = true

  /// What is asked, and what the author says is right; a replay shows what was measured beside it.
  let question: String
  let answer: String
  /// The choices, if there are any.
  let offer: OfferedQuestion?

  package static func describe(
    _ text: StepText, in outline: StepOutline
  ) throws(Diagnostic) {
    outline.note("\(try text.value.text()) \(try text.beside.required("answer").text())")
    if let offer = try OfferedQuestion(text) { outline.ask(offer) }
  }

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    question = try text.value.text()
    answer = try text.beside.required("answer").text()
    offer = try OfferedQuestion(text)
  }

  package func execute(in session: Session) throws {}
}
