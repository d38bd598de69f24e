// What became of one scenario under one variant: its samples, or how it died.

/// The result of one trial, a scenario under one variant in a process of its own.
package struct TrialResult: Sendable, Hashable {
  /// Which trial it is.
  package var key: TrialKey
  /// What the variant set, in order.
  package var settings: [Setting]
  /// The measured passes that were kept.
  package var samples: [Sample]
  /// What was noticed; see `ScenarioResult.findings(of:)` for all of it.
  package var findings: [Finding]
  /// How it died, if it did.
  package var death: Death?
  /// What held the memory when it was the most, where that was found out.
  package var peak: PeakExplanation?
  /// What was tried to lower the peak, where that was asked for.
  package var tried: TriedChanges?
  /// The readings that an end of a band moves, each with how far.
  package var ranges: [ReadingRange] = []

  /// Gathers what a trial answered.
  package init(
    _ key: TrialKey, settings: [Setting] = [], samples: [Sample], findings: [Finding] = [],
    death: Death? = nil, peak: PeakExplanation? = nil, tried: TriedChanges? = nil
  ) {
    self.key = key
    self.settings = settings
    self.samples = samples
    self.findings = findings
    self.death = death
    self.peak = peak
    self.tried = tried
  }

  /// The id under which it is filed, such as `first-light/refresh`.
  package var id: String { key.id }

  /// The variant's name.
  package var variant: String { key.variant }

  /// The store it ran on, where the scenario runs on several.
  package var store: String? { key.store }

  /// Where it ran, as far as the scenario varies more than its variants: `rows=1000 · sqlite`.
  package var place: String? { key.place }

  /// What reports call it: the variant, and where it ran.
  package var cell: String { key.title }

  /// What was read of a metric at a checkpoint, by the first measured pass that has read it.
  package func reading(_ metric: String, at checkpoint: String) -> Quantity? {
    samples.lazy.compactMap { $0[checkpoint]?[metric] }.first
  }
}

// Whether two trials did the same work: what was set, as one short text and as the words that differ.
extension [Setting] {
  /// Sixteen hexadecimal digits that differ when anything that is set differs.
  var fingerprint: String {
    let pairs = map { [$0.name, $0.value.plain] }
    return Fingerprint.of(pairs.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self))
  }
}

extension TrialResult {
  /// Sixteen hexadecimal digits that differ when anything that was set differs.
  package var fingerprint: String { settings.fingerprint }

  /// What is set differently from an earlier trial, each by its name and in a few words; empty for the same work.
  package func workloadChanges(from base: TrialResult) -> [(name: String, words: String)] {
    guard fingerprint != base.fingerprint else { return [] }
    let old = Setting.byName(base.settings)
    let new = Setting.byName(settings)
    let words = Set(old.keys).union(new.keys).sorted().compactMap {
      name -> (name: String, words: String)? in
      switch (old[name], new[name]) {
      case (let before?, let after?):
        before.plain == after.plain ? nil : (name, "\(name) was \(before) and is \(after)")
      case (nil, let after?): (name, "\(name) is \(after) and was not set")
      case (let before?, nil): (name, "\(name) was \(before) and is not set")
      case (nil, nil): nil
      }
    }
    return words.isEmpty ? [("", "something is set twice")] : words
  }
}

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
