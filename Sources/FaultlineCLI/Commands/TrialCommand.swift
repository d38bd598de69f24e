// faultline trial: the other half of a run, in a process of its own. Programs call it, people do not.

import FaultlineMeasures
import FaultlineProfiler
import FaultlineScenarios
import Foundation
import FaultlineSystem

/// Plays one variant of the scenario on standard input and prints what it measures, a line at a time.
struct TrialCommand: Command {
  let name = "trial"
  let summary = "Play one variant of a scenario from standard input."
  let purpose = """
    Reads a scenario from standard input, plays one variant of it, and prints what it measures as one JSON \
    object a line, as 'faultline schema trial' describes it. 'faultline run' calls it for every trial.
    """
  let isHidden = true
  let options: [any DeclaredOption] = [
    file, beside, folder, cache, parent, cell, CommonOptions.variant, CommonOptions.store,
    CommonOptions.only, over, CommonOptions.set, CommonOptions.limit, CommonOptions.behaves,
    end, CommonOptions.quick, CommonOptions.repeats, CommonOptions.trace, CommonOptions.sql,
    CommonOptions.arc, attributeTo, scratch,
    explain, film,
  ]
  let examples = [
    CommandExample(
      line: "faultline trial --variant refresh < Scenarios/first-light.yaml",
      says: "Prints the lines that a run would read.")
  ]

  static let file = CommandOption<String>(
    "file", .text("FILE"), help: "The name of the scenario's file, for messages.")

  static let beside = CommandOption<String>(
    "beside", .text("FOLDER"), help: "Where the files are that the scenario names.")

  static let folder = CommandOption<String>(
    "folder", .text("FOLDER"), help: "An empty folder for the store's files.")

  static let cache = CommandOption<String>(
    "cache", .text("FOLDER"), help: "Where filled stores are kept from run to run.")

  static let parent = CommandOption<Int>(
    "parent", .integer("PID", in: 1...Int(Int32.max)),
    help: "The process whose end is to be this one's end too.")

  static let attributeTo = CommandOption<String>(
    "attribute-to", .text("FOLDER"),
    help: "Write what allocates into this folder, and nothing else."
  )

  static let cell = CommandOption<String>(
    "cell", .text("ID"),
    help:
      "The id of the trial, as 'faultline plan' prints it; columns and expectations were checked by the run that names it."
  )

  static let over = CommandOption<Setting>(
    "over", .setting, isRepeatable: true, help: "The value of an axis in the cell of a search.")

  static let end = CommandOption<BehaviourChoice>(
    "end", .behaviour, isRepeatable: true,
    help: "The end of a band, such as rowCache=kept, where the scenario says nothing of it.")

  static let explain = CommandOption(
    flag: "explain", help: "Also play once more to find out what held the memory at its peak.")

  static let scratch = CommandOption<String>(
    "scratch", .text("FOLDER"),
    help: "The folder for files that --attribute-to needs meanwhile; one of its own without it.")

  static let film = CommandOption(
    flag: "film", help: "Film one pass, step by step, instead of measuring.")

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    ChildProcess.dieWithParent(arguments[Self.parent])
    // The reader may go away: then the next line ends this process, for the rest would not be read.
    signal(SIGPIPE, SIG_DFL)
    let hashing = DeterministicHashing.ensure(arguments: CommandLine.arguments)
    TrialRun.separateStores()
    let text = String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self)
    let scenario = try ScenarioReader.scenario(
      text, file: arguments[Self.file] ?? "standard input", beside: arguments[Self.beside],
      behaves: arguments.all(CommonOptions.behaves))
    var choices = Choices(arguments)
    choices.cell = arguments[Self.cell]
    choices.wasPlanned = choices.cell != nil
    choices.over = arguments.all(Self.over)
    choices.ends = arguments.all(Self.end)
    let plan = try Plan(scenario, choosing: choices)
    guard let trial = plan.trials.first, plan.trials.count == 1 else {
      throw UsageError(
        "This comes to \(plan.trials.count) trials; choose one with --cell.",
        command: name)
    }
    if let hashing { try console.print(page: WireMessage.finding(Finding(hashing: hashing)).line) }
    let board = ProgressBoard(inheritedAt: ProgressBoard.inheritedDescriptor)
    var failure: String?
    let cache = arguments[Self.cache].map { InitialDataCache(at: $0) } ?? .usual
    let trace = arguments[CommonOptions.trace].map {
      TraceWish(file: $0, detail: arguments[CommonOptions.sql] ?? 1)
    }
    let run = TrialRun(
      trial, board: board, folder: arguments[Self.folder], cache: cache, trace: trace,
      explains: arguments.has(Self.explain))
    func send(_ message: WireMessage) {
      if case .failure(let sentence) = message { failure = sentence }
      try? console.print(page: message.line)
    }
    // Not where references or allocations are counted: those are to be the workload's own.
    func hearing(_ body: () -> Void) { board.map { $0.hearing(body) } ?? body() }
    if arguments.has(Self.film) {
      hearing { run.film(telling: send) }
    } else if arguments.has(CommonOptions.arc) {
      run.run(.references, telling: send)
    } else if let folder = arguments[Self.attributeTo] {
      run.run(
        .attribution(folder: folder), scratch: arguments[Self.scratch], telling: send)
    } else {
      hearing { run.run(telling: send) }
    }
    guard let failure else { return .held }
    console.complain(failure)
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
