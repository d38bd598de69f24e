// How a trial is run: in a process of its own, or in this one.

package import FaultlineMeasures

/// Runs one trial.
package protocol Executor: Sendable {
  func run(_ trial: Trial, of plan: Plan, watching watch: (ProgressBoard) -> ChildProcess.Wish)
    -> TrialOutcome
}

/// What an executor brings back.
package struct TrialOutcome: Sendable {
  package var result: TrialResult
  /// Whether somebody asked for its end.
  package var wasCancelled = false
}

/// Runs trials in this process, for tests and debuggers: a trial that dies takes all with it.
package struct InlineExecutor: Executor {
  package init() {}

  package func run(
    _ trial: Trial, of plan: Plan, watching watch: (ProgressBoard) -> ChildProcess.Wish
  ) -> TrialOutcome {
    var collector = TrialCollector(trial)
    let board = ProgressBoard()
    TrialRun(trial, board: board, folder: nil).run { message in
      collector.take(message)
      // Between passes, so that nothing is printed while something is measured.
      if let board { _ = watch(board) }
    }
    let ending = ChildProcess.Ending.exited(
      collector.failedBecause == nil ? 0 : Int(TrialRun.failureStatus))
    return TrialOutcome(result: collector.result(ChildProcess.Report(ending: ending), board))
  }
}

/// Gathers a trial's messages into its result.
struct TrialCollector {
  private let trial: Trial
  private var samples: [Sample] = []
  private var findings: [Finding] = []
  private var failure: String?
  private var isDone = false

  init(_ trial: Trial) { self.trial = trial }

  mutating func take(_ message: WireMessage) {
    switch message {
    case .sample(let sample): samples.append(sample)
    case .finding(let finding): findings.append(finding)
    case .film: break
    case .failure(let sentence): failure = sentence
    case .done: isDone = true
    }
  }

  /// The sentence of the step that failed.
  var failedBecause: String? { failure }

  /// The result, with what was measured before a death.
  func result(_ report: ChildProcess.Report, _ board: ProgressBoard?) -> TrialResult {
    TrialResult(
      id: trial.id, variant: trial.cell.variant,
      store: trial.cell.tellsStore ? trial.cell.store : nil, settings: trial.listed,
      samples: samples, findings: findings, death: death(report, board))
  }

  private func death(_ report: ChildProcess.Report, _ board: ProgressBoard?) -> Death? {
    let cause: Death.Cause
    switch report.ending {
    case .exited(0) where isDone: return nil
    case .exited(0), .cancelled: cause = .silence
    case .exited(let status): cause = .exit(status)
    case .signalled(let signal): cause = .signal(signal)
    case .timedOut(let limit):
      cause = .timeout(
        seconds: Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18)
    case .overMemory(let limit, let reached): cause = .memory(limit: limit, reached: reached)
    case .couldNotStart(let reason): return Death(cause: .silence, output: [reason])
    }
    let step = (board?[.step] ?? 0) - 1
    let pass = board?[.pass] ?? 0
    return Death(
      cause: cause,
      lastStep: trial.stepTitles.indices.contains(step) ? trial.stepTitles[step] : nil,
      pass: pass > 0 ? pass : nil, output: failure.map { [$0] } ?? report.lastErrorLines)
  }
}

extension TrialRun {
  /// The status with which a trial's process ends when a step failed.
  package static let failureStatus: Int32 = 4
}
