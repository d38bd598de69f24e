// The choices of a question: which of them is right is computed from what was measured, never written down.

import FaultlineKnowledge
import FaultlineReplay

/// One answer that a question offers.
struct OfferedChoice: Sendable {
  /// What the reader chooses.
  let says: String
  /// Whether it is right in what was measured.
  let isRight: Formula
  /// What a reader believes when choosing it where it is wrong.
  let mistake: String?
  /// Where it stands.
  let place: SourceRange

  static let keys = [
    Key("says", .text, required: true, "The answer, as the reader chooses it."),
    Key(
      "if", .formula, required: true,
      "Holds where the answer is right. A bare metric is read after the step that the question is about, and m@asked "
        + "before it; m@checkpoint at a checkpoint, also a later one."),
    Key(
      "mistake", .text,
      "What a reader believes when choosing it where it is wrong; required unless it is always right."
    ),
  ]

  init(_ node: Node) throws(Diagnostic) {
    let fields = try Fields(node, of: "a choice", keys: Self.keys)
    says = try fields.required("says").text()
    isRight = try Formula(try fields.required("if"))
    mistake = try fields.optional("mistake")?.text()
    place = try fields.required("says").range
  }
}

/// A question that offers choices.
struct OfferedQuestion: Sendable {
  let question: String
  let choices: [OfferedChoice]
  /// Where the question stands.
  let place: SourceRange
  /// The question of public threads that it asks in the inventory.
  let inventory: Int?
  /// What a reader of the inventory has to know of the reference, where its question is asked without its scenario.
  let here: String?

  static let choicesKey = Key(
    "choices", .list(.table(OfferedChoice.keys)),
    "Answers to choose from, two to nine; exactly one is right in what is measured, which may differ by variant."
  )
  static let inventoryKey = Key(
    "inventory", .integer(Question.numbers),
    "The number of the question, as 'faultline list questions' has it, that it asks in the inventory."
  )
  static let hereKey = Key(
    "here", .text,
    "A sentence for the inventory that says what the reference does: there the question stands without its scenario."
  )

  /// The reserved moment at which a question is asked.
  static let asked = "asked"
  private static let allowed = 2...9

  /// Reads the choices beside a question; nil where it has none.
  init?(_ text: StepText) throws(Diagnostic) {
    inventory = try text.beside.optional(Self.inventoryKey.name)?.integer(in: Question.numbers)
    let sentence = text.beside.optional(Self.hereKey.name)
    here = try sentence?.text()
    if inventory == nil, let sentence {
      throw sentence.diagnostic(
        "'\(Self.hereKey.name)' is for a question of the inventory",
        notes: ["\(Self.inventoryKey.name): \(Self.inventoryKey.meaning)"])
    }
    guard let list = text.beside.optional(Self.choicesKey.name) else {
      guard inventory == nil else {
        throw text.value.diagnostic(
          "a question of the inventory needs choices",
          notes: ["\(Self.choicesKey.name): \(Self.choicesKey.meaning)"])
      }
      return nil
    }
    question = try text.value.text()
    place = text.value.range
    var choices: [OfferedChoice] = []
    for node in try list.list() {
      let choice = try OfferedChoice(node)
      if choices.contains(where: { $0.says == choice.says }) {
        throw Diagnostic("\(choice.says.inQuotes) is offered a second time", at: choice.place)
      }
      choices.append(choice)
    }
    guard Self.allowed.contains(choices.count) else {
      throw list.diagnostic(
        "a question offers two to nine choices, and this one offers \(choices.count)")
    }
    self.choices = choices
  }
}
