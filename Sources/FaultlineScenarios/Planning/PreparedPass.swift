// The steps of a scenario, checked and weighed for one set of parameters.

/// Steps that can be played, and what is known of them.
struct PreparedPass {
  let steps: [PlacedStep]
  let stock: Stock
  let streams: [String]
  let checkpoints: [Rehearsal.TakenCheckpoint]
  let operations: Int
}

/// Prepares passes; neighbours that differ in their store alone share one.
struct PreparedPasses {
  private let scenario: Scenario
  private var last: (values: [FormulaValue], pass: PreparedPass)?

  init(_ scenario: Scenario) { self.scenario = scenario }

  /// The pass under these parameters.
  mutating func pass(
    _ parameters: [(name: String, value: FormulaValue)]
  ) throws(Diagnostic) -> PreparedPass {
    let values = parameters.map(\.value)
    if let last, last.values == values { return last.pass }
    var steps = scenario.steps
    var rehearsal = Rehearsal(
      scenario.model, Names(parameters), scenario.vocabulary, canUndo: try scenario.canUndo())
    let stock = try scenario.data.stock(&rehearsal, atMost: scenario.mostOperations)
    try steps.check(&rehearsal)
    var work = Workload(scenario.model, Names(parameters), limit: scenario.mostOperations)
    work.stock(stock)
    try work.play(steps)
    let pass = PreparedPass(
      steps: steps, stock: stock, streams: rehearsal.streams, checkpoints: rehearsal.checkpoints,
      operations: work.operations)
    last = (values, pass)
    return pass
  }
}
