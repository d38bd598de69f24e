// What a comparison says of one commit to `git bisect run`, which looks for the first bad one.

package import FaultlineMeasures

/// What a commit is for a search through commits, with the reasons.
package enum CommitJudgement: Sendable, Hashable {
  /// Everything that was accepted was compared, and nothing is worse.
  case good
  /// A reading got worse, or an expectation broke.
  case bad([String])
  /// It cannot be said of this commit, and may be of its neighbours.
  case notJudged([String])
  /// It could not be said of any commit, so the search is to end.
  case notSearched([String])

  /// The status by which the search learns it.
  package var status: ExitStatus {
    switch self {
    case .good: .held
    case .bad: .broken
    case .notJudged: .notJudged
    case .notSearched: .notSearched
    }
  }

  /// The same in a sentence; of many reasons, the first.
  package var sentence: String {
    switch self {
    case .good: "this commit is good: nothing is worse than the baseline"
    case .bad(let reasons): "this commit is bad: \(Self.listed(reasons))"
    case .notJudged(let reasons): "this commit cannot be judged: \(Self.listed(reasons))"
    case .notSearched(let reasons): "no commit can be judged: \(Self.listed(reasons))"
    }
  }

  private static let mostListed = 3

  private static func listed(_ all: [String]) -> String {
    // An expectation of many variants has as many answers.
    var seen: Set<String> = []
    let reasons = all.filter { seen.insert($0).inserted }
    let shown = reasons.shown(atMost: mostListed)
    let rest = reasons.count - shown.count
    return shown.joined(separator: "; ")
      + (rest > 0 ? "; and \(NumberText.grouped(rest)) more" : "")
  }
}

