// What a scenario is held against: the exact readings of a run that somebody accepted, in a file
// that is kept with the code and whose differences are short to review.

public import Foundation

/// The accepted readings of one scenario.
public struct Baseline: Sendable, Hashable {
  /// The version of the document's shape.
  public var schemaVersion: Int
  /// The scenario's name, which names the file too.
  public var scenario: String
  /// Where it was measured, if that is known.
  public var facts: KeyFacts?
  /// What each trial was set to and read.
  public var trials: [TrialResult]

  /// The version that this code writes.
  public static let currentSchemaVersion = 1

  /// Takes the exact readings out of a result; what died has none to take.
  public init(_ result: ScenarioResult, facts: KeyFacts?) {
    let exact = ExactMetrics(result.metrics)
    schemaVersion = Self.currentSchemaVersion
    scenario = result.name
    self.facts = facts
    trials = result.trials.filter { $0.death == nil }.map { trial in
      let first = exact.exactPart(of: Array(trial.samples.prefix(1)))
      return TrialResult(
        id: trial.id, variant: trial.variant, store: trial.store, settings: trial.settings,
        samples: first)
    }
  }

  /// The baseline as a result, to be held against another.
  public var result: ScenarioResult {
    ScenarioResult(
      name: scenario, title: "", file: "", reference: "", repeats: 1, metrics: [], columns: [],
      trials: trials, judgements: [])
  }

  /// This baseline with the trials of an older one that are not in it.
  public func keeping(_ older: Baseline) -> Baseline {
    let new = Dictionary(trials.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let known = Set(older.trials.map(\.id))
    var whole = self
    whole.trials =
      older.trials.map { new[$0.id] ?? $0 } + trials.filter { !known.contains($0.id) }
    return whole
  }

  /// The document: sorted keys, a reading a line, a newline at the end.
  public var json: String { StableJSON.text(of: self) }

  /// Reads a baseline, or throws a `ResultFileError`.
  public static func read(from file: URL) throws -> Baseline {
    try StableJSON.read(Baseline.self, from: file, newest: currentSchemaVersion)
  }

  /// Writes the document whole or not at all.
  public func write(to file: URL) throws {
    try StableJSON.write(json, to: file)
  }
}

extension Baseline: Codable {
  private enum CodingKeys: String, CodingKey {
    case schemaVersion, baseline, facts, trials
  }

  /// Reads a baseline whose fingerprints belong to its settings.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    schemaVersion = try container.decode(Int.self, forKey: .schemaVersion)
    scenario = try container.decode(String.self, forKey: .baseline)
    facts = try container.decodeIfPresent(KeyFacts.self, forKey: .facts)
    trials = try container.decode([BaselineRecord].self, forKey: .trials).map { record in
      let trial = record.trial
      guard trial.fingerprint == record.fingerprint else {
        throw DecodingError.dataCorruptedError(
          forKey: .trials, in: container,
          debugDescription: "the fingerprint of '\(record.id)' does not belong to its settings")
      }
      return trial
    }
  }

  /// Writes readings and settings keyed by their names.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schemaVersion, forKey: .schemaVersion)
    try container.encode(scenario, forKey: .baseline)
    try container.encodeIfPresent(facts, forKey: .facts)
    try container.encode(trials.map(BaselineRecord.init), forKey: .trials)
  }
}

/// A trial in a baseline.
private struct BaselineRecord: Codable {
  var id: String
  var variant: String
  var store: String?
  var fingerprint: String
  var settings: [String: String]
  var checkpoints: [CheckpointRecord]

  init(_ trial: TrialResult) {
    id = trial.id
    variant = trial.variant
    store = trial.store
    settings = trial.settingsByName
    checkpoints = trial.samples.first?.checkpoints.map(CheckpointRecord.init) ?? []
    fingerprint = ""
    fingerprint = self.trial.fingerprint
  }

  var trial: TrialResult {
    let settings = settings.sorted { $0.key < $1.key }
      .map { Setting(name: $0.key, value: $0.value) }
    let checkpoints = checkpoints.map { $0.checkpoint(ordered: ReadingOrder([])) }
    return TrialResult(
      id: id, variant: variant, store: store, settings: settings,
      samples: [Sample(pass: 1, checkpoints: checkpoints)])
  }
}
