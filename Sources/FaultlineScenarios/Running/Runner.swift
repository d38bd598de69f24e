// A plan in, a result out, events on the way.

package import FaultlineMeasures
import FaultlineProfiler

/// What is told while a plan is carried out.
package enum RunEvent {
  /// A trial runs; its board shows how far it is.
  case running(number: Int, Trial, ProgressBoard)
  /// A trial has ended.
  case finished(number: Int, TrialResult)
}

/// What came of a plan.
package struct RunOutcome: Sendable {
  package let result: ScenarioResult
  /// How long each trial took, in seconds, by its id.
  package let seconds: [String: Double]
  /// Whether somebody stopped the run before its end.
  package let wasCancelled: Bool
}

/// Carries out plans, trial after trial.
package struct Runner {
  private let executor: any Executor

  package init(_ executor: any Executor) { self.executor = executor }

  /// Runs every trial of a plan, in its order, until one says that the run is to stop.
  package func run(
    _ plan: Plan, telling tell: (RunEvent) -> ChildProcess.Wish
  ) -> RunOutcome {
    var trials: [TrialResult] = []
    var seconds: [String: Double] = [:]
    var wasCancelled = false
    for (index, trial) in plan.trials.enumerated() {
      let clock = ContinuousClock()
      let start = clock.now
      let outcome = executor.run(trial, of: plan) { board in
        tell(.running(number: index + 1, trial, board))
      }
      let time = start.duration(to: clock.now).components
      seconds[trial.id] = Double(time.seconds) + Double(time.attoseconds) / 1e18
      if outcome.wasCancelled {
        wasCancelled = true
        break
      }
      trials.append(outcome.result)
      if tell(.finished(number: index + 1, outcome.result)) == .stop {
        wasCancelled = index + 1 < plan.trials.count
        break
      }
    }
    return RunOutcome(
      result: result(plan, trials), seconds: seconds, wasCancelled: wasCancelled)
  }

  private func result(_ plan: Plan, _ trials: [TrialResult]) -> ScenarioResult {
    let scenario = plan.scenario
    let isRun = plan.trials.contains { $0.cell.variant == scenario.reference }
    let judge = Judge(plan, trials)
    let noticed = trials.map { result in
      var whole = result
      if let trial = plan.trials.first(where: { $0.id == result.id }) {
        whole.findings += judge.findings(for: trial)
      }
      return whole
    }
    return ScenarioResult(
      name: scenario.name, title: scenario.title, file: scenario.file, rules: scenario.rules,
      notes: scenario.notes, parameters: plan.parameters,
      reference: isRun ? scenario.reference : trials.first?.variant ?? scenario.reference,
      repeats: plan.repeats, metrics: Probes.metrics, columns: scenario.columns, trials: noticed,
      judgements: judge.judgements(), workload: scenario.workload, tolerances: scenario.tolerances)
  }
}
