// What became of one scenario under one variant: its samples, or how it died.

/// The result of one trial, a scenario under one variant in a process of its own.
public struct TrialResult: Sendable, Codable, Hashable {
  /// The scenario's and the variant's name, such as `first-light/refresh`.
  public var id: String
  /// The variant's name.
  public var variant: String
  /// The store it ran on, where the scenario runs on several.
  public var store: String?
  /// What the variant set, in order.
  public var settings: [Setting]
  /// The measured passes that were kept.
  public var samples: [Sample]
  /// What was noticed; see `ScenarioResult.findings(of:)` for all of it.
  public var findings: [Finding]
  /// How it died, if it did.
  public var death: Death?

  /// Gathers what a trial answered.
  public init(
    id: String, variant: String, store: String? = nil, settings: [Setting] = [],
    samples: [Sample], findings: [Finding] = [], death: Death? = nil
  ) {
    self.id = id
    self.variant = variant
    self.store = store
    self.settings = settings
    self.samples = samples
    self.findings = findings
    self.death = death
  }

  /// Where it ran, as far as the scenario varies more than its variants: `rows=1000 · sqlite`.
  ///
  /// It is what stands behind the variant in the id; nil when nothing does.
  public var place: String? {
    guard let slash = id.firstIndex(of: "/") else { return nil }
    let rest = id[id.index(after: slash)...]
    guard rest.hasPrefix("\(variant)/") else { return nil }
    return String(rest.dropFirst(variant.count + 1)).replacing("/", with: " · ")
  }

  /// What reports call it: the variant, and where it ran.
  public var cell: String {
    place.map { "\(variant) · \($0)" } ?? variant
  }

  /// What was read of a metric at a checkpoint, by the first measured pass that has read it.
  public func reading(_ metric: String, at checkpoint: String) -> Quantity? {
    samples.lazy.compactMap { $0[checkpoint]?[metric] }.first
  }
}
