// expect: what must hold here and now.

import FaultlineMeasures

/// Takes a reading without a name, which is judged when the trial is over.
package struct ExpectStep: Step {
  package static let keyword = "expect"
  package static let value = Kind.formula
  package static let meaning = "Expect something at this moment of the run."
  package static let beside = [
    Key(
      "because", .text,
      "Why it must hold, with the rules that it shows in brackets, (C1) or (F3, R6).")
  ]
  package static let example = """
    - expect: objects.registered == 2 * rows
      because: The names hold every employee.
    """
  /// A turn of its own would drain nothing, and a reading must not change what it reads.
  package static let hasOwnTurns = true

  private let number: Int

  package static func describe(
    _ text: StepText, in outline: StepOutline
  ) throws(Diagnostic) {
    outline.expect(
      MomentaryExpectation(
        that: try Formula(text.value), because: try text.beside.optional("because")?.text(),
        place: text.value.range))
  }

  package init(_ text: StepText, in scope: inout PlanScope) throws(Diagnostic) {
    try scope.check(expected: try Formula(text.value))
    number = scope.nextExpectation()
  }

  package func execute(in session: Session) throws {
    try session.checkpoint(
      MomentaryExpectation.checkpoint(number, inRounds: session.rounds.map(\.number)),
      template: MomentaryExpectation.checkpoint(number))
  }
}

extension MomentaryExpectation {
  /// What the names of their checkpoints, and of no others, begin with.
  static let prefix = "expect "

  /// The name of the checkpoint at which one of them was read.
  static func checkpoint(_ number: Int, inRounds rounds: [Int] = []) -> String {
    ([prefix + String(number)] + rounds.map(String.init)).joined(separator: "-")
  }
}
