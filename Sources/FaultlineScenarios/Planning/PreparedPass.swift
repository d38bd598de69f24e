// The steps of a scenario, checked and weighed for one set of parameters.

import FaultlineMeasures

/// Steps that can be played, and what is known of them.
struct PreparedPass {
  let steps: [PlacedStep]
  let stock: Stock
  let streams: [String]
  let listening: Listening
  let checkpoints: [Rehearsal.TakenCheckpoint]
  let operations: Int
  /// The columns' checkpoints that it takes, and those that it does not.
  let search: CheckpointSearch
}

/// Prepares passes; neighbours in which the same can be done share one.
struct PreparedPasses {
  private let scenario: Scenario
  private var last: (facts: Facts, pass: PreparedPass)?

  /// All that steps are checked against and that differs from cell to cell.
  private struct Facts: Equatable {
    let values: [FormulaValue]
    let queue: QueueSetting?
    let renewsContext: Bool
    let isOnDisk: Bool
    let storeNames: [String]
    /// How objects come from fetches.
    let fetching: [Setting]

    init(_ cell: FilledCell) {
      values = cell.parameters.map(\.value)
      queue = cell.settings.sharing.queue
      renewsContext = cell.settings.routine.renewsContext(in: Names(cell.parameters))
      isOnDisk = cell.store.isOnDisk
      storeNames = cell.store.names
      fetching = cell.settings.fetching.listed
    }
  }

  init(_ scenario: Scenario) { self.scenario = scenario }

  /// The pass of a cell.
  mutating func pass(of cell: FilledCell) throws(Diagnostic) -> PreparedPass {
    let facts = Facts(cell)
    if let last, last.facts == facts { return last.pass }
    let parameters = cell.parameters
    var steps = scenario.steps
    var rehearsal = Rehearsal(
      scenario.model, Names(parameters), scenario.vocabulary, canUndo: try scenario.canUndo(),
      fetching: cell.settings.fetching, on: cell.store)
    try cell.settings.fetching.check(scenario.model)
    let stock = try scenario.data.stock(&rehearsal, atMost: scenario.mostOperations)
    try steps.check(&rehearsal)
    var work = Workload(
      scenario.model, Names(parameters), limit: scenario.mostOperations, in: cell.settings,
      lookingFor: scenario.columnCheckpoints)
    work.stock(stock)
    try work.play(steps)
    let pass = PreparedPass(
      steps: steps, stock: stock, streams: rehearsal.streams, listening: rehearsal.listening,
      checkpoints: rehearsal.checkpoints,
      operations: work.operations, search: work.search)
    last = (facts, pass)
    return pass
  }
}
