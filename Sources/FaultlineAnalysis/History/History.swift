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
