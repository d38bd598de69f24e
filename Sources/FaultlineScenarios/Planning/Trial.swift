// One scenario under one variant: everything decided.

import Faultline
package import FaultlineMeasures
import FaultlineProfiler

/// What one process will do: a cell of a scenario, with its steps resolved.
package struct Trial: Sendable {
  let scenario: Scenario
  let cell: FilledCell
  let pass: PreparedPass
  package let repeats: Int
  /// What a search has fixed for it, for the process that plays it.
  package var over: [Setting] = []

  /// Which one it is.
  package var key: TrialKey { cell.key }
  var settings: ContextSettings { cell.settings }
  var parameters: Names { cell.parameters }
  package var store: StoreSet { cell.store }
  var model: ManagedObjectModel { scenario.model }
  package var stepTitles: [String] { scenario.stepTitles }
  /// What a step is called in results, where no folder of this machine has a place.
  func portableTitle(_ step: Int) -> String {
    let file = scenario.file
    return file == scenario.portableFile
      ? stepTitles[step]
      : stepTitles[step].replacing("(\(file):", with: "(\(scenario.portableFile):")
  }
  package var warmup: Int { scenario.measure.warmup }
  var steps: [PlacedStep] { pass.steps }
  /// A Boolean value that indicates whether its stores begin with a copy from the cache of filled databases.
  package var usesCache: Bool { store.loadsOnDisk && store.source == nil && !pass.data.isEmpty }
  /// Steps and objects of one pass, as far as they can be counted before it.
  package var operations: Int { pass.operations }

  /// The scenario's name and the cell's, such as `first-light/refresh`.
  package var id: String { key.id }

  /// What fills a store with its initial data.
  var loader: InitialDataLoader {
    InitialDataLoader(
      data: pass.data, seed: scenario.data.seed ?? scenario.seed, streams: pass.streams,
      names: parameters)
  }

  /// The name under which a filled store is kept.
  var dataFingerprint: String {
    Fingerprint.of(scenario.dataWords(parameters) + ProgramFacts.words)
  }

  /// What is read, and how exactly.
  package var metrics: [Metric] {
    settings.threads ? Probes.metrics.map(\.ofThreads) : Probes.metrics
  }

  /// The settings as a report lists them: the context's, then the parameters.
  package var listed: [Setting] { settings.listed + cell.parameters.settings }
}

// What is known of a trial's numbers before it runs: a plan says it, and its result does.
extension Trial {
  /// What its settings do to its numbers, in the words of its result.
  package var remarks: [Finding] { mapping + unsteadiness }

  /// What a store maps is in no heap number.
  private var mapping: [Finding] {
    guard store.isOnDisk, settings.stores.mapsItsFile else { return [] }
    return [
      Finding(
        kind: .measurement,
        message:
          "SQLite maps the store's file (mmap_size): the pages that it reads so are in no heap number, "
          + "neither in bytes.live nor in bytes.sqlite.",
        advice:
          "Compare bytes only among variants that map alike; what is mapped is in the process's memory all the same."
      )
    ]
  }

  /// Two passes that were not warmed up differ, which is seen; one alone looks as good as any.
  private var unsteadiness: [Finding] {
    guard warmup == 0, repeats == 1 else { return [] }
    return [
      Finding(
        kind: .measurement,
        message:
          "A single pass without a warm-up is not exact: what the runtime builds once counts "
          + "as the workload's, in bytes, allocations and what is left at the end.",
        advice: "Leave 'warmup' at 1, or measure twice to see the difference.")
    ]
  }
}

// What a trial plays before it measures.
extension Trial {
  /// Whether a pass of it is more than a scenario may have that allows itself no more.
  var isLarge: Bool { operations > PassLimits.standard.operations }

  /// The same cell at the sizes of a quick run, which a large trial plays before it measures; nil where it plays itself.
  ///
  /// Passes that are not measured are there for what the runtime builds once. That takes every step and not every object;
  /// but a step may be one that only a large size plays, so the sizes are the same where they cost little. They are the
  /// same, too, where a quick run has none that are smaller, or where those make no plan.
  package var smallWarmUp: Trial? {
    guard isLarge else { return nil }
    var quick = parameters
    for parameter in parameters.settings {
      guard let size = parameter.value.whole, let small = scenario.quickSize(of: parameter.name)
      else { continue }
      quick[parameter.name] = .whole(min(size, small))
    }
    let small = FilledCell(
      key: key, settings: settings, parameters: quick, shared: cell.shared, store: store)
    var passes = PreparedPasses(scenario)
    guard let pass = try? passes.pass(of: small), pass.operations < operations else { return nil }
    return Trial(scenario: scenario, cell: small, pass: pass, repeats: repeats, over: over)
  }
}

extension Scenario {
  /// The smallest value that a quick run gives a parameter; nil where it gives it none, or a word.
  fileprivate func quickSize(of name: String) -> Int? {
    let series = sizes.first { $0.parameter == name }?.quick?.first
    return series ?? parameters.first { $0.name == name }?.quick?.whole
  }
}

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
  /// Whether a fetch has a batch size.
  let fetchesInBatches: Bool
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
    scope.listening.keepMerges(at: estimate.playedMerges)
    let pass = PreparedPass(
      steps: steps, variables: scope.variables.names, data: scope.data, streams: scope.streams,
      listening: scope.listening, checkpoints: scope.checkpoints,
      operations: estimate.operations, fetchesInBatches: estimate.fetchesInBatches,
      search: estimate.search)
    last = (facts, pass)
    return pass
  }
}
