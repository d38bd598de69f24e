// The steps of a scenario, resolved and added up for one set of parameters.

import FaultlineMeasures

/// Steps that can be played, and what is known of them.
struct PreparedPass: Sendable {
  let steps: [PlacedStep]
  /// The names of the script's variables, by their numbers.
  let variables: [String]
  let data: InitialData
  let streams: [String]
  let listening: Listening
  let checkpoints: [PlanScope.TakenCheckpoint]
  let operations: Int
  /// The columns' checkpoints that it takes, and those that it does not.
  let search: CheckpointSearch
}

/// Prepares passes; neighbours in which the same can be done share one.
struct PreparedPasses {
  private let scenario: Scenario
  private var last: (facts: Facts, pass: PreparedPass)?

  /// All that steps are resolved against and that differs from cell to cell.
  private struct Facts: Equatable {
    let parameters: [Setting]
    let queue: QueueSetting?
    let renewsContext: Bool
    let isOnDisk: Bool
    let storeNames: [String]
    /// How objects come from fetches.
    let fetching: [Setting]
    /// The rules that are switched off.
    let rules: [Setting]
    let hasThreads: Bool

    init(_ cell: FilledCell) {
      parameters = cell.parameters.settings
      queue = cell.settings.sharing.queue
      renewsContext = cell.settings.routine.renewsContext(in: cell.parameters)
      isOnDisk = cell.store.isOnDisk
      storeNames = cell.store.names
      fetching = cell.settings.fetching.listed
      rules = cell.settings.rules.listed
      hasThreads = cell.settings.threads
    }
  }

  init(_ scenario: Scenario) { self.scenario = scenario }

  /// The pass of a cell.
  mutating func pass(of cell: FilledCell) throws(Diagnostic) -> PreparedPass {
    let facts = Facts(cell)
    if let last, last.facts == facts { return last.pass }
    let names = cell.parameters
    var scope = PlanScope(
      scenario.model, names, scenario.vocabulary, canUndo: try scenario.canUndo(),
      fetching: cell.settings.fetching, on: cell.store)
    try cell.settings.fetching.check(scenario.model)
    try scenario.data.resolve(in: &scope, atMost: scenario.limits)
    let steps = try scope.steps(scenario.steps)
    var estimate = CostEstimate(
      scenario.model, names, limits: scenario.limits, in: cell.settings,
      lookingFor: scenario.columnCheckpoints)
    estimate.add(scope.data)
    try estimate.play(steps)
    let pass = PreparedPass(
      steps: steps, variables: scope.variables.names, data: scope.data, streams: scope.streams,
      listening: scope.listening, checkpoints: scope.checkpoints,
      operations: estimate.operations, search: estimate.search)
    last = (facts, pass)
    return pass
  }
}
