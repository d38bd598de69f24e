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
