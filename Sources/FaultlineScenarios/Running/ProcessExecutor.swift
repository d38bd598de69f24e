// A trial in a process of its own: it may crash, hang or eat memory, and costs only itself.

import FaultlineMeasures
import FaultlineSystem

/// Runs each trial as `faultline trial`, the same program again, which gets a `TrialOrder`.
package struct ProcessExecutor: Executor {
  let text: String
  private let choices: Choices
  private let timeout: Duration?
  private let memoryLimit: Int?
  /// How many trials run at once, and share the memory where no limit is set.
  private let jobs: Int
  private let trace: @Sendable (Trial) -> TraceRequest?
  private let auxiliaries: [AuxiliaryPass]
  private let explains: Bool
  /// What the environment of the program needs, so that it takes the words for a trial's.
  private let environment: [String]

  /// Runs trials of the scenario with this text, under the choices from which its plan was made; without a limit of their
  /// own they share what memory is free.
  package init(
    text: String, choices: Choices, timeout: Duration? = nil, memoryLimit: Int? = nil,
    jobs: Int = 1, tracing trace: @escaping @Sendable (Trial) -> TraceRequest? = { _ in nil },
    auxiliaries: [AuxiliaryPass] = [], explainingPeaks explains: Bool = false,
    environment: [String] = []
  ) {
    self.environment = environment
    self.text = text
    self.choices = choices
    self.timeout = timeout
    self.memoryLimit = memoryLimit
    self.jobs = jobs
    self.trace = trace
    self.auxiliaries = auxiliaries
    self.explains = explains
  }

  package func run(
    _ trial: Trial, of plan: Plan, watching watch: (ProgressBoard) -> ChildProcess.Continuation
  ) -> TrialOutcome {
    run(trial, of: plan, asReplay: false, watching: watch) { _ in }
  }

  /// Runs the child; each of its messages is passed on as it comes.
  func run(
    _ trial: Trial, of plan: Plan, asReplay: Bool,
    watching watch: (ProgressBoard) -> ChildProcess.Continuation,
    telling send: (WireMessage) -> Void
  ) -> TrialOutcome {
    // The folder is ours and not the child's: it goes whatever becomes of the child.
    let folder = trial.store.isOnDisk ? try? StoreFolder() : nil
    let isExplained = explains && !asReplay
    var order = order(for: trial, of: plan, folder)
    order.task = asReplay ? .film : .measuring(explainsPeak: isExplained)
    order.trace = trace(trial)
    var child = ChildProcess(
      arguments: ["trial"], input: order.input(text), timeout: timeout,
      memoryLimit: memoryLimit ?? MemoryBudget.share(ofTrials: jobs))
    child.environment = environment
    var collector = TrialCollector(trial, explains: isExplained, in: folder)
    let board = ProgressBoard()
    let report = child.run(
      board: board,
      onLine: { line in
        guard let message = WireMessage(line: line.text) else { return }
        collector.take(message)
        send(message)
      },
      onTick: { board.map(watch) ?? .proceed })
    var outcome = TrialOutcome(
      result: collector.result(report, board), wasCancelled: report.ending == .cancelled)
    for auxiliary in auxiliaries where outcome.result.death == nil && !outcome.wasCancelled {
      run(auxiliary, for: trial, of: plan, folder, watching: watch, into: &outcome)
    }
    withExtendedLifetime(folder) {}
    return outcome
  }

  /// Looks at the trial once more, in a process that may die of it.
  private func run(
    _ auxiliary: AuxiliaryPass, for trial: Trial, of plan: Plan, _ folder: StoreFolder?,
    watching watch: (ProgressBoard) -> ChildProcess.Continuation, into outcome: inout TrialOutcome
  ) {
    folder?.empty()
    // A child that is killed could not remove it.
    let scratch = auxiliary.needsScratch ? try? StoreFolder() : nil
    var order = order(for: trial, of: plan, folder)
    order.task = .auxiliary(auxiliary, scratch: scratch?.path)
    var child = ChildProcess(
      arguments: ["trial"], input: order.input(text), timeout: timeout,
      memoryLimit: memoryLimit ?? MemoryBudget.share(ofTrials: jobs))
    child.environment = environment + auxiliary.environment
    var collector = TrialCollector(trial, in: folder)
    let board = ProgressBoard()
    let report = child.run(
      board: board,
      onLine: { line in
        if let message = WireMessage(line: line.text) { collector.take(message) }
      },
      onTick: { board.map(watch) ?? .proceed })
    if report.ending == .cancelled {
      outcome.wasCancelled = true
    } else {
      outcome.add(collector, of: auxiliary, for: trial, ending: report.ending)
    }
    withExtendedLifetime(scratch) {}
  }

  /// Returns the order of a trial that is measured.
  private func order(for trial: Trial, of plan: Plan, _ folder: StoreFolder?) -> TrialOrder {
    let scenario = plan.scenario
    // Its sentences go into the result, where no folder of this machine has a place.
    var order = TrialOrder(trial.id, of: scenario.portableFile, choices: choices)
    // The id is enough to choose a trial.
    order.choices.variants = []
    order.choices.stores = []
    order.choices.only = []
    order.choices.over = trial.over
    if !scenario.foreign.names.isEmpty {
      order.folder = scenario.foreign.folder.isEmpty ? "." : scenario.foreign.folder
    }
    order.storeFolder = folder?.path
    order.parent = Int(getpid())
    return order
  }
}
