// The shapes that samples have in documents: readings as an object keyed by metric, which is short to read and whose
// differences are short to review.

/// The order in which readings are shown again: that of the definitions, then by name.
struct ReadingOrder {
  private let ranks: [String: Int]

  init(_ metrics: [Metric]) {
    ranks = Dictionary(
      metrics.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func sorted(_ sample: Sample) -> Sample {
    var sample = sample
    for place in sample.checkpoints.indices { sort(&sample.checkpoints[place].readings) }
    return sample
  }

  private func sort(_ readings: inout [Reading]) {
    readings.sort { left, right in
      let ranks = (ranks[left.metric] ?? Int.max, ranks[right.metric] ?? Int.max)
      return ranks.0 == ranks.1 ? left.metric < right.metric : ranks.0 < ranks.1
    }
  }
}

/// A checkpoint in a document.
struct CheckpointRecord: Sendable, Codable, Hashable {
  var name: String
  var readings: [String: Quantity]
  /// Only ever true: a checkpoint at which every object was looked at does not say so.
  var partial: Bool?
  /// Where it comes from, unless its name says it all.
  var origin: CheckpointOrigin?

  init(_ checkpoint: Checkpoint) {
    name = checkpoint.name
    partial = checkpoint.isPartial ? true : nil
    origin = checkpoint.origin.flatMap { origin in
      origin == CheckpointOrigin(template: checkpoint.name, rounds: []) ? nil : origin
    }
    readings = Dictionary(
      checkpoint.readings.map { ($0.metric, $0.quantity) }, uniquingKeysWith: { first, _ in first })
  }

  /// The checkpoint, whose readings have no order yet.
  var checkpoint: Checkpoint {
    Checkpoint(
      name: name, readings: readings.map { Reading(metric: $0.key, quantity: $0.value) },
      origin: origin, isPartial: partial ?? false)
  }
}

/// A pass in a document.
struct SampleRecord: Sendable, Codable, Hashable {
  var pass: Int
  var checkpoints: [CheckpointRecord]

  init(_ sample: Sample) {
    pass = sample.pass
    checkpoints = sample.checkpoints.map(CheckpointRecord.init)
  }

  var sample: Sample { Sample(pass: pass, checkpoints: checkpoints.map(\.checkpoint)) }
}

/// The passes of a trial in a document: `checkpoints` once when all of them agree, else every one of `samples`.
struct PassesRecord: Sendable, Codable, Hashable {
  var passes: Int
  var identical: Bool
  var checkpoints: [CheckpointRecord]?
  var samples: [SampleRecord]?

  /// Records passes of which each reading counts.
  init(_ passes: [Sample]) {
    self.passes = passes.count
    let numbered = passes.enumerated().allSatisfy { $1.pass == $0 + 1 }
    let exact = ExactMetrics([])
    identical = numbered && passes.allSatisfy { passes[0].agrees(with: $0, on: exact) }
    checkpoints = identical ? passes.first.map { SampleRecord($0).checkpoints } ?? [] : nil
    samples = identical ? nil : passes.map(SampleRecord.init)
  }

  func passes(at path: [any CodingKey]) throws -> [Sample] {
    guard (0...Sample.mostPasses).contains(passes) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: path + [FieldName(stringValue: "passes")],
          debugDescription: "\(passes) passes; 0 to \(Sample.mostPasses) are possible"))
    }
    if let samples { return samples.map(\.sample) }
    let checkpoints = (checkpoints ?? []).map(\.checkpoint)
    return (0..<passes).map { Sample(pass: $0 + 1, checkpoints: checkpoints) }
  }
}
