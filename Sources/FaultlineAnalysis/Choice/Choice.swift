// Which variants are worth choosing: those that no other beats in everything that is paid for, by more than a tie.

package import FaultlineMeasures

/// The variants that do the same work on one store, weighed by what they cost.
package struct Choice {
  /// What is paid for, and never a time: bytes at the peak, requests and statements.
  package static let prices = [MetricName.bytesPeak, MetricName.roundTrips, MetricName.statements]

  package let scenario: ScenarioResult
  /// What each variant is compared with.
  package let references: TrialReferences
  /// Where it is made, as far as there are several stores or sizes; empty when there are not.
  package let place: String
  /// The metrics that every candidate read and in which they differ.
  package let metrics: [Metric]
  /// The candidates, in the order of the scenario.
  package let candidates: [Candidate]

  /// What the candidates are called where the place is said already.
  package var names: TrialNames { TrialNames(candidates.map(\.trial.key)) }

  /// A variant with what it costs.
  package struct Candidate {
    package let trial: TrialResult
    /// The cost in each metric.
    package let costs: [Quantity]
    /// The place of each cost among the candidates that have no faults, ties in one place; empty where it has some.
    package var ranks: [Int] = []
    /// Whether another candidate costs less somewhere and nowhere more.
    package var isBeaten = false
    /// Why it should not be taken whatever it costs.
    package let faults: [String]

    package var isWorthIt: Bool { !isBeaten && faults.isEmpty }
  }

  /// The choices of a scenario, one a store; of several sizes, the last is weighed.
  package static func all(_ scenario: ScenarioResult) -> [Choice] {
    let references = TrialReferences(scenario)
    let judged = TrialJudgements(scenario)
    return scenario.trials.map(\.store).withoutRepeats.compactMap { store in
      let sizes = scenario.trials.filter { $0.store == store }.map(\.key.sizes)
      return sizes.last.flatMap { Choice(scenario, references, judged, on: store, of: $0) }
    }
  }

  /// Weighs the variants of one store and size; nil when there is nothing to choose.
  private init?(
    _ scenario: ScenarioResult, _ references: TrialReferences, _ judged: TrialJudgements,
    on store: String?, of sizes: [Setting]
  ) {
    let trials = scenario.trials.filter {
      $0.store == store && $0.key.sizes == sizes && $0.death == nil
    }
    // Where threads work at the same time, some of these only inform: nothing is chosen by what may be chance.
    let prices = Self.prices.compactMap { scenario.metric($0) }.filter { $0.exactness == .exact }
    let costs = prices.compactMap { metric in
      let peaks = trials.map { $0.peak(metric.name) }
      let isComparable = !peaks.contains { $0 == nil } && Set(peaks).count > 1
      return isComparable ? (metric, peaks.compactMap(\.self)) : nil
    }
    guard trials.count > 1, !costs.isEmpty else { return nil }
    self.scenario = scenario
    self.references = references
    place = (sizes.map(\.assignment) + [store].compactMap(\.self)).joined(separator: " · ")
    metrics = costs.map(\.0)
    var candidates = trials.indices.map { index in
      Candidate(
        trial: trials[index], costs: costs.map { $0.1[index] },
        faults: scenario.faults(
          of: trials[index], judged, beside: references.reference(of: trials[index])?.side
        ).map(\.sentence))
    }
    let sound = candidates.indices.filter { candidates[$0].faults.isEmpty }
    for metric in metrics.indices {
      let ranks = Tie.ranks(sound.map { candidates[$0].costs[metric] })
      for (index, rank) in zip(sound, ranks) { candidates[index].ranks.append(rank) }
    }
    let front = Self.front(sound.map { candidates[$0].ranks })
    for index in sound { candidates[index].isBeaten = !front.contains(candidates[index].ranks) }
    self.candidates = candidates
  }

  /// The ranks that no others beat.
  ///
  /// What beats another comes before it in the order of their first ranks, so each is held against the few that stand.
  private static func front(_ ranks: [[Int]]) -> Set<[Int]> {
    var front: [[Int]] = []
    for one in Set(ranks).sorted(by: { $0.lexicographicallyPrecedes($1) })
    where !front.contains(where: { beats($0, one) }) {
      front.append(one)
    }
    return Set(front)
  }

  private static func beats(_ one: [Int], _ other: [Int]) -> Bool {
    zip(one, other).allSatisfy { $0 <= $1 } && one != other
  }

  /// Those worth choosing, together where no more than ties set them apart.
  package var winners: [[Candidate]] {
    let worth = candidates.filter(\.isWorthIt)
    let groups = Dictionary(grouping: worth, by: \.ranks)
    return worth.map(\.ranks).withoutRepeats.compactMap { groups[$0] }
  }

  /// What a candidate's costs are seen against: the reference or, for the reference itself, the one that pays most.
  package func rival(of candidate: Candidate, in metric: Int) -> Candidate? {
    let reference = references.reference(of: candidate.trial)?.key
    return candidates.first { $0.trial.key == reference && $0.trial.key != candidate.trial.key }
      ?? candidates.max { $0.costs[metric] < $1.costs[metric] }
  }

  /// What a candidate costs beside the reference, where that is another.
  package func change(_ index: Int, of candidate: Candidate) -> String? {
    guard let reference = references.reference(of: candidate.trial),
      reference.key != candidate.trial.key, let base = reference.peak(metrics[index].name)
    else { return nil }
    let cost = candidate.costs[index]
    guard cost != base else { return "=" }
    return NumberText.percent(from: base, to: cost)
      ?? NumberText.signed(cost.subtracting(base), metrics[index].scale)
  }
}

extension TrialResult {
  /// The greatest reading of a metric at any checkpoint.
  package func peak(_ metric: String) -> Quantity? {
    samples.first?.checkpoints.compactMap { $0[metric] }.filter(\.double.isFinite).max()
  }
}
