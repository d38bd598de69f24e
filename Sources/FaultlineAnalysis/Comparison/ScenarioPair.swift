// How one scenario is compared: which trials belong together, which may be compared, and what each
// pair of readings comes to.

package import FaultlineMeasures

/// The earlier side of one scenario: a result, or what was accepted of one.
package struct BaseScenario {
  /// One trial of the earlier side.
  package struct Trial {
    package let result: TrialResult
    package let facts: KeyFacts?
    package let workload: [Setting]
    /// The fingerprints of the steps, if they are known.
    package var steps: [String]?
    /// Whether only what is kept is compared.
    package var isBaseline = false
    /// The metrics that gated, by checkpoint, where that is known.
    package var gating: [String: Set<String>]?
    package var owners: [OwnedTotal]?
  }

  package let trials: [Trial]
  package let metrics: [Metric]
  /// What was expected, if it is known.
  package var expectations: [String]?
  /// Whether any trial says where it was measured.
  package var knowsMachine: Bool { trials.contains { $0.facts != nil } }

  package init(_ scenario: ScenarioResult, facts: KeyFacts?) {
    metrics = scenario.metrics
    let parts = scenario.parts
    trials = scenario.trials.map { trial in
      Trial(
        result: trial, facts: facts, workload: scenario.workload,
        steps: parts.isEmpty ? nil : parts.texts(.step))
    }
    expectations = parts.isEmpty ? nil : parts.texts(.expectation)
  }

  package init(_ scenario: AcceptedScenario) {
    metrics = []
    trials = scenario.set.trials.map { accepted in
      Trial(
        result: accepted.trial, facts: accepted.provenance.facts,
        workload: accepted.provenance.workload, steps: accepted.provenance.steps,
        isBaseline: true, gating: accepted.gating,
        owners: accepted.gating == nil ? nil : accepted.owners)
    }
    expectations = scenario.set.provenance?.expectations
  }
}

