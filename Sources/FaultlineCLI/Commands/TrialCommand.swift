// faultline trial: the other half of a run, in a process of its own. Programs call it, people do not.

import FaultlineMeasures
import FaultlineProfiler
import FaultlineScenarios
import FaultlineSystem
import Foundation

/// Plays the trial that standard input orders, and prints what it measures, a line at a time.
struct TrialCommand: Command {
  let name = "trial"
  let summary = "Play the trial that standard input orders."
  let purpose = """
    Reads an order and a scenario from standard input, plays the trial, and prints what it measures as one JSON \
    object a line, as 'faultline schema trial' describes it. 'faultline run' calls it for every trial.
    """
  let isHidden = true
  let examples: [CommandExample] = []

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    // The reader may go away: then the next line ends this process, for the rest would not be read.
    signal(SIGPIPE, SIG_DFL)
    let hashing = DeterministicHashing.ensure(arguments: CommandLine.arguments)
    let (order, text) = try TrialOrder.read(FileHandle.standardInput.readDataToEndOfFile())
    ChildProcess.dieWithParent(order.parent)
    TrialRun.separateStores()
    if let hashing { try console.print(page: WireMessage.finding(Finding(hashing: hashing)).line) }
    let failure = try order.play(text) { try? console.print(page: $0.line) }
    guard let failure else { return .held }
    console.writeError(failure)
    return .died
  }
}

extension Finding {
  /// Hashing could not be made deterministic.
  init(hashing sentence: String) {
    self.init(
      kind: .measurement, message: sentence,
      advice: "Set SWIFT_DETERMINISTIC_HASHING=1 and run again.")
  }
}
