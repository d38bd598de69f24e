// repeat: the same steps, many times.

/// Plays steps a number of times; a name may stand for the round.
package struct RepeatStep: Step {
  package static let keyword = "repeat"
  package static let meaning = "Play steps a number of times."
  package static let beside = [
    Key("as", .name, "The name of the round's number, counted from 0."),
    Key("steps", .steps, required: true, "What is repeated."),
  ]
  package static let example = """
    - repeat: 3
      as: i
      steps:
        - insert: {entity: Employee, set: {name: 'Round {i}'}}
        - save: {}
    """
  package static let hasOwnTurns = true

  private let count: Formula
  private let name: String?
  private var steps: [PlacedStep]

  package init(_ text: StepText) throws(Diagnostic) {
    count = try Formula(text.value)
    name = try text.beside.optional("as")?.identifier()
    steps = try text.steps()
  }

  package mutating func check(_ rehearsal: inout Rehearsal) throws(Diagnostic) {
    try rehearsal.check(count)
    try checkCount(rehearsal)
    let outer = rehearsal.names
    if let name { rehearsal.names = outer.with(name, 0) }
    rehearsal.loopDepth += 1
    try steps.check(&rehearsal)
    rehearsal.loopDepth -= 1
    rehearsal.names = outer
  }

  /// A count that is not whole is refused before anything runs.
  private func checkCount(_ rehearsal: Rehearsal) throws(Diagnostic) {
    do throws(FormulaError) {
      let value = try count.value(in: rehearsal.names)
      guard let whole = value.whole, whole >= 0 else {
        throw FormulaError(
          .wrongKind, "'\(count)' is \(value), and a loop needs a whole number of rounds")
      }
    } catch {
      throw count.diagnostic(error)
    }
  }

  package func run(on stage: Stage) throws(StepFailure) {
    for round in 0..<(try count.count(in: stage.names)) {
      try stage.play(steps, naming: name, round)
    }
  }
}
