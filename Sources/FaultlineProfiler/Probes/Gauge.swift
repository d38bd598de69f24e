// A metric together with how it is read, so that neither is without the other.

package import FaultlineMeasures

/// What the argument of a metric is the name of.
package enum MetricArgument: Sendable {
  /// The keyword of the step that caused what is counted; `turn` where the end of a turn did.
  case cause
}

/// A metric and how it is read of the facts that its probe looks at.
package struct Gauge<Facts>: Sendable {
  /// What is read.
  package let metric: Metric
  /// What may stand in parentheses behind the metric's name; nil for a metric without an argument.
  package let argument: MetricArgument?
  /// Reads it; nil where it means nothing at this checkpoint.
  let read: @Sendable (Facts) -> Quantity?
  /// Reads it by argument, without zeros.
  let readEach: @Sendable (Facts) -> [String: Int]

  /// Defines a metric by a whole number.
  init(
    _ name: String, _ group: Metric.Group, _ meaning: String, _ rules: [String] = [],
    in scale: Metric.Scale = .count, better polarity: Metric.Polarity = .less,
    exactness: Metric.Exactness = .exact, by argument: MetricArgument? = nil,
    each readEach: @escaping @Sendable (Facts) -> [String: Int] = { _ in [:] },
    read: @escaping @Sendable (Facts) -> Int?
  ) {
    metric = Metric(
      name: name, group: group, scale: scale, polarity: polarity, exactness: exactness,
      meaning: meaning, rules: rules)
    self.argument = argument
    self.readEach = readEach
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
    argument = nil
    readEach = { _ in [:] }
    self.read = { .real(read($0)) }
  }
}
