// How readings go along the rounds of a loop: the difference between a cache that fills once and something
// that never stops.

package import FaultlineMeasures

/// Readings of one metric at the checkpoints of a loop's rounds, such as `batch-1`, `batch-2`.
package struct LoopGrowth {
  /// How readings can go, the worst first; what rises and falls is none of these.
  package enum Form: String, CaseIterable {
    /// Each round adds more than the ones before.
    case superlinear
    /// Each round adds as much.
    case linear
    /// It fills up: the later rounds add less than half of what the early ones did.
    case saturating
    /// It stays within a hundredth of its largest value.
    case flat
  }

  package let metric: Metric
  /// The name of the loop's checkpoints with `…` for the number.
  package let loop: String
  package let values: [Quantity]
  package let form: Form

  /// The growth of a round, on average.
  package var slope: Quantity {
    guard let first = values.first, let last = values.last else { return 0 }
    let change = last.subtracting(first)
    let rounds = values.count - 1
    if case .integer(let number) = change, number.isMultiple(of: rounds) {
      return .integer(number / rounds)
    }
    return .real(change.double / Double(rounds))
  }

  /// Sorts readings of which none is below the one before; from three nothing can be seen.
  private init?(_ metric: Metric, _ loop: String, _ values: [Quantity]) {
    guard values.count >= 4, zip(values, values.dropFirst()).allSatisfy({ $0 <= $1 }),
      let first = values.first?.double, let last = values.last?.double
    else { return nil }
    self.metric = metric
    self.loop = loop
    self.values = values
    let steps = zip(values.dropFirst(), values).map { $0.subtracting($1).double }
    let half = steps.count / 2
    let early = steps.prefix(half).reduce(0, +) / Double(half)
    let late = steps.suffix(half).reduce(0, +) / Double(half)
    if last - first <= 0.01 * max(abs(last), abs(first)) {
      form = .flat
    } else {
      // A tenth more is the noise of tables that double their room.
      form = late > early * 1.1 ? .superlinear : late < early / 2 ? .saturating : .linear
    }
  }

  /// How readings went in a trial: the worst first, then in the order of its loops and of the metrics.
  package static func all(in trial: TrialResult, of scenario: ScenarioResult) -> [LoopGrowth] {
    let all = unsorted(in: trial, of: scenario)
    return Form.allCases.flatMap { form in all.filter { $0.form == form } }
  }

  private static func unsorted(
    in trial: TrialResult, of scenario: ScenarioResult
  ) -> [LoopGrowth] {
    // Its own rounds: another size, or another batch, has more of them or fewer.
    loops(trial.samples.first?.checkpoints ?? []).flatMap { loop, names in
      scenario.metrics.filter(isLevel).compactMap { metric in
        let values = names.compactMap { trial.reading(metric.name, at: $0) }
        return values.count == names.count ? LoopGrowth(metric, loop, values) : nil
      }
    }
  }

  /// The checkpoints of one step that differ in the round of the innermost loop alone, in the order in which they were
  /// reached.
  private static func loops(_ checkpoints: [Checkpoint]) -> [(loop: String, names: [String])] {
    var order: [CheckpointOrigin] = []
    var names: [CheckpointOrigin: [String]] = [:]
    for checkpoint in checkpoints {
      guard var loop = checkpoint.origin, loop.rounds.popLast() != nil else { continue }
      if names[loop] == nil { order.append(loop) }
      names[loop, default: []].append(checkpoint.name)
    }
    return order.map { ($0.series, names[$0] ?? []) }
  }

  /// Whether a metric says how much there is now; what only counts events grows by its nature.
  private static func isLevel(_ metric: Metric) -> Bool {
    guard metric.exactness == .exact else { return false }
    return switch metric.group {
    case .objects, .undo: true
    case .rowcache: metric.name.hasSuffix(".entries")
    case .cycles: metric.polarity != .more && !metric.name.hasSuffix(".freed")
    case .heap: metric.family == .bytes && !metric.isPeak
    case .faults, .store, .events, .end, .time, .arc: false
    }
  }
}

extension CheckpointOrigin {
  /// What its checkpoints are called together, with `…` for what is filled in: `batch-…`.
  fileprivate var series: String {
    let fixed = template.split(separator: "{", omittingEmptySubsequences: false).enumerated()
      .map { $0 == 0 ? String($1) : "…" + $1.drop { $0 != "}" }.dropFirst() }
    let name = fixed.count > 1 ? fixed.joined() : template + "-…"
    let around = rounds.map { "\($0.loop ?? "round") \($0.number)" }
    return ([name] + around).joined(separator: ", ")
  }
}
