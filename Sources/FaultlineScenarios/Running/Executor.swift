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

extension TrialOutcome {
  /// Adds what an auxiliary pass has found out, or says why it has not.
  mutating func add(
    _ collector: TrialCollector, of auxiliary: AuxiliaryPass, for trial: Trial,
    ending: ChildProcess.Ending
  ) {
    said += collector.said
    if let failure = collector.failedBecause {
      let sentence = failure.hasSuffix(".") ? String(failure.dropLast()) : failure
      said.append(auxiliary.regret(result.id, "the trial failed over it: \(sentence)"))
    } else if !collector.isDone {
      said.append(auxiliary.regret(result.id, ending.reason))
    } else if auxiliary == .references, let sample = collector.samples.first {
      if let odd = result.difference(from: sample, in: trial.metrics) {
        said.append(auxiliary.regret(result.id, odd))
      } else {
        result = result.counting(references: sample)
      }
    }
  }
}

/// Gathers a trial's messages into its result.
struct TrialCollector {
  private let trial: Trial
  private(set) var samples: [Sample] = []
  private(set) var said: [String] = []
  private var findings: [Finding] = []
  private var failure: String?
  private var peak: PeakExplanation?
  private(set) var isDone = false
  /// Whether the peak is to be explained after the trial is done.
  private let explains: Bool
  /// The folder of the stores' files, which has another path in every run.
  private let folder: StoreFolder?

  init(_ trial: Trial, explains: Bool = false, in folder: StoreFolder? = nil) {
    self.trial = trial
    self.explains = explains
    self.folder = folder
  }

  mutating func take(_ message: WireMessage) {
    switch message {
    case .sample(let sample): samples.append(sample)
    case .finding(let finding): findings.append(finding)
    case .said(let sentence): said.append(sentence)
    case .film: break
    case .peak(let explanation): peak = explanation
    case .failure(let sentence): failure = sentence
    case .done: isDone = true
    }
  }

  /// The sentence of the step that failed.
  var failedBecause: String? { failure }

  /// The result, with what was measured before a death.
  func result(_ report: ChildProcess.Report, _ board: ProgressBoard?) -> TrialResult {
    TrialResult(
      trial.key, settings: trial.listed, samples: samples, findings: findings,
      death: death(report, board), peak: peak ?? lostPeak(report))
  }

  /// The trial was measured to its end, and died when its peak was to be explained: the numbers stand.
  private func lostPeak(_ report: ChildProcess.Report) -> PeakExplanation? {
    guard explains, isDone else { return nil }
    let bytes = samples.first?.checkpoints.last?[MetricName.bytesPeak]
    return PeakExplanation(
      bytes: bytes?.whole ?? 0, failureReason: "the pass for it \(report.ending.earlyEnd)")
  }

  private func death(_ report: ChildProcess.Report, _ board: ProgressBoard?) -> Death? {
    let cause: Death.Cause
    // What comes after that is reported by what it was for.
    if explains, isDone { return nil }
    switch report.ending {
    case .exited(0) where isDone: return nil
    case .exited(0), .cancelled: cause = .silence
    case .exited(let status): cause = .exit(status)
    case .signalled(let signal): cause = .signal(signal)
    case .timedOut(let limit):
      cause = .timeout(seconds: limit.seconds)
    case .overMemory(let limit, let reached): cause = .memory(limit: limit, reached: reached)
    case .couldNotStart(let reason): return Death(cause: .silence, output: [reason])
    }
    let step = (board?[.step] ?? 0) - 1
    let pass = board?[.pass] ?? 0
    return Death(
      cause: cause,
      lastStep: trial.stepTitles.indices.contains(step) ? trial.portableTitle(step) : nil,
      pass: pass > 0 ? pass : nil,
      // A step that fails says itself what it was about.
      lastEvents: failure == nil ? board?.lastEvents : nil,
      output: (failure.map { [$0] } ?? report.lastErrorLines).map(named))
  }

  /// The text with the names that the scenario gives to its stores, in place of the paths of their copies.
  private func named(_ text: String) -> String {
    guard let folder else { return text }
    let prefix = folder.path + "/"
    guard let source = trial.store.source, let written = trial.store.sourceAsWritten else {
      return text.replacing(prefix, with: "")
    }
    return text.replacing(prefix + FilePath.name(of: source), with: written)
      .replacing(prefix, with: "")
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