/// How commits are judged.
package struct CommitMeasure: Sendable, Hashable {
  /// The metrics that count: names, or patterns in which `*` stands for any text; empty for all.
  package var metrics: [String]
  /// Whether what is better or merely other is bad as well.
  package var isStrict: Bool
  /// What becomes of worse readings where the scenario was changed.
  package var acrossChanges: AcrossChanges

  /// Chooses what counts.
  package init(
    metrics: [String] = [], isStrict: Bool = false, acrossChanges: AcrossChanges = .fail
  ) {
    self.metrics = metrics
    self.isStrict = isStrict
    self.acrossChanges = acrossChanges
  }

  /// Judges the commit that a run is of.
  ///
  /// One fault is enough, whatever else could not be seen; but a commit is good only where all was seen. What another
  /// machine has a say in could be compared at no commit, so that ends the search before it goes wrong.
  package func judgement(_ comparison: Comparison, of run: RunResult) -> CommitJudgement {
    let pairs = comparison.pairs.filter(counts)
    if pairs.isEmpty, !metrics.isEmpty, !comparison.pairs.isEmpty {
      return .notSearched([
        "the baseline keeps nothing that fits \(metrics.joined(separator: " or ")); "
          + "name the metric under 'gate' and accept again, at a good commit"
      ])
    }
    let precisions = Dictionary(
      comparison.trials.map { ($0.id, $0.precision) }, uniquingKeysWith: { first, _ in first })
    if let pair = pairs.first(where: {
      $0.metric.dependsOnMachine && precisions[$0.trial] != .exact
    }) {
      let trial = comparison.trials.first { $0.id == pair.trial }
      return .notSearched([
        "the baseline of \(trial?.scenario ?? pair.trial) has no \(pair.metric.name) of this machine "
          + "and program (\((trial?.reasons ?? []).joined(separator: ", "))); accept it here, at a good commit"
      ])
    }
    let disputes = Disputes(run)
    let sure = pairs.filter { !disputes.contains($0) }
    let worse = sure.filter { isFault($0) && !isExcused($0) }
    let judgements = run.scenarios.flatMap(\.judgements).filter(counts)
    let broken = judgements.filter { $0.outcome == .broken && !disputes.isAsked(by: $0) }
    let faults = worse.map(words) + broken.map { "\($0.that) (\($0.place)) does not hold" }
    if !faults.isEmpty { return .bad(faults) }
    var doubts = run.scenarios.flatMap(\.trials).compactMap { trial in
      trial.death.map { "\(trial.id) \($0.sentence)" }
    }
    doubts += comparison.trials.compactMap(failureReason)
    doubts += pairs.filter { $0.verdict == .gone }.map { "\(name($0)) is not read any more" }
    doubts += pairs.filter { disputes.contains($0) }.map { "the passes differ in \(name($0))" }
    doubts += judgements.filter(\.outcome.isFailure).map { "\($0.that) has no answer" }
    if acrossChanges == .warn {
      doubts += sure.filter { isFault($0) && $0.isOtherWork }.map { "\(words($0)), by other work" }
    }
    let isAnySeen = sure.contains { ![.new, .gone].contains($0.verdict) }
    if doubts.isEmpty, !isAnySeen { doubts.append("the baseline has nothing of what was read") }
    return doubts.isEmpty ? .good : .notJudged(doubts)
  }

  /// What gates counts, unless metrics were named.
  private func counts(_ pair: Comparison.Pair) -> Bool {
    metrics.isEmpty ? pair.isGated || pair.isCoarse : counts(pair.metric.name)
  }

  private func counts(_ metric: String) -> Bool {
    metrics.isEmpty || metrics.contains { Wildcard($0).matches(metric) }
  }

  /// An expectation counts where it asks for a metric that does.
  private func counts(_ judgement: Judgement) -> Bool {
    metrics.isEmpty || judgement.asks.contains { counts($0.metric) }
  }

  private func isFault(_ pair: Comparison.Pair) -> Bool {
    pair.verdict == .worse || isStrict && [.better, .changed].contains(pair.verdict)
  }

  private func isExcused(_ pair: Comparison.Pair) -> Bool {
    acrossChanges != .fail && pair.isOtherWork
  }

  private func failureReason(_ trial: Comparison.Trial) -> String? {
    switch trial.standing {
    case .gone: "\(trial.id) was accepted, and is not run"
    case .nothingRead: "\(trial.id) read nothing"
    case .compared, .workloadChanged, .new, .died: nil
    }
  }

  private func name(_ pair: Comparison.Pair) -> String {
    "\(pair.trial) \(pair.metric.name)@\(pair.checkpoint)"
  }

  private func words(_ pair: Comparison.Pair) -> String {
    let sides = [pair.base, pair.head].map { side in
      side.map { NumberText.exact($0, pair.metric.scale) } ?? "nothing"
    }
    return "\(name(pair)) \(sides[0]) → \(sides[1])"
  }
}

/// Where passes of a trial do not agree: what was read there says nothing.
private struct Disputes {
  private struct Place: Hashable {
    package var trial: String
    package var checkpoint: String
    package var metric: String
  }

  private var places: Set<Place> = []
  /// The trials in which each metric is disputed.
  private var trials: [String: Set<String>] = [:]

  package init(_ run: RunResult) {
    for scenario in run.scenarios {
      for trial in scenario.trials {
        for dispute in trial.disagreements(on: scenario.metrics) {
          places.insert(
            Place(trial: trial.id, checkpoint: dispute.checkpoint, metric: dispute.metric))
          trials[dispute.metric, default: []].insert(trial.id)
        }
      }
    }
  }

  package func contains(_ pair: Comparison.Pair) -> Bool {
    places.contains(
      Place(trial: pair.trial, checkpoint: pair.checkpoint, metric: pair.metric.name))
  }

  /// Whether an expectation asks for a metric that is disputed in a trial that it is about.
  package func isAsked(by judgement: Judgement) -> Bool {
    judgement.asks.contains { asked in
      let disputed = trials[asked.metric] ?? []
      return judgement.trials.isEmpty
        ? !disputed.isEmpty : judgement.trials.contains(where: disputed.contains)
    }
  }
}
