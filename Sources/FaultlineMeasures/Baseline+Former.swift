// Baselines of former formats: every measurement that two runs agree on, once for all machines, and beside it what the
// machine has a say in, once for each.

/// A baseline of version 1 or 2.
struct FormerBaseline: Decodable {
  private var schemaVersion: Int
  private var baseline: String
  private var file: String?
  private var workload: [String: Setting.Value]?
  private var trials: [Trial]
  private var machines: [Machine]

  private struct Trial: Decodable {
    var id: String
    var variant: String
    var axes: [Setting]?
    var sizes: [Setting]?
    var store: String?
    var fingerprint: String
    var settings: [String: Setting.Value]
    var checkpoints: [CheckpointRecord]

    func result(of scenario: String) -> TrialResult {
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

  private struct Machine: Decodable {
    var facts: KeyFacts?
    var trials: [Part]

    struct Part: Decodable {
      var id: String
      var checkpoints: [CheckpointRecord]
    }
  }

  private enum CodingKeys: String, CodingKey {
    case schemaVersion, baseline, file, workload, trials, machines
  }

  /// Reads a baseline whose fingerprints belong to its settings.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    schemaVersion = try container.decode(Int.self, forKey: .schemaVersion)
    baseline = try container.decode(String.self, forKey: .baseline)
    file = try container.decodeIfPresent(String.self, forKey: .file)
    workload = try container.decodeIfPresent([String: Setting.Value].self, forKey: .workload)
    trials = try container.decode([Trial].self, forKey: .trials)
    machines = try container.decode([Machine].self, forKey: .machines)
    for record in trials where result(of: record).fingerprint != record.fingerprint {
      throw DecodingError.dataCorruptedError(
        forKey: .trials, in: container,
        debugDescription: "the fingerprint of '\(record.id)' does not belong to its settings")
    }
  }

  /// In the first version numbers were texts.
  private func result(of record: Trial) -> TrialResult {
    var result = record.result(of: baseline)
    if schemaVersion < 2 { result.settings = result.settings.retyped }
    return result
  }

  /// The same in sets, one a machine, whose size is not known.
  var acceptedSets: [AcceptedSet] {
    let results = trials.map(result)
    let owned = Set(machines.flatMap { $0.trials.map(\.id) })
    let sets = (machines.isEmpty ? [Machine(facts: nil, trials: [])] : machines).enumerated().map {
      place, machine in
      var provenance = Provenance(facts: machine.facts)
      provenance.workload = workload.map(Setting.sorted) ?? []
      let parts = Dictionary(
        machine.trials.map { ($0.id, $0.checkpoints.map(\.checkpoint)) },
        uniquingKeysWith: { first, _ in first })
      // What no machine has more of was accepted on the first.
      let mine = results.filter { parts[$0.id] != nil || place == 0 && !owned.contains($0.id) }
      return AcceptedSet(
        size: nil,
        trials: mine.map { trial in
          var trial = trial
          trial.samples = trial.samples.map { sample in
            ReadingOrder([]).sorted(sample.adding(parts[trial.id] ?? []))
          }
          return AcceptedTrial(trial, gating: nil, provenance: provenance)
        })
    }
    return sets.filter { !$0.trials.isEmpty }
  }

  /// The same as a baseline of now.
  var current: Baseline { Baseline(scenario: baseline, file: file, sets: acceptedSets) }
}

extension Sample {
  /// The sample with further readings at the checkpoints of their names.
  fileprivate func adding(_ more: [Checkpoint]) -> Sample {
    let checkpoints = checkpoints.map { checkpoint in
      let further = more.first { $0.name == checkpoint.name }?.readings ?? []
      return Checkpoint(
        name: checkpoint.name, readings: checkpoint.readings + further,
        isPartial: checkpoint.isPartial)
    }
    return Sample(pass: pass, checkpoints: checkpoints)
  }
}
