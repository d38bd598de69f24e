// From the messages of a trial's process to its result: what was measured, and how a trial died that did not end.

import FaultlineMeasures
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
