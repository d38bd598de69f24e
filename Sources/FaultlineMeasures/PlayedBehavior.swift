// What nothing public settles, played at both of its ends: how far each reading goes, and what moves it.

/// A question about Core Data that is open, or was settled by a measurement.
package struct PlayedBehavior: Sendable, Hashable {
  /// The word that sets it, such as `rowCache`.
  package var key: String
  /// The end that the readings show.
  package var end: String
  /// The other end, which was played by itself.
  package var other: String
  /// How many readings are others at the other end.
  package var moved: Int
  /// Which headlines of which variants stand otherwise to the reference at the other end: better here and worse there.
  package var turned: [String]
  /// The headlines of which another variant is the best at the other end.
  package var otherBest: [String]
  /// What the end that is shown was measured on, such as `macOS 26.1`; nil while the question is open.
  package var settled: String?
  /// Why the other end is not known everywhere.
  package var failureReason: String?

  /// Describes a band.
  package init(
    key: String, end: String, other: String, moved: Int = 0, turned: [String] = [],
    otherBest: [String] = [], settled: String? = nil, failureReason: String? = nil
  ) {
    self.turned = turned
    self.otherBest = otherBest
    self.key = key
    self.end = end
    self.other = other
    self.moved = moved
    self.settled = settled
    self.failureReason = failureReason
  }
}

/// How far a reading goes between the ends of all bands, each played by itself.
package struct ReadingRange: Sendable, Hashable {
  /// Where it was read.
  package var checkpoint: String
  /// What was read.
  package var metric: String
  /// The least of all.
  package var least: Quantity
  /// The greatest of all.
  package var most: Quantity
  /// The band whose other end is farthest from what is shown.
  package var band: String

  /// Describes a range.
  package init(checkpoint: String, metric: String, least: Quantity, most: Quantity, band: String) {
    self.checkpoint = checkpoint
    self.metric = metric
    self.least = least
    self.most = most
    self.band = band
  }
}

extension TrialResult {
  /// The range of a reading, if an end of a band moves it.
  package func range(_ metric: String, at checkpoint: String) -> ReadingRange? {
    ranges.first { $0.metric == metric && $0.checkpoint == checkpoint }
  }

  /// How far its exact readings go with the same trial at other ends, each with its band, in the order of the readings.
  package func ranges(
    to others: [(band: String, trial: TrialResult)], on metrics: [Metric]
  ) -> [ReadingRange] {
    let exact = ExactMetrics(metrics)
    let samples = others.compactMap { other in other.trial.samples.first.map { (other.band, $0) } }
    return (self.samples.first?.checkpoints ?? []).flatMap { checkpoint -> [ReadingRange] in
      let there = samples.compactMap { band, sample in
        sample[checkpoint.name].map { (band, $0.byMetric) }
      }
      return checkpoint.readings.compactMap { reading in
        guard exact.contains(reading.metric) else { return nil }
        var range: ReadingRange?
        var farthest = 0.0
        for (band, readings) in there {
          guard let other = readings[reading.metric], other != reading.quantity else { continue }
          var wider =
            range
            ?? ReadingRange(
              checkpoint: checkpoint.name, metric: reading.metric, least: reading.quantity,
              most: reading.quantity, band: band)
          wider.least = min(wider.least, other)
          wider.most = max(wider.most, other)
          let distance = abs(other.double - reading.quantity.double)
          if distance > farthest { (farthest, wider.band) = (distance, band) }
          range = wider
        }
        return range
      }
    }
  }
}

extension Checkpoint {
  fileprivate var byMetric: [String: Quantity] {
    Dictionary(readings.map { ($0.metric, $0.quantity) }, uniquingKeysWith: { first, _ in first })
  }
}

extension PlayedBehavior: Codable {
  /// All that a document says of a band.
  static let fields: [Field<PlayedBehavior>] = [
    Field("key", \.key, .text),
    Field("end", \.end, .text),
    Field("other", \.other, .text),
    Field("moved", \.moved, .whole(from: 0)),
    Field(unlessEmpty: "turned", \.turned, .texts),
    Field(unlessEmpty: "otherBest", \.otherBest, .texts),
    Field(ifKnown: "settled", \.settled, .text),
    Field(ifKnown: "doubt", \.failureReason, .text),
  ]

  /// Reads a band.
  package init(from decoder: any Decoder) throws {
    self.init(key: "", end: "", other: "")
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes a band.
  package func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}

extension ReadingRange: Codable {
  /// All that a document says of a range.
  static let fields: [Field<ReadingRange>] = [
    Field("checkpoint", \.checkpoint, .text),
    Field("metric", \.metric, .text),
    Field("least", \.least, .named("quantity")),
    Field("most", \.most, .named("quantity")),
    Field("band", \.band, .text),
  ]

  /// Reads a range.
  package init(from decoder: any Decoder) throws {
    self.init(checkpoint: "", metric: "", least: .integer(0), most: .integer(0), band: "")
    try Self.fields.read(into: &self, from: decoder)
  }

  /// Writes a range.
  package func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }
}
