// The shapes that samples and trials have in documents: readings as an object keyed by metric,
// which is short to read and whose differences are short to review.

/// The order in which readings are shown again: that of the definitions, then by name.
struct ReadingOrder {
  private let ranks: [String: Int]

  init(_ metrics: [Metric]) {
    ranks = Dictionary(
      metrics.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func readings(_ quantities: [String: Quantity]) -> [Reading] {
    quantities
      .map { Reading(metric: $0.key, quantity: $0.value) }
      .sorted { left, right in
        let ranks = (
          ranks[left.metric] ?? Int.max, ranks[right.metric] ?? Int.max
        )
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

  init(_ checkpoint: Checkpoint) {
    name = checkpoint.name
    partial = checkpoint.isPartial ? true : nil
    readings = Dictionary(
      checkpoint.readings.map { ($0.metric, $0.quantity) }, uniquingKeysWith: { first, _ in first })
  }

  func checkpoint(ordered order: ReadingOrder) -> Checkpoint {
    Checkpoint(name: name, readings: order.readings(readings), isPartial: partial ?? false)
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

  func sample(ordered order: ReadingOrder) -> Sample {
    Sample(pass: pass, checkpoints: checkpoints.map { $0.checkpoint(ordered: order) })
  }
}

/// A trial in a document: `checkpoints` once when all passes agree, else every one of `samples`.
struct TrialRecord: Sendable, Codable, Hashable {
  var id: String
  var variant: String
  var store: String?
  var settings: [Setting]
  var passes: Int
  var identical: Bool
  var checkpoints: [CheckpointRecord]?
  var samples: [SampleRecord]?
  var findings: [Finding]
  var death: Death?

  init(_ trial: TrialResult, findings: [Finding], exact: ExactMetrics) {
    let samples = exact.exactPart(of: trial.samples)
    id = trial.id
    variant = trial.variant
    store = trial.store
    settings = trial.settings
    passes = samples.count
    let numbered = samples.enumerated().allSatisfy { $1.pass == $0 + 1 }
    identical = numbered && samples.allSatisfy { samples[0].agrees(with: $0, on: exact) }
    checkpoints = identical ? samples.first.map { SampleRecord($0).checkpoints } ?? [] : nil
    self.samples = identical ? nil : samples.map(SampleRecord.init)
    self.findings = findings
    death = trial.death
  }

  /// The trial of a scenario with these parameters.
  func trial(
    of scenario: String, _ parameters: [Setting], ordered order: ReadingOrder
  ) -> TrialResult {
    TrialResult(
      TrialKey(
        id: id, of: scenario, variant: variant, store: store, parameters: parameters),
      settings: settings.retyped, samples: passesRead(ordered: order), findings: findings,
      death: death)
  }

  private func passesRead(ordered order: ReadingOrder) -> [Sample] {
    if let samples { return samples.map { $0.sample(ordered: order) } }
    let checkpoints = (checkpoints ?? []).map { $0.checkpoint(ordered: order) }
    return (0..<max(0, passes)).map { Sample(pass: $0 + 1, checkpoints: checkpoints) }
  }
}

extension TrialRecord {
  /// A file that claims a billion identical passes must not cost a billion samples.
  private static let mostPasses = 1_000_000

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    variant = try container.decode(String.self, forKey: .variant)
    store = try container.decodeIfPresent(String.self, forKey: .store)
    settings = try container.decode([Setting].self, forKey: .settings)
    passes = try container.decode(Int.self, forKey: .passes)
    identical = try container.decode(Bool.self, forKey: .identical)
    checkpoints = try container.decodeIfPresent([CheckpointRecord].self, forKey: .checkpoints)
    samples = try container.decodeIfPresent([SampleRecord].self, forKey: .samples)
    findings = try container.decode([Finding].self, forKey: .findings)
    death = try container.decodeIfPresent(Death.self, forKey: .death)
    guard (0...Self.mostPasses).contains(passes) else {
      throw DecodingError.dataCorruptedError(
        forKey: .passes, in: container,
        debugDescription: "\(passes) passes; 0 to \(Self.mostPasses) are possible")
    }
  }
}
