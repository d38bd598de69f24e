// What many runs read, one after the other: where each exact number stepped, and at which revision.

package import FaultlineMeasures

/// One recorded run.
package struct HistoryRun: Sendable, Hashable {
  /// The revision of the code that was measured.
  package var revision: String
  /// When it was recorded, as `2026-01-31 12:00:00` in UTC.
  package var recorded: String
  /// A word for the machine, the same as long as its facts are.
  package var machine: String

  /// Names a run.
  package init(revision: String, recorded: String, machine: String) {
    self.revision = revision
    self.recorded = recorded
    self.machine = machine
  }
}

/// One reading along the runs that took it.
package struct Trend: Sendable, Hashable {
  /// The scenario's name.
  package var scenario: String
  /// The trial's id.
  package var trial: String
  /// The checkpoint's name.
  package var checkpoint: String
  /// The metric's name.
  package var metric: String
  /// What it is counted in.
  package var scale: Metric.Scale
  /// Which way is better.
  package var polarity: Metric.Polarity
  /// What was read, in the order of the runs.
  package var points: [Point]
  /// Whether the machine has a say in it, so that these are the runs of one.
  package var isByMachine: Bool

  /// What one run read.
  package struct Point: Sendable, Hashable {
    /// The run's place in the history.
    package var run: Int
    /// What was read.
    package var quantity: Quantity
    /// A word for the work, the same as long as that is.
    package var work: String

    /// Records a reading.
    package init(run: Int, quantity: Quantity, work: String) {
      self.run = run
      self.quantity = quantity
      self.work = work
    }
  }

  /// A change between two runs that followed each other.
  package struct Step: Sendable, Hashable {
    /// The reading before.
    package var before: Point
    /// The reading after.
    package var after: Point
    /// Whether other work was done, so that the change may be meant.
    package var isOtherWork: Bool { before.work != after.work }
  }

  /// Gathers readings.
  package init(
    scenario: String, trial: String, checkpoint: String, metric: String, scale: Metric.Scale,
    polarity: Metric.Polarity, points: [Point], isByMachine: Bool = false
  ) {
    self.scenario = scenario
    self.trial = trial
    self.checkpoint = checkpoint
    self.metric = metric
    self.scale = scale
    self.polarity = polarity
    self.points = points
    self.isByMachine = isByMachine
  }

  /// Where it changed: of an exact number, every change is a step.
  package var steps: [Step] {
    zip(points, points.dropFirst()).filter { $0.quantity != $1.quantity }
      .map { Step(before: $0, after: $1) }
  }
}

/// Runs in the order in which they were recorded, and the readings that can be followed along them.
package struct History: Sendable, Hashable {
  /// The runs.
  package var runs: [HistoryRun]
  /// The readings.
  package var trends: [Trend]
  /// What each scenario's table shows, which matters more than the rest, as the last run of it has said.
  package var columns: [String: [Column]]

  /// Gathers runs and readings.
  package init(runs: [HistoryRun], trends: [Trend], columns: [String: [Column]] = [:]) {
    self.runs = runs
    self.trends = trends
    self.columns = columns
  }
}

// Steps in the order in which one wants to read them: those of the latest run first, and of one run in the order of a
// comparison, so that a history and a check agree about what matters.
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

// The shape of a line of 'faultline history export --format jsonl'.
extension DocumentSchema {
  package static let history = DocumentSchema(
    name: "history", version: HistoryReading.currentSchemaVersion,
    meaning: "One line of 'faultline history export --format jsonl': what one run read.",
    body: """
        "$ref": "#/$defs/reading"
      """,
    parts: [
      Shape.part(
        "reading", HistoryReading.fields.rows(),
        about:
          "A reading of a run; 'comparable' says whether runs of all machines make one line, or those of the same machine."
      )
    ])
}
