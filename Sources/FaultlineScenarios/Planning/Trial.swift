// One scenario under one variant: everything decided.

import Faultline
package import FaultlineMeasures

/// What one process will do.
package struct Trial: Sendable {
  /// The scenario's and the variant's name, such as `first-light/refresh`.
  package let id: String
  /// The variant's own name.
  package let variant: String
  /// The store's name, where the scenario runs on several.
  let storeName: String?
  let settings: ContextSettings
  let parameters: [(name: String, value: FormulaValue)]
  let model: ManagedObjectModel
  package let store: StoreKind
  let seed: UInt64
  let steps: [PlacedStep]
  /// What each stream of random numbers is for.
  let streams: [String]
  package let stepTitles: [String]
  package let repeats: Int
  package let warmup: Int
  /// Steps and objects of one pass, as far as they can be counted before it.
  package let operations: Int

  /// What reports call it: the variant, and the store where there are several.
  package var cell: String {
    TrialResult(id: id, variant: variant, store: storeName, samples: []).cell
  }

  /// The settings as a report lists them: the context's, then the parameters.
  package var listed: [Setting] {
    settings.listed + parameters.map { Setting(name: $0.name, value: $0.value.description) }
  }
}
