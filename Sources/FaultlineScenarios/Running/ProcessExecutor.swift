// A trial in a process of its own: it may crash, hang or eat memory, and costs only itself.

import FaultlineMeasures

/// Runs each trial as `faultline trial`, the same program again.
package struct ProcessExecutor: Executor {
  private let text: String
  private let choices: Choices
  private let timeout: Duration?
  private let memoryLimit: Int?

  /// Runs trials of the scenario with this text, under the choices from which its plan was made.
  package init(
    text: String, choices: Choices, timeout: Duration? = nil, memoryLimit: Int? = nil
  ) {
    self.text = text
    self.choices = choices
    self.timeout = timeout
    self.memoryLimit = memoryLimit
  }

  package func run(
    _ trial: Trial, of plan: Plan, watching watch: (ProgressBoard) -> ChildProcess.Wish
  ) -> TrialOutcome {
    let child = ChildProcess(
      arguments: ["trial"] + words(for: trial, of: plan), input: text, timeout: timeout,
      memoryLimit: memoryLimit)
    var collector = TrialCollector(trial)
    let board = ProgressBoard()
    let report = child.run(
      board: board,
      onLine: { line in
        if let message = WireMessage(line: line.text) { collector.take(message) }
      },
      onTick: { board.map(watch) ?? .goOn })
    let death = death(of: report, collector, board, trial)
    return TrialOutcome(
      result: collector.result(death), wasCancelled: report.ending == .cancelled)
  }

  /// The choices, as words on the command line of the trial.
  private func words(for trial: Trial, of plan: Plan) -> [String] {
    var words = ["--file", plan.scenario.file, "--variant", trial.variant]
    for setting in choices.parameters { words += ["--set", "\(setting.name)=\(setting.value)"] }
    if choices.quick { words.append("--quick") }
    if let repeats = choices.repeats { words += ["--repeats", "\(repeats)"] }
    return words
  }

  private func death(
    of report: ChildProcess.Report, _ collector: TrialCollector, _ board: ProgressBoard?,
    _ trial: Trial
  ) -> Death? {
    let cause: Death.Cause
    switch report.ending {
    case .exited(0) where collector.isComplete: return nil
    case .exited(0): cause = .silence
    case .exited(let status): cause = .exit(status)
    case .signalled(let signal): cause = .signal(signal)
    case .timedOut(let limit):
      cause = .timeout(
        seconds: Double(limit.components.seconds) + Double(limit.components.attoseconds) / 1e18)
    case .overMemory(let limit, let reached): cause = .memory(limit: limit, reached: reached)
    case .cancelled: cause = .silence
    case .couldNotStart(let reason):
      return Death(cause: .silence, output: [reason])
    }
    let step = board?[.step] ?? 0
    let pass = board?[.pass] ?? 0
    let title = trial.stepTitles.indices.contains(step - 1) ? trial.stepTitles[step - 1] : nil
    let output = collector.failedBecause.map { [$0] } ?? report.lastErrorLines
    return Death(cause: cause, lastStep: title, pass: pass > 0 ? pass : nil, output: output)
  }
}
