// faultline tune: the settings under which a scenario keeps its budgets and costs the least.

import FaultlineAnalysis
import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios
import FaultlineSweeps

/// Searches the settings of a scenario for what no others beat.
struct TuneCommand: Command {
  let name = "tune"
  let summary = "Find the settings that keep a budget and cost the least."
  let purpose = """
    Searches the cells of a scenario (its variants, the axes of its matrix and those of --over, each with the pool on \
    and off unless that is said) for the points that no other beats in all goals, and recommends the one with the \
    least of the first --least among those within every --budget. Each cell is measured once, for counters are exact; \
    of bytes and counters the greatest reading at any checkpoint counts. Of sizes the last is taken, and of stores the \
    first. A cell that leaks, breaks an expectation of the file or switches off a rule is not taken. What was run is \
    kept below --out, and the next call goes on from there.

    Not every cell is run. Settings that read nowhere better than others are sampled. Of an axis of at least three \
    numbers it is assumed that readings only rise or only fall along it: then the corners of a part of the space bound \
    it, and what cannot be better is left out. How far both are wrong is measured, allowed for, checked by a sample of \
    what was left out, and said. In a space of more than 2,000 cells, what is better by less than 1 % is not looked for. \
    Where the file has small sizes that are much less work, they are searched first: if the order of what was read \
    there is the same in full size, combinations of words that were worse there are only sampled.

    With --sides the recommended point, its start and some of the front are run again as the other description of Core \
    Data has it, and at the other end of what nothing public settles: the page then says whether the same point is \
    best there, and which difference turns it.

    Other machines can run the cells: with --sweep FOLDER --shards N every cell is planned as a trial of a sweep, \
    which 'faultline sweep' runs and scripts; the same command without --shards then takes what has ended there.

    The exit status is 0 when a point fits or there is no budget, 2 when none does or none may be taken, 3 when \
    something cannot be understood, 4 when every cell died, and 130 after Ctrl-C, when what is known is shown.
    """
  let operands = OperandRule(placeholder: "FILE", allowed: 1...1)

  static let budget = CommandOption<Setting>(
    "budget", .limit, isRepeatable: true,
    help: "What a metric may be at most, such as bytes.peak=64MiB; it is a goal as well.")
  static let least = CommandOption<String>(
    "least", .text("METRIC"), isRepeatable: true,
    help:
      "A metric of which there should be as little as can be, such as store.roundtrips; the first counts most."
  )
  static let over = CommandOption<Setting>(
    "over", .setting, isRepeatable: true,
    help: "Values that a setting or parameter may have: 1,10,100, a range 1..5000, or words.")
  static let fresh = CommandOption(
    flag: "fresh", help: "Forget what calls before have run.")
  static let everyCell = CommandOption(
    flag: "every-cell", help: "Run every cell, and leave nothing out.")
  static let noExpectations = CommandOption(
    flag: "no-expectations", help: "Weigh cells also where they break an expectation of the file.")
  static let sweep = CommandOption<String>(
    "sweep", .text("FOLDER"),
    help:
      "Take cells from this sweep, which other machines run; with --shards it is written.")
  private static let format = CommandOption<Format>(
    "format", .choice,
    help:
      "A page for a terminal, Markdown, a page for a browser, or JSON ('faultline schema tune').")

  let options: [any DeclaredOption] =
    [
      budget, least, over, CommonOptions.variant, CommonOptions.store, CommonOptions.set,
      CommonOptions.limit, CommonOptions.behaves, CommonOptions.quick, CommonOptions.full,
      CommonOptions.timeout, CommonOptions.memoryLimit, CommonOptions.jobs, CommonOptions.out,
      CommonOptions.sides, CommonOptions.noBands, CommonOptions.settled, CommonOptions.noSettled,
      fresh, everyCell, noExpectations, Self.sweep, SweepPlanVerb.shards, Self.format,
    ] + CommonOptions.speaking
  let examples = [
    CommandExample(
      line:
        "faultline tune import-undo.yaml --budget bytes.peak=64MiB --least store.roundtrips --over batch=10..5000",
      says: "Finds the batch with the fewest round trips that keeps the peak below 64 MiB."),
    CommandExample(
      line:
        "faultline tune import-undo.yaml --quick --least bytes.peak --over undo=none,10,50,unlimited --jobs 2",
      says: "Shows what undo is worth, in small sizes and two cells at once."),
    CommandExample(
      line:
        "faultline tune import-undo.yaml --least bytes.peak --over batch=10..200 --sweep cells --shards 8",
      says: "Plans every cell for eight machines; without --shards it searches what they have run."),
    CommandExample(
      line: "faultline tune import-undo.yaml --least bytes.peak --over batch=10..200 --sides",
      says: "Also says whether the same point is best in Core Data of today, and what turns it."),
    CommandExample(
      line: "faultline tune import-undo.yaml --least bytes.peak --every-cell --format json",
      says: "Runs every cell, and prints a document for programs."),
  ]

  /// How it is printed.
  private enum Format: String, CaseIterable, Sendable {
    case terminal, markdown, html, json
  }

