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
