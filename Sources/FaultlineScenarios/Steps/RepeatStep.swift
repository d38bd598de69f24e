// repeat: the same steps, many times.

/// Plays steps a number of times; a name may stand for the round.
package struct RepeatStep: Step {
  package static let keyword = "repeat"
  package static let value = Kind.formula
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
    try rehearsal.check(&steps, naming: name)
  }

  package func weigh(_ work: inout Workload) throws(Diagnostic) {
    try work.play(steps, times: try work.count(count), naming: name)
  }

  package func run(on stage: Stage) throws(StepFailure) {
    for round in 0..<(try count.count(in: stage.names)) {
      try stage.play(steps, naming: name, round)
    }
  }
}

extension RepeatStep: Unrolling {
  func unroll(on stage: Stage) throws(StepFailure) -> Unrolled {
    Unrolled(steps: steps, times: try count.count(in: stage.names), loop: (true, name))
  }
}
