// A trial that has ended, with its place in the plan and the time that it took.

/// What came of one trial of a plan.
struct TrialReport {
  let index: Int
  let outcome: TrialOutcome
  let seconds: Double
}

extension Executor {
  /// Runs the trial at a place of a plan, by the clock.
  func report(
    onTrialAt index: Int, of plan: Plan,
    watching watch: (ProgressBoard) -> ChildProcess.Continuation
  ) -> TrialReport {
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = run(plan.trials[index], of: plan, watching: watch)
    return TrialReport(
      index: index, outcome: outcome, seconds: start.duration(to: clock.now).seconds)
  }
}
