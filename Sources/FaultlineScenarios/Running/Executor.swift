// How a trial is run: in a process of its own, or in this one.

package import FaultlineMeasures

/// Runs one trial.
package protocol Executor: Sendable {
  func run(
    _ trial: Trial, of plan: Plan, watching watch: (ProgressBoard) -> ChildProcess.Continuation
  )
    -> TrialOutcome
}

/// What an executor brings back.
package struct TrialOutcome: Sendable {
  package var result: TrialResult
  /// Whether it was asked to end.
  package var wasCancelled = false
  /// What was said beside the result.
  package var said: [String] = []

  package init(result: TrialResult, wasCancelled: Bool = false, said: [String] = []) {
    self.result = result
    self.wasCancelled = wasCancelled
    self.said = said
  }
}

/// Runs trials in this process, for tests and debuggers: a trial that dies takes all with it.
package struct InlineExecutor: Executor {
  private let trace: @Sendable (Trial) -> TraceRequest?
  private let auxiliaries: [AuxiliaryPass]
  private let explains: Bool

  /// Runs trials; some may be traced, and looked at in other ways.
  package init(
    tracing trace: @escaping @Sendable (Trial) -> TraceRequest? = { _ in nil },
    auxiliaries: [AuxiliaryPass] = [], explainingPeaks explains: Bool = false
  ) {
    self.trace = trace
    self.explains = explains
    self.auxiliaries = auxiliaries
  }

  package func run(
    _ trial: Trial, of plan: Plan, watching watch: (ProgressBoard) -> ChildProcess.Continuation
  ) -> TrialOutcome {
    var collector = TrialCollector(trial, explains: explains)
    let board = ProgressBoard()
    let run = TrialRun(
      trial, board: board, folder: nil, trace: trace(trial), explains: explains)
    run.run { message in
      collector.take(message)
      // Between passes, so that nothing is printed while something is measured.
      if let board { _ = watch(board) }
    }
    let ending = ChildProcess.Ending.exited(
      collector.failedBecause == nil ? 0 : Int(TrialRun.failureStatus))
    var outcome = TrialOutcome(result: collector.result(ChildProcess.Report(ending: ending), board))
    for auxiliary in auxiliaries {
      let reason = "it takes a process of its own, which a trial in this one has not"
      outcome.said.append(auxiliary.regret(trial.id, reason))
    }
    return outcome
  }
}

extension TrialRun {
  /// The status with which a trial's process ends when a step failed.
  package static let failureStatus: Int32 = 4
}

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
