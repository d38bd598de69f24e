// What each trial of a scenario is compared with, found without a search for each.

/// The trials that the others of a scenario are compared with.
package struct TrialReferences: Sendable {
  private let places: [TrialKey: TrialResult]
  private let variant: String
  /// The trial that all others are compared with, where the reference is the only variant.
  private let only: TrialResult?

  /// Finds the references of a scenario.
  package init(_ scenario: ScenarioResult) {
    variant = scenario.reference
    let references = scenario.trials.filter { $0.variant == scenario.reference }
    only = references.count == scenario.trials.count ? references.first : nil
    places = Dictionary(
      references.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What a trial is compared with: the reference variant in the same place.
  ///
  /// Where the reference is the only variant, its places are compared with the first of them.
  package func reference(of trial: TrialResult) -> TrialResult? {
    only ?? places[trial.key.with(variant: variant)]
  }

  /// Whether a trial is one that others are compared with.
  package func isReference(_ trial: TrialResult) -> Bool {
    reference(of: trial)?.key == trial.key
  }
}
