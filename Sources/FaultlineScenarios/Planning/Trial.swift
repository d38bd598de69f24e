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
