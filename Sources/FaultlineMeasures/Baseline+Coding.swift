// A baseline as JSON: readings and settings keyed by their names, a machine after the other.

extension Baseline: Codable {
  private enum CodingKeys: String, CodingKey {
    case schemaVersion, baseline, file, workload, trials, machines
  }

  /// Reads a baseline whose fingerprints belong to its settings.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    schemaVersion = try container.decode(Int.self, forKey: .schemaVersion)
    scenario = try container.decode(String.self, forKey: .baseline)
    file = try container.decodeIfPresent(String.self, forKey: .file)
    workload =
      try container.decodeIfPresent([String: Setting.Value].self, forKey: .workload)
      .map(Setting.sorted) ?? []
    let name = scenario
    let isOld = schemaVersion < 2
    schemaVersion = Self.currentSchemaVersion
    trials = try container.decode([BaselineRecord].self, forKey: .trials).map { record in
      var trial = record.trial(of: name)
      if isOld { trial.settings = trial.settings.retyped }
      guard trial.fingerprint == record.fingerprint else {
        throw DecodingError.dataCorruptedError(
          forKey: .trials, in: container,
          debugDescription: "the fingerprint of '\(record.id)' does not belong to its settings")
      }
      return trial
    }
    machines = try container.decode([MachineRecord].self, forKey: .machines).map(\.machine)
  }

  /// Writes readings and settings keyed by their names.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schemaVersion, forKey: .schemaVersion)
    try container.encode(scenario, forKey: .baseline)
    try container.encodeIfPresent(file, forKey: .file)
    if !workload.isEmpty { try container.encode(Setting.byName(workload), forKey: .workload) }
    try container.encode(trials.map(BaselineRecord.init), forKey: .trials)
    try container.encode(
      machines.map { MachineRecord($0, trials.map(\.id)) }, forKey: .machines)
  }
}

/// A trial in a baseline.
private struct BaselineRecord: Codable {
  var id: String
  var variant: String
  var axes: [Setting]?
  var sizes: [Setting]?
  var store: String?
  var fingerprint: String
  var settings: [String: Setting.Value]
  var checkpoints: [CheckpointRecord]

  init(_ trial: TrialResult) {
    id = trial.id
    variant = trial.variant
    axes = trial.key.axes.isEmpty ? nil : trial.key.axes
    sizes = trial.key.sizes.isEmpty ? nil : trial.key.sizes
    store = trial.store
    settings = Setting.byName(trial.settings)
    checkpoints = trial.samples.first?.checkpoints.map(CheckpointRecord.init) ?? []
    fingerprint = Setting.sorted(settings).fingerprint
  }

  func trial(of scenario: String) -> TrialResult {
    var key = TrialKey(id: id, variant: variant, store: store)
    if axes != nil || sizes != nil {
      key.axes = axes ?? []
      key.sizes = sizes ?? []
    }
    key.scenario = scenario
    let sample = Sample(pass: 1, checkpoints: checkpoints.map(\.checkpoint))
    return TrialResult(
      key, settings: Setting.sorted(settings), samples: [ReadingOrder([]).sorted(sample)])
  }
}

/// A machine in a baseline.
private struct MachineRecord: Codable {
  var facts: KeyFacts?
  var trials: [TrialPart]

  struct TrialPart: Codable {
    var id: String
    var checkpoints: [CheckpointRecord]
  }

  /// The trials in the order of the baseline.
  init(_ machine: Baseline.MachinePart, _ ids: [String]) {
    facts = machine.facts
    trials = ids.compactMap { id in
      machine.checkpoints[id].map { checkpoints in
        TrialPart(id: id, checkpoints: checkpoints.map(CheckpointRecord.init))
      }
    }
  }

  var machine: Baseline.MachinePart {
    Baseline.MachinePart(
      facts: facts,
      checkpoints: Dictionary(
        trials.map { part in
          let sample = Sample(pass: 1, checkpoints: part.checkpoints.map(\.checkpoint))
          return (part.id, ReadingOrder([]).sorted(sample).checkpoints)
        }, uniquingKeysWith: { first, _ in first }))
  }
}

extension Setting {
  /// Settings by their names.
  static func byName(_ settings: [Setting]) -> [String: Value] {
    Dictionary(settings.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Settings in the order of their names.
  static func sorted(_ settings: [String: Value]) -> [Setting] {
    settings.sorted { $0.key < $1.key }.map { Setting(name: $0.key, value: $0.value) }
  }
}
