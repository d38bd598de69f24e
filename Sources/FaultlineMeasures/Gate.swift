// What decides whether a change is worse: the measurements that a scenario cares about.

/// The measurements of a scenario that gate, and the limits that warn.
package struct Gate: Sendable, Hashable {
  /// The measurements that gate: a metric at one checkpoint, or at all of them.
  package var measurements: [Judgement.Asked]
  /// Limits that warn and fail nothing.
  package var limits: [SoftLimit]

  /// A limit above which a measurement is reported.
  package struct SoftLimit: Sendable, Codable, Hashable {
    /// The metric.
    package var metric: String
    /// The checkpoint; nil for all.
    package var checkpoint: String?
    /// The greatest value that is not reported.
    package var most: Quantity

    /// Sets a limit.
    package init(metric: String, checkpoint: String? = nil, most: Quantity) {
      self.metric = metric
      self.checkpoint = checkpoint
      self.most = most
    }
  }

  /// Gathers what gates.
  package init(_ measurements: [Judgement.Asked] = [], limits: [SoftLimit] = []) {
    self.measurements = measurements.withoutRepeats
    self.limits = limits
  }

  /// The metrics that gate where a scenario has neither columns nor expectations.
  package static let defaults = [
    MetricName.objectsLive, MetricName.leakedObjects, MetricName.roundTrips, MetricName.bytesPeak,
  ]

  /// The totals that a baseline keeps of every checkpoint although they gate nothing.
  package static let informing = [
    MetricName.objectsLive, MetricName.roundTrips, MetricName.bytesLive, MetricName.allocations,
  ]

  /// The gate of a scenario with these columns that asks for these measurements.
  package init(
    columns: [Column], asking asked: [Judgement.Asked], adding added: [Judgement.Asked] = [],
    limits: [SoftLimit] = []
  ) {
    let own =
      columns.map { Judgement.Asked(metric: $0.metric, checkpoint: $0.checkpoint) } + asked
    let defaults = Self.defaults.map { Judgement.Asked(metric: $0, checkpoint: nil) }
    self.init((own.isEmpty ? defaults : own) + added, limits: limits)
  }

  /// Returns whether a metric gates at a checkpoint.
  package func contains(_ metric: String, at checkpoint: String) -> Bool {
    measurements.contains {
      $0.metric == metric && ($0.checkpoint == nil || $0.checkpoint == checkpoint)
    }
  }

  /// Returns whether a baseline keeps a measurement.
  package func keeps(_ metric: String) -> Bool {
    Self.informing.contains(metric) || measurements.contains { $0.metric == metric }
  }

  /// Returns whether a baseline keeps a measurement at a checkpoint.
  package func keeps(_ metric: String, at checkpoint: String) -> Bool {
    Self.informing.contains(metric) || contains(metric, at: checkpoint)
  }
}

extension Gate: Codable {
  private static let fields: [Field<Gate>] = [
    Field("measurements", \.measurements, .list(.named("asked"))),
    Field(unlessEmpty: "limits", \.limits, .list(.named("softLimit"))),
  ]

  /// The rows of the schema.
  static var rows: [Shape.Row] { fields.rows() }

  /// Reads a gate.
  package init(from decoder: any Decoder) throws {
    self.init()
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes a gate.
  package func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}

extension ScenarioResult {
  /// The gate of the scenario; of a result that does not say, the one that its columns and answers make.
  package var decidingGate: Gate {
    gate ?? Gate(columns: columns, asking: judgements.flatMap(\.asks))
  }

  /// The measurements above the scenario's soft limits, a sentence each.
  package var warnings: [String] {
    decidingGate.limits.flatMap { limit -> [String] in
      let scale = metric(limit.metric)?.scale ?? .count
      return trials.compactMap { trial -> String? in
        let over = trial.samples.first?.checkpoints.filter { checkpoint in
          limit.checkpoint == nil || limit.checkpoint == checkpoint.name
        }.compactMap { checkpoint in
          checkpoint[limit.metric].map { (name: checkpoint.name, quantity: $0) }
        }.max { $0.quantity < $1.quantity }
        guard let over, over.quantity > limit.most else { return nil }
        return
          "\(trial.id): \(limit.metric)@\(over.name) is \(NumberText.exact(over.quantity, scale)), "
          + "above the soft limit of \(NumberText.exact(limit.most, scale))"
      }
    }
  }
}

// How much a reading may differ from its baseline before it is reported. Exact readings need none;
// what a scenario's author allows all the same stands here.

/// What a scenario allows some metrics to differ by.
package struct Tolerance: Sendable, Codable, Hashable {
  /// The metrics it is about: a name, or a pattern in which `*` stands for any text.
  package var metrics: String
  /// The variants it is about; empty for all.
  package var variants: [String]
  /// The greatest difference in the metric's own unit.
  package var absolute: Double?
  /// The greatest difference as a part of the base.
  package var relative: Double?
  /// The least and the greatest value that are fine whatever the base is.
  package var range: ClosedRange<Double>?

  /// Allows something; what is allowed in any of the ways is allowed.
  package init(
    metrics: String, variants: [String] = [], absolute: Double? = nil, relative: Double? = nil,
    range: ClosedRange<Double>? = nil
  ) {
    self.metrics = metrics
    self.variants = variants
    self.absolute = absolute
    self.relative = relative
    self.range = range
  }

  /// Whether it is about a metric of a variant.
  package func isAbout(_ metric: String, of variant: String) -> Bool {
    (variants.isEmpty || variants.contains(variant))
      && Wildcard(metrics).matches(metric)
  }

  /// Whether a reading may change like this.
  package func allows(_ head: Quantity, after base: Quantity) -> Bool {
    let change = head.subtracting(base).double.magnitude
    if let absolute, change <= absolute { return true }
    if let relative, change <= relative * base.double.magnitude { return true }
    return range?.contains(head.double) ?? false
  }
}
