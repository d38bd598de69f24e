// A plan in, a result out, events on the way.

package import FaultlineMeasures
import FaultlineProfiler

/// What is reported while a plan is carried out.
package enum RunEvent {
  /// A trial runs; its board shows how far it is.
  case running(number: Int, Trial, ProgressBoard)
  /// A trial has ended, after so many seconds.
  case finished(number: Int, TrialResult, seconds: Double)
}

extension RunEvent {
  /// A trial of a plan has ended.
  static func finished(_ report: TrialReport) -> RunEvent {
    .finished(number: report.index + 1, report.outcome.result, seconds: report.seconds)
  }
}

/// What came of a plan.
package struct RunOutcome: Sendable {
  package var result: ScenarioResult
  /// How long each trial took, in seconds, by its id.
  package let seconds: [String: Double]
  /// Whether the run was stopped before its end.
  package let wasCancelled: Bool
  /// What trials have said beside their results, in the plan's order.
  package let said: [String]
  /// Whether a signal came before every band was played at its other end.
  package var hasCutRanges = false
}

extension Duration {
  /// The same as a number of seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

/// Carries out plans: trial after trial, or several at once.
package struct Runner {
  private let executor: any Executor
  /// How many trials run at once.
  private let jobs: Int

  package init(_ executor: any Executor, jobs: Int = 1) {
    self.executor = executor
    self.jobs = jobs
  }

  /// Runs every trial of a plan until one says that the run is to stop; results are in the plan's order.
  package func run(
    _ plan: Plan, telling notify: (RunEvent) -> ChildProcess.Continuation
  ) -> RunOutcome {
    let reports = reports(of: plan, telling: notify)
    let ended = reports.filter { !$0.outcome.wasCancelled }.sorted { $0.index < $1.index }
    var seconds: [String: Double] = [:]
    for report in ended { seconds[plan.trials[report.index].id] = report.seconds }
    return RunOutcome(
      result: Self.result(of: plan, after: ended.map(\.outcome.result)), seconds: seconds,
      wasCancelled: ended.count < plan.trials.count, said: ended.flatMap(\.outcome.said))
  }

  /// Runs every trial of a plan until one says that the run is to stop, and judges nothing; whether it was stopped.
  package func play(
    _ plan: Plan, telling notify: (RunEvent) -> ChildProcess.Continuation
  ) -> Bool {
    let reports = reports(of: plan, telling: notify)
    return reports.count { !$0.outcome.wasCancelled } < plan.trials.count
  }

  private func reports(
    of plan: Plan, telling notify: (RunEvent) -> ChildProcess.Continuation
  ) -> [TrialReport] {
    jobs > 1
      ? TrialCrew(plan, executor).run(jobs: jobs, telling: notify) : oneByOne(plan, telling: notify)
  }

  private func oneByOne(
    _ plan: Plan, telling notify: (RunEvent) -> ChildProcess.Continuation
  ) -> [TrialReport] {
    var reports: [TrialReport] = []
    for (index, trial) in plan.trials.enumerated() {
      let report = executor.report(onTrialAt: index, of: plan) { board in
        notify(.running(number: index + 1, trial, board))
      }
      reports.append(report)
      if report.outcome.wasCancelled || notify(.finished(report)) == .stop { break }
    }
    return reports
  }

  /// The answers to a plan's expectations, by what its trials have read.
  package static func judgements(of plan: Plan, after trials: [TrialResult]) -> [Judgement] {
    Judge(plan, trials).judgements()
  }

  /// The result of a plan of which some trials have ended, as one that is cut short leaves it.
  package static func result(of plan: Plan, after trials: [TrialResult]) -> ScenarioResult {
    let scenario = plan.scenario
    let isRun = plan.trials.contains { $0.key.variant == scenario.reference }
    let judge = Judge(plan, trials)
    let planned = Dictionary(
      plan.trials.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let noticed = trials.map { result in
      var whole = result
      if let trial = planned[result.key] {
        whole.findings += judge.findings(for: trial)
      }
      return whole
    }
    var result = ScenarioResult(
      name: scenario.name, title: scenario.title, file: scenario.portableFile,
      rules: scenario.rules,
      notes: scenario.notes, parameters: plan.parameters,
      reference: isRun ? scenario.reference : trials.first?.variant ?? scenario.reference,
      repeats: plan.repeats, metrics: plan.metrics, columns: scenario.columns, trials: noticed,
      judgements: judge.judgements(), workload: scenario.workload,
      tolerances: scenario.allTolerances, behaves: plan.behaves)
    result.size = plan.size
    result.gate = plan.gate
    result.goal = scenario.goal
    result.parts = plan.parts
    return result
  }
}

/// The place of a plan in a run of several.
package struct RunPlace {
  /// The number of trials before this plan, and of all.
  package let done: Int
  package let count: Int
  package let start: ContinuousClock.Instant

  package init(_ done: Int, of count: Int, since start: ContinuousClock.Instant) {
    self.done = done
    self.count = count
    self.start = start
  }

  /// Returns an estimate of the time that is left; nil before the first trial has ended.
  package func remaining(after ended: Int) -> Duration? {
    ended == 0 ? nil : start.duration(to: .now) / ended * (count - ended)
  }
}
