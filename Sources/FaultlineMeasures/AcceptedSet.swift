// What was accepted of a scenario in one size on one kind of machine: the measurements that gate, the totals that inform,
// and how they were measured.

/// How accepted measurements were made.
package struct Provenance: Sendable, Codable, Hashable {
  /// The machine and the program, if they are known.
  package var facts: KeyFacts?
  /// The behavior profile, such as `guides`.
  package var profile: String?
  /// What the work was made of, each part with its fingerprint.
  package var workload: [Setting] = []
  /// The conditions that the scenario expected; nil where that is not known.
  package var expectations: [String]?
  /// The fingerprint of each step; nil where that is not known.
  package var steps: [String]?

  /// Gathers what is known.
  package init(facts: KeyFacts?) { self.facts = facts }

  /// Takes from a result what is known.
  init(_ result: ScenarioResult, facts: KeyFacts?) {
    self.facts = facts
    profile = result.behaves
    workload = Setting.sorted(Setting.byName(result.workload))
    if !result.parts.isEmpty {
      expectations = result.parts.texts(.expectation)
      steps = result.parts.texts(.step)
    }
  }
}

/// A total of bytes with its owners, whose parts sum to it.
package struct OwnedTotal: Sendable, Hashable {
  /// The checkpoint.
  package var checkpoint: String
  /// The metric of the total.
  package var metric: String
  /// The owners with their bytes, the last of which is `others`.
  package var parts: [String: Int]

  /// What the parts that have no name of their own are called.
  package static let others = "others"

  /// Takes the owners of a total at a checkpoint; nil where it has none.
  package init?(_ metric: String, at checkpoint: Checkpoint) {
    guard let total = checkpoint[metric].map({ Int($0.double) }) else { return nil }
    let prefix: String
    switch metric {
    case MetricName.bytesLive: prefix = "bytes."
    case MetricName.bytesPeak: prefix = MetricName.bytesPeak + "."
    default: return nil
    }
    var parts: [String: Int] = [:]
    for reading in checkpoint.readings where reading.metric.hasPrefix(prefix) {
      let isSum = [MetricName.bytesLive, MetricName.bytesOther, MetricName.bytesScript].contains(
        reading.metric)
      let isPeak = reading.metric.hasPrefix(MetricName.bytesPeak)
      guard !isSum, !MetricName.isPart(reading.metric), isPeak == (metric == MetricName.bytesPeak)
      else { continue }
      parts[String(reading.metric.dropFirst(prefix.count))] = Int(reading.quantity.double)
    }
    guard !parts.isEmpty else { return nil }
    parts[Self.others] = parts.values.reduce(total) { $0 - $1 }
    self.init(checkpoint: checkpoint.name, metric: metric, parts: parts)
  }

  /// Gathers the owners of a total.
  package init(checkpoint: String, metric: String, parts: [String: Int]) {
    self.checkpoint = checkpoint
    self.metric = metric
    self.parts = parts
  }

  /// The total.
  package var total: Int { parts.values.reduce(0, +) }
}

/// One accepted trial.
package struct AcceptedTrial: Sendable, Hashable {
  /// The trial with its settings and the measurements that are kept, in one pass.
  package var trial: TrialResult
  /// The metrics that gate, by checkpoint; nil for a baseline of a former format, which kept everything.
  package var gating: [String: Set<String>]?
  /// The owners of the totals that gate.
  package var owners: [OwnedTotal]
  /// How it was measured.
  package var provenance: Provenance

  /// Gathers what was accepted.
  package init(
    _ trial: TrialResult, gating: [String: Set<String>]?, owners: [OwnedTotal] = [],
    provenance: Provenance
  ) {
    self.trial = trial
    self.gating = gating
    self.owners = owners
    self.provenance = provenance
  }

  /// Keeps what gates and what informs of a sample that has everything.
  init(_ trial: TrialResult, keeping gate: Gate, provenance: Provenance) {
    let whole = trial.samples.first?.withoutOrigins
    var gating: [String: Set<String>] = [:]
    var owners: [OwnedTotal] = []
    var kept: [Checkpoint] = []
    for checkpoint in whole?.checkpoints ?? [] {
      let readings = checkpoint.readings.filter { gate.keeps($0.metric, at: checkpoint.name) }
      guard !readings.isEmpty else { continue }
      let gates = readings.map(\.metric).filter { gate.contains($0, at: checkpoint.name) }
      if !gates.isEmpty { gating[checkpoint.name] = Set(gates) }
      owners += gates.sorted().compactMap { OwnedTotal($0, at: checkpoint) }
      kept.append(
        Checkpoint(
          name: checkpoint.name, readings: readings, isPartial: checkpoint.isPartial))
    }
    let sample = whole.map { Sample(pass: $0.pass, checkpoints: kept) }
    self.init(
      TrialResult(
        trial.key, settings: Setting.sorted(Setting.byName(trial.settings)),
        samples: sample.map { [ReadingOrder([]).sorted($0)] } ?? []),
      gating: gating, owners: owners, provenance: provenance)
  }

  /// The id of the trial.
  package var id: String { trial.id }

  /// The same with what a gate keeps, where it has everything.
  func trimmed(to gate: Gate) -> AcceptedTrial {
    gating == nil ? AcceptedTrial(trial, keeping: gate, provenance: provenance) : self
  }
}

/// The accepted trials of one size on one kind of machine.
package struct AcceptedSet: Sendable, Hashable {
  /// The size; nil for a baseline of a former format, which does not say.
  package var size: RunSize?
  /// The trials in the order of the scenario.
  package var trials: [AcceptedTrial]

  /// Gathers trials.
  package init(size: RunSize?, trials: [AcceptedTrial]) {
    self.size = size
    self.trials = trials
  }

  /// The facts of the machine and the program of most trials, if they are known.
  package var facts: KeyFacts? { provenance?.facts }

  /// The kind of the machine, if it is known.
  package var kind: MachineKind? { facts?.kind }

  /// How most trials were measured; of several as many, the first.
  package var provenance: Provenance? {
    var counts: [(provenance: Provenance, count: Int)] = []
    for trial in trials {
      if let place = counts.firstIndex(where: { $0.provenance == trial.provenance }) {
        counts[place].count += 1
      } else {
        counts.append((trial.provenance, 1))
      }
    }
    let most = counts.map(\.count).max()
    return counts.first { $0.count == most }?.provenance
  }

  /// Whether a new set takes the place of this one's trials.
  func isOfSameKind(as other: AcceptedSet) -> Bool {
    (size ?? .quick) == (other.size ?? .quick) && kind == other.kind
  }

  /// How many facts differ.
  func distance(to facts: KeyFacts?) -> Int {
    guard let mine = self.facts, let facts else { return self.facts == facts ? 0 : .max }
    return (mine.kind == facts.kind ? 0 : 100) + facts.differences(from: mine).count
      + (mine.behavior == facts.behavior ? 0 : 1)
  }
}

/// A set of a baseline beside the scenario that it is of.
package struct AcceptedScenario: Sendable, Hashable {
  /// The scenario's name.
  package var name: String
  /// The scenario's file when it was accepted, if it is known.
  package var file: String?
  /// What was accepted.
  package var set: AcceptedSet

  /// The accepted measurements as a result.
  package var result: ScenarioResult {
    var result = ScenarioResult(
      name: name, title: "", file: file ?? "", reference: "", repeats: 1, metrics: [], columns: [],
      trials: set.trials.map(\.trial), judgements: [],
      workload: set.provenance?.workload ?? [], behaves: set.provenance?.profile)
    result.size = set.size
    return result
  }
}
