// How a trial is run: in a process of its own, or in this one.

package import FaultlineMeasures

/// Runs one trial.
package protocol Executor {
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
    TrialRun(trial).run { collector.take($0) }
    return TrialOutcome(result: collector.result(nil))
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
    case .failure(let sentence): failure = sentence
    case .done: isDone = true
    }
  }

  /// Whether the trial said that it came to its end.
  var isComplete: Bool { isDone }

  /// The sentence of the step that failed.
  var failedBecause: String? { failure }

  /// The result, with what was measured before a death.
  func result(_ death: Death?) -> TrialResult {
    var death = death
    if death == nil, let failure {
      death = Death(cause: .exit(Int(TrialRun.failureStatus)), output: [failure])
    }
    return TrialResult(
      id: trial.id, variant: trial.variant, settings: trial.listed, samples: samples,
      findings: findings, death: death)
  }
}

extension TrialRun {
  /// The status with which a trial's process ends when a step failed.
  package static let failureStatus: Int32 = 4
}