  /// More cells than this are not run one by one.
  private static let mostForEvery = 100_000

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    do {
      return try search(arguments, console)
    } catch let error as RequestError {
      throw UsageError(error.message, command: name)
    }
  }

  private func search(_ arguments: ParsedArguments, _ console: Console) throws -> ExitStatus {
    let observer = ConsoleObserver(arguments, console)
    let player = Player(PlayerSettings(arguments), observer: observer)
    let kept = arguments[CommonOptions.out]
    var query = TuneQuery(Choices(arguments))
    query.least = arguments.all(Self.least)
    query.budgets = arguments.all(Self.budget)
    query.over = arguments.all(Self.over)
    query.keepsExpectations = !arguments.has(Self.noExpectations)
    let request = try TuneRequest(
      query, of: ScenarioFiles(arguments.operands), player,
      calibratedBy: BehaviorCalibration.taken(arguments, isCI: console.isCI))
    let space = request.axes.space
    if arguments.has(Self.everyCell), space.size > Self.mostForEvery {
      throw UsageError(
        "--every-cell: there are more than \(NumberText.grouped(Self.mostForEvery)) cells; without it a search leaves most out.",
        command: name)
    }
    let folder = arguments[Self.sweep].map(SweepFolder.init)
    if let shards = arguments[SweepPlanVerb.shards] {
      return try plan(request, into: folder, shards: shards, arguments, console, observer)
    }
    if arguments.has(Self.fresh) {
      TuneMemory.forget(request.scenario, in: arguments[CommonOptions.out] ?? ResultFolder.usual)
    }
    try ChildProcess.checkDescriptors(forJobs: arguments[CommonOptions.jobs] ?? 1)
    TemporaryFolder.clearLost()
    Interruption.listen()
    let swept = try folder.map { try SweptCells($0, request) }
    let run = try TuneRun(request, player, keptIn: kept, swept)
    var search = FrontSearch(space) { try run.measure($0) }
    var isComplete = true
    var smaller: SmallSearch?
    do {
      if arguments.has(Self.everyCell) {
        try search.runEveryCell()
      } else {
        if swept == nil { smaller = try SmallSearch(before: request, player, keptIn: kept) }
        try search.run(after: smaller?.search)
      }
    } catch is TuneRun.Stopped {
      isComplete = false
      // Cells that ended beside those that were stopped count as well.
      try search.look(at: run.ended)
    }
    var advice = TuneAdvice(search, run, after: smaller, isComplete: isComplete)
    if isComplete {
      do {
        try advice.explain()
        if arguments.has(CommonOptions.sides) {
          try advice.weigh(
            on: TuneScope(
              advice, player, keptIn: kept,
              playingRanges: !arguments.has(CommonOptions.noBands)))
        }
      } catch is TuneRun.Stopped { isComplete = false }
    }
    observer.finish()
    // Where no cell can be planned, the first reason is the answer.
    if search.order.isEmpty, isComplete, let refusal = run.firstRefusal { throw refusal }
    var document = advice.document
    document.isComplete = isComplete
    let page = TunePage(
      document: document, axes: request.axes, goals: request.goals, deaths: run.deaths)
    switch arguments[Self.format] ?? .terminal {
    case .terminal: try console.print(page.page)
    case .markdown: try console.print(page.page, as: .markdown)
    case .html: try console.print(page.page, as: .html)
    case .json: try console.print(page: StableJSON.text(of: document))
    }
    if !isComplete {
      console.writeError(
        "faultline: \(Interruption.words): what was run is kept in \(run.keptIn), and the same command goes on from there."
      )
      return Interruption.status
    }
    if document.recommended == nil, document.cells.unsound == 0 { return .died }
    return document.fits ? .held : .broken
  }

  /// Leaves the cells to other machines: writes a sweep of all of them, and says how it goes on.
  private func plan(
    _ request: TuneRequest, into folder: SweepFolder?, shards: Int, _ arguments: ParsedArguments,
    _ console: Console, _ observer: ConsoleObserver
  ) throws -> ExitStatus {
    guard let folder else {
      throw UsageError("--shards needs --sweep FOLDER: where the sweep is written.", command: name)
    }
    guard request.axes.space.size <= Self.mostForEvery else {
      throw UsageError(
        "--shards: a sweep runs every cell, and there are more than \(NumberText.grouped(Self.mostForEvery)).",
        command: name)
    }
    let sweep = try request.sweep(into: folder, shards: shards)
    observer.finish()
    guard !arguments.has(CommonOptions.quiet) else { return .held }
    let left = request.axes.space.size - sweep.cells.count
    let next =
      (left > 0 ? ["\(counted(left, "cell is", "cells are")) excluded or make no plan"] : []) + [
        "next: run it ('faultline sweep run \(folder.path) --shard N' or 'faultline sweep script'), then search "
          + "with the same command without --shards"
      ]
    try console.print(
      (SweepPlanText(sweep, folder: folder).lines + next).joined(separator: "\n"))
    return .held
  }
}
