// One scenario under one variant: everything decided.

import Faultline
package import FaultlineMeasures
import FaultlineProfiler

/// What one process will do.
package struct Trial: Sendable {
  /// Which one it is.
  package let key: TrialKey
  let settings: ContextSettings
  let parameters: [(name: String, value: FormulaValue)]
  /// The parameters as all variants in the same place start from them.
  let shared: [(name: String, value: FormulaValue)]
  let model: ManagedObjectModel
  package let store: StoreSet
  let seed: UInt64
  /// What its store holds before the first step.
  let data: InitialData
  /// Where the random numbers of those rows start.
  let dataSeed: UInt64
  /// Tells such rows from others, in words that are hashed.
  let dataWords: [String]
  let steps: [PlacedStep]
  /// The names of the script's variables, by their numbers.
  let variables: [String]
  /// What each stream of random numbers is for.
  let streams: [String]
  /// Who listens to what.
  let listening: Listening
  package let stepTitles: [String]
  /// The rules that the scenario shows.
  let rules: [String]
  package let repeats: Int
  package let warmup: Int
  /// Steps and objects of one pass, as far as they can be counted before it.
  package let operations: Int

  /// The scenario's name and the cell's, such as `first-light/refresh`.
  package var id: String { key.id }

  /// What fills a store with its initial data.
  var loader: InitialDataLoader {
    InitialDataLoader(
      data: data, seed: dataSeed, streams: streams, names: Names(parameters))
  }

  /// The name under which a filled store is kept.
  var dataFingerprint: String { Fingerprint.of(dataWords + ProgramFacts.words) }

  /// What is read, and how exactly.
  package var metrics: [Metric] {
    settings.threads ? Probes.metrics.map(\.ofThreads) : Probes.metrics
  }

  /// The settings as a report lists them: the context's, then the parameters.
  package var listed: [Setting] {
    settings.listed + parameters.map { Setting(name: $0.name, value: $0.value.setting) }
  }
}
