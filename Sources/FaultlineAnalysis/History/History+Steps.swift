// Steps in the order in which one wants to read them: those of the latest run first, and of one run in the order of a
// comparison, so that a history and a check agree about what matters.

import FaultlineMeasures

extension History {
  /// What stepped at one run of one metric in one trial, and went the same way.
  package struct StepGroup: Sendable, Hashable {
    /// The run's place in the history.
    package var run: Int
    /// The readings before and after, the most telling one first.
    package var pairs: [Comparison.Pair]
  }

  /// Every step there is.
  package var stepGroups: [StepGroup] {
    let stepsOf = Dictionary(
      grouping: trends.flatMap { trend in trend.steps.map { (trend: trend, step: $0) } },
      by: \.step.after.run)
    return stepsOf.sorted { $0.key > $1.key }.flatMap { run, steps in
      Comparison(trials: trials(of: steps))
        .groups(Comparison.Pair.Verdict.allCases)
        .map { StepGroup(run: run, pairs: $0.pairs) }
    }
  }

  /// Steps as differences of trials; a trial comes once for each way in which its readings went.
  private func trials(of steps: [(trend: Trend, step: Trend.Step)]) -> [Comparison.Trial] {
    struct Way: Hashable {
      package var trial: String
      package var verdict: Comparison.Pair.Verdict
      package var isOtherWork: Bool
    }
    var places: [Way: Int] = [:]
    var trials: [Comparison.Trial] = []
    for (trend, step) in steps {
      let pair = trend.pair(step)
      let way = Way(trial: pair.trial, verdict: pair.verdict, isOtherWork: pair.isOtherWork)
      if let place = places[way] {
        trials[place].pairs.append(pair)
      } else {
        places[way] = trials.count
        trials.append(
          Comparison.Trial(
            scenario: trend.scenario, file: "", id: trend.trial, cell: trend.trial,
            standing: .compared, reasons: [], pairs: [pair],
            columns: columns[trend.scenario] ?? []))
      }
    }
    return trials
  }
}

extension Trend {
  /// A step as the difference that a comparison of its two runs would find.
  fileprivate func pair(_ step: Step) -> Comparison.Pair {
    Comparison.Pair(
      trial: trial, checkpoint: checkpoint,
      metric: Metric(
        name: metric, group: .objects, scale: scale, polarity: polarity, exactness: .exact,
        meaning: ""),
      base: step.before.quantity, head: step.after.quantity,
      verdict: Comparison.Pair.Verdict(
        from: step.before.quantity, to: step.after.quantity, polarity),
      isOtherWork: step.isOtherWork)
  }
}

extension Comparison {
  /// Trials that were compared elsewhere.
  fileprivate init(trials: [Trial]) {
    self.init(base: RunResult(scenarios: []), head: RunResult(scenarios: []))
    self.trials = trials
  }
}
