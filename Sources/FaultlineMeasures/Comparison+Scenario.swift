// How one scenario is compared: which trials belong together, which may be compared, and what each
// pair of readings comes to.

/// One scenario on both sides.
struct ScenarioPair {
  var base: ScenarioResult?
  var head: ScenarioResult
  /// Why heap and SQLite readings cannot be compared; empty when they can.
  var machine: [String]

  var trials: [Comparison.Trial] {
    let earlier = base?.trials ?? []
    let old = Dictionary(earlier.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let ids = Set(head.trials.map(\.id))
    return head.trials.map { trial(old[$0.id], $0) }
      + earlier.filter { !ids.contains($0.id) }.map { Comparison.Trial(head, $0, .gone) }
  }

  private func trial(_ old: TrialResult?, _ new: TrialResult) -> Comparison.Trial {
    guard let old else { return Comparison.Trial(head, new, .new) }
    if let death = new.death ?? old.death {
      let when = new.death == nil ? "before, it" : "it"
      return Comparison.Trial(head, new, .died, reasons: ["\(when) \(death.sentence)"])
    }
    guard let before = old.samples.first, let after = new.samples.first else {
      return Comparison.Trial(head, new, .nothingRead, reasons: ["one side read nothing"])
    }
    var pairs = pairs(before, after, of: new)
    // Other work may be meant to cost something else, so what differs is marked.
    let changes = workloadChanges + new.workloadChanges(from: old)
    for place in pairs.indices { pairs[place].isOtherWork = !changes.isEmpty }
    var trial = Comparison.Trial(
      head, new, changes.isEmpty ? .compared : .workloadChanged, reasons: changes + machine,
      pairs: pairs)
    if machine.isEmpty { trial.owners = OwnerGains(after, against: before, metric: metric) }
    return trial
  }

  /// A trial against the reference of its own scenario; that its settings differ is the point of it.
  func variant(_ new: TrialResult, against reference: TrialResult?) -> Comparison.Trial {
    var trial = trial(reference, new)
    trial.reference = reference?.id
    if trial.standing == .workloadChanged {
      trial.standing = .compared
      trial.reasons = []
    }
    for place in trial.pairs.indices { trial.pairs[place].isOtherWork = false }
    return trial
  }

  private func pairs(_ base: Sample, _ head: Sample, of trial: TrialResult) -> [Comparison.Pair] {
    let names = head.checkpoints.map(\.name)
    let known = Set(names)
    let gone = base.checkpoints.map(\.name).filter { !known.contains($0) }
    return (names + gone).flatMap { name in
      let old = base[name]?.readings ?? []
      let new = head[name]?.readings ?? []
      let before = Dictionary(
        old.map { ($0.metric, $0.quantity) }, uniquingKeysWith: { first, _ in first })
      let after = Dictionary(
        new.map { ($0.metric, $0.quantity) }, uniquingKeysWith: { first, _ in first })
      let metrics = new.map(\.metric) + old.map(\.metric).filter { after[$0] == nil }
      return metrics.map(metric).filter { $0.exactness == .exact }.map { metric in
        pair(metric, before[metric.name], after[metric.name], checkpoint: name, of: trial)
      }
    }
  }

  private func pair(
    _ metric: Metric, _ old: Quantity?, _ new: Quantity?, checkpoint: String, of trial: TrialResult
  ) -> Comparison.Pair {
    let isRefused = !machine.isEmpty && metric.dependsOnMachine && old != nil && new != nil
    var verdict = Comparison.Pair.Verdict(from: old, to: new, metric.polarity)
    if isRefused {
      verdict = .notCompared
    } else if verdict != .same, let old, let new, allows(metric, old, new, in: trial) {
      verdict = .tolerated
    }
    return Comparison.Pair(
      trial: trial.id, checkpoint: checkpoint, metric: metric, base: old, head: new,
      verdict: verdict)
  }

  /// Whether the scenario allows the difference; what it says last of a metric counts.
  private func allows(
    _ metric: Metric, _ old: Quantity, _ new: Quantity, in trial: TrialResult
  ) -> Bool {
    head.tolerances.last { $0.isAbout(metric.name, of: trial.variant) }?.allows(new, after: old)
      ?? false
  }

  /// The parts of the work that are not the same; a result that does not say is taken at its settings.
  private var workloadChanges: [String] {
    guard let base, !base.workload.isEmpty, !head.workload.isEmpty else { return [] }
    let before = Setting.byName(base.workload)
    let after = Setting.byName(head.workload)
    return Set(before.keys).union(after.keys).sorted().filter { before[$0] != after[$0] }
      .map { "the scenario's \($0) changed" }
  }

  /// The definition that the later result gives, else the earlier one's; a metric that nothing
  /// defined is exact and neither good nor bad.
  private func metric(_ name: String) -> Metric {
    head.metric(name) ?? base?.metric(name) ?? .unknown(name)
  }
}

extension Metric {
  /// A metric that a result has readings of and does not describe.
  static func unknown(_ name: String) -> Metric {
    Metric(
      name: name, group: MetricName.family(of: name) == .bytes ? .heap : .objects, scale: .count,
      polarity: .neutral, exactness: .exact, meaning: "")
  }
}

extension Comparison.Pair.Verdict {
  /// What a difference means for a metric of this polarity.
  public init(from base: Quantity?, to head: Quantity?, _ polarity: Metric.Polarity) {
    guard let head else {
      self = .gone
      return
    }
    guard let base else {
      self = .new
      return
    }
    guard base != head else {
      self = .same
      return
    }
    switch polarity {
    case .less: self = head < base ? .better : .worse
    case .more: self = head > base ? .better : .worse
    case .neutral: self = .changed
    }
  }
}
