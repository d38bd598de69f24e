// A metric together with how it is read, so that neither is without the other.

package import FaultlineMeasures

/// A metric and how it is read of the facts that its probe looks at.
package struct Gauge<Facts>: Sendable {
  /// What is read.
  package let metric: Metric
  /// Reads it; nil where it means nothing at this checkpoint.
  let read: @Sendable (Facts) -> Quantity?

  /// Defines a metric by a whole number.
  init(
    _ name: String, _ group: Metric.Group, _ meaning: String, _ rules: [String] = [],
    in scale: Metric.Scale = .count, better polarity: Metric.Polarity = .less,
    exactness: Metric.Exactness = .exact, read: @escaping @Sendable (Facts) -> Int?
  ) {
    metric = Metric(
      name: name, group: group, scale: scale, polarity: polarity, exactness: exactness,
      meaning: meaning, rules: rules)
    self.read = { read($0).map { .integer($0) } }
  }

  /// Defines an informative metric by a part of one.
  init(
    ratio name: String, _ group: Metric.Group, _ meaning: String,
    read: @escaping @Sendable (Facts) -> Double
  ) {
    metric = Metric(
      name: name, group: group, scale: .ratio, polarity: .less, exactness: .informative,
      meaning: meaning)
    self.read = { .real(read($0)) }
  }
}