/// One scenario on both sides.
package struct ScenarioPair {
  package let base: BaseScenario?
  package let head: ScenarioResult
  /// Where the later side was measured, if that is known.
  package let facts: KeyFacts?
  let gate: Gate

  package init(base: BaseScenario?, head: ScenarioResult, facts: KeyFacts?) {
    self.base = base
    self.head = head
    self.facts = facts
    gate = head.decidingGate
  }

  package var trials: [Comparison.Trial] {
    let earlier = base?.trials ?? []
    let old = Dictionary(
      earlier.map { ($0.result.id, $0) }, uniquingKeysWith: { first, _ in first })
    let ids = Set(head.trials.map(\.id))
    var trials =
      head.trials.map { trial(old[$0.id], $0) }
      + earlier.filter { !ids.contains($0.result.id) }
      .map { Comparison.Trial(head, $0.result, .gone) }
    nameRenamed(&trials, among: earlier.filter { !ids.contains($0.result.id) })
    return trials
  }

  /// Finds for new variants those that are gone and measured the same.
  private func nameRenamed(_ trials: inout [Comparison.Trial], among gone: [BaseScenario.Trial]) {
    var gone = gone
    for place in trials.indices where trials[place].standing == .new {
      guard let new = head.trials.first(where: { $0.id == trials[place].id }),
        let former = gone.firstIndex(where: { measuresTheSame($0, new) })
      else { continue }
      trials[place].formerName = gone[former].result.cell
      gone.remove(at: former)
    }
  }

  private func measuresTheSame(_ old: BaseScenario.Trial, _ new: TrialResult) -> Bool {
    guard let before = old.result.samples.first, let after = new.samples.first else { return false }
    let pairs = pairs(before, after, of: new, old, .exact)
    return !pairs.isEmpty && pairs.allSatisfy { $0.verdict == .same }
  }

  private func trial(_ old: BaseScenario.Trial?, _ new: TrialResult) -> Comparison.Trial {
    guard let old else { return Comparison.Trial(head, new, .new) }
    if let death = new.death ?? old.result.death {
      let when = new.death == nil ? "before, it" : "it"
      return Comparison.Trial(head, new, .died, reasons: ["\(when) \(death.sentence)"])
    }
    guard let before = old.result.samples.first, let after = new.samples.first else {
      return Comparison.Trial(head, new, .nothingRead, reasons: ["one side read nothing"])
    }
    let precision = MeasurementPrecision(from: old.facts, to: facts)
    var pairs = pairs(before, after, of: new, old, precision)
    // Other work may be meant to cost something else, so what differs is marked.
    let settings = new.workloadChanges(from: old.result)
    let changes = workloadChanges(from: old) + settings.map(\.words)
    for place in pairs.indices { pairs[place].isOtherWork = !changes.isEmpty }
    var trial = Comparison.Trial(
      head, new, changes.isEmpty ? .compared : .workloadChanged,
      reasons: changes + precision.reasons, pairs: pairs)
    trial.precision = precision
    trial.changes = changes
    trial.line =
      settings.lazy.compactMap { head.parts.line(of: $0.name, in: new.variant) }.first
      ?? old.steps.flatMap { head.parts.changedStep(since: $0)?.line }
    if precision == .exact {
      trial.owners =
        old.owners.map { OwnerGains(after, against: $0, metric: metric) }
        ?? OwnerGains(after, against: before, metric: metric)
    }
    return trial
  }

  /// A trial against the reference of its own scenario; that its settings differ is the point of it.
  package func variant(_ new: TrialResult, against reference: TrialResult?) -> Comparison.Trial {
    let old = reference.flatMap { reference in base?.trials.first { $0.result.id == reference.id } }
    var trial = trial(old, new)
    trial.reference = reference?.id
    if trial.standing == .workloadChanged {
      trial.standing = .compared
      trial.reasons = []
      trial.changes = []
      trial.line = nil
    }
    for place in trial.pairs.indices {
      trial.pairs[place].isOtherWork = false
      trial.pairs[place].isGated = true
    }
    return trial
  }

  private func pairs(
    _ base: Sample, _ head: Sample, of trial: TrialResult, _ old: BaseScenario.Trial,
    _ precision: MeasurementPrecision
  ) -> [Comparison.Pair] {
    let names = head.checkpoints.map(\.name)
    let known = Set(names)
    let gone = base.checkpoints.map(\.name).filter { !known.contains($0) }
    return (names + gone).flatMap { name in
      let before = Dictionary(
        (base[name]?.readings ?? []).map { ($0.metric, $0.quantity) },
        uniquingKeysWith: { first, _ in first })
      // What neither gates nor is kept is not looked at beside a baseline.
      let new = (head[name]?.readings ?? []).filter {
        !old.isBaseline || gate.contains($0.metric, at: name)
          || before[$0.metric] != nil && isKept($0.metric, at: name, old)
      }
      let after = Dictionary(
        new.map { ($0.metric, $0.quantity) }, uniquingKeysWith: { first, _ in first })
      let rest = (base[name]?.readings ?? []).map(\.metric).filter {
        after[$0] == nil && (!old.isBaseline || isKept($0, at: name, old))
      }
      return (new.map(\.metric) + rest).map(metric).filter { $0.exactness == .exact }.map {
        pair($0, before[$0.name], after[$0.name], checkpoint: name, of: trial, precision)
      }
    }
  }

  /// Whether a baseline keeps a measurement; one of a former format has everything, of which this gate looks at a part.
  private func isKept(_ metric: String, at checkpoint: String, _ old: BaseScenario.Trial) -> Bool {
    old.gating != nil || gate.keeps(metric, at: checkpoint)
  }

  private func pair(
    _ metric: Metric, _ old: Quantity?, _ new: Quantity?, checkpoint: String,
    of trial: TrialResult, _ precision: MeasurementPrecision
  ) -> Comparison.Pair {
    var pair = Comparison.Pair(
      trial: trial.id, checkpoint: checkpoint, metric: metric, base: old, head: new,
      verdict: Comparison.Pair.Verdict(from: old, to: new, metric.polarity))
    pair.isGated = gate.contains(metric.name, at: checkpoint)
    guard let old, let new, pair.verdict != .same || precision != .exact else { return pair }
    let isAllowed = allows(metric, old, new, in: trial)
    if precision != .exact, metric.dependsOnMachine {
      guard precision.compares(metric) else {
        pair.verdict = .notCompared
        return pair
      }
      pair.isCoarse = pair.isGated
      let isFarWorse = MeasurementPrecision.isFarWorse(new, than: old, metric.polarity)
      // What lies within the factor informs.
      pair.isGated = pair.isGated && isFarWorse && !isAllowed
    } else if pair.verdict != .same, isAllowed {
      pair.verdict = .tolerated
    }
    return pair
  }

  /// Whether the scenario allows the difference; what it says last of a metric counts.
  private func allows(
    _ metric: Metric, _ old: Quantity, _ new: Quantity, in trial: TrialResult
  ) -> Bool {
    head.tolerances.last { $0.isAbout(metric.name, of: trial.variant) }?.allows(new, after: old)
      ?? false
  }

  /// The parts of the work that are not the same; a result that does not say is taken at its settings.
  private func workloadChanges(from old: BaseScenario.Trial) -> [String] {
    guard !old.workload.isEmpty, !head.workload.isEmpty else { return [] }
    let before = Setting.byName(old.workload)
    let after = Setting.byName(head.workload)
    return Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }
      .map { name in
        let step =
          name == "steps" ? old.steps.flatMap { head.parts.changedStep(since: $0) } : nil
        return "the scenario's \(name) changed" + (step.map { " (line \($0.line))" } ?? "")
      }
  }

  /// The definition that the later result gives, else the earlier one's; a metric that nothing
  /// defined is exact and neither good nor bad.
  private func metric(_ name: String) -> Metric {
    head.metric(name) ?? base?.metrics.first { $0.name == name } ?? .unknown(name)
  }
}

extension Metric {
  /// A metric that a result has readings of and does not describe.
  package static func unknown(_ name: String) -> Metric {
    Metric(
      name: name, group: MetricName.family(of: name) == .bytes ? .heap : .objects, scale: .count,
      polarity: .neutral, exactness: .exact, meaning: "")
  }
}
