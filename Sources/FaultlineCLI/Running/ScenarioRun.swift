// What every command that runs scenarios does: files in, results out, and a word about Ctrl-C.

import FaultlineMeasures
import FaultlineProfiler
import FaultlineReplay
import FaultlineScenarios

/// A run of everything that a command line names, with its results written.
struct ScenarioRun {
  /// The scenarios of which at least one variant ran.
  let result: RunResult
  /// What there is to say when the run was cut short.
  let interruption: String?
  /// What could not be written of it.
  private let unwritten: [Diagnostic]
  /// Whether only some of the variants were wanted.
  let isPartial: Bool
  /// Where it was measured, by scenario.
  let facts: [String: KeyFacts]
  /// Which revision was measured, by scenario.
  let revisions: [String: String]
  /// What the scenarios looked like step by step, where that was asked for.
  let films: [String: Film]
  /// Who allocates, by trial, where that was asked for.
  let flames: [String: Flame]

  /// Runs what the operands name, and writes the results.
  init(_ arguments: ParsedArguments, console: Console) throws {
    if arguments.has(CommonOptions.inline) {
      if let doubt = DeterministicHashing.ensure() { console.complain("faultline: \(doubt)") }
      TrialRun.separateStores()
    }
    let choices = Choices(running: arguments)
    let plans = try ScenarioFiles(arguments.operands).plans(choosing: choices)
    arguments.sayWhichSize(to: console)
    let folder = ResultFolder(arguments[CommonOptions.out])
    try folder.prepare()
    try Self.makeSureOfTemporaryFolders(plans)
    for file in plans { folder.forget(file.plan) }
    let machine = Machine.current(libraries: Libraries.versions)
    let revision = Revision.current
    let desk = try TraceDesk(arguments)
    var unwritten: [Diagnostic] = []
    // What was measured is shown whatever becomes of its files.
    func trying(_ write: () throws(Diagnostic) -> Void) {
      do throws(Diagnostic) { try write() } catch { unwritten.append(error) }
    }
    let outcomes = WholeRun(plans, arguments, choices, console, tracing: desk).carryOut(
      keeping: { plan, ended in folder.keep(plan, ended) },
      writing: { outcome in
        trying { () throws(Diagnostic) in
          try folder.write(outcome, measuredOn: machine, at: revision)
        }
      })
    trying { () throws(Diagnostic) in
      try desk?.tell(outcomes.flatMap(\.result.trials).map(\.id), console)
    }
    result = RunResult(scenarios: outcomes.map(\.result).filter { !$0.trials.isEmpty })
    interruption = outcomes.last(where: \.wasCancelled)
      .map { Self.interruption($0.result, plans, folder) }
    isPartial = !choices.variants.isEmpty || !choices.stores.isEmpty || !choices.only.isEmpty
    let here = KeyFacts(machine)
    facts = Dictionary(
      result.scenarios.map { ($0.name, here) }, uniquingKeysWith: { first, _ in first })
    revisions = facts.keys.reduce(into: [:]) { $0[$1] = revision }
    var films: [String: Film] = [:]
    if arguments.has(CommonOptions.replay), interruption == nil {
      films = try Self.film(plans, arguments, console)
      for film in films.values.sorted(by: { $0.scenario < $1.scenario }) {
        trying { () throws(Diagnostic) in try folder.write(film) }
      }
    }
    self.films = films
    self.unwritten = unwritten
    flames = AttributionFiles.flames(
      of: result.scenarios.flatMap { $0.trials.map(\.id) }, in: folder.attribution)
  }

  /// Takes results that were written before for a run.
  init(_ files: ResultFiles) {
    result = files.result
    interruption = nil
    unwritten = []
    isPartial = false
    facts = files.facts
    revisions = files.revisions
    films = files.films
    flames = files.flames
  }

  /// Prints what there is to report, then says what went wrong beside the numbers; of their status and that of what
  /// went wrong, the more serious one is the command's.
  func end(
    with status: ExitStatus, console: Console,
    reporting report: () throws(Console.LostOutput) -> Void = {}
  ) -> ExitStatus {
    var statuses = [status]
    do throws(Console.LostOutput) {
      try report()
    } catch {
      console.complain(error.printed)
      statuses.append(error.status)
    }
    for problem in unwritten {
      console.complain(problem.printed)
      statuses.append(.internalError)
    }
    if let interruption {
      console.complain(interruption)
      statuses.append(Interruption.status)
    }
    return ExitStatus.mostSerious(of: statuses)
  }

  /// A folder for the files of stores that cannot be made is known before anything runs.
  private static func makeSureOfTemporaryFolders(_ plans: [PlannedFile]) throws(Diagnostic) {
    TemporaryFolder.clearLost()
    guard plans.contains(where: { $0.plan.trials.contains { $0.store.isOnDisk } }) else { return }
    do throws(StepFailure) {
      _ = try StoreFolder()
    } catch {
      throw Diagnostic(error.description)
    }
  }

  /// Films each scenario once more, in its small size.
  private static func film(
    _ plans: [PlannedFile], _ arguments: ParsedArguments, _ console: Console
  ) throws -> [String: Film] {
    var films: [String: Film] = [:]
    for file in plans where !file.plan.trials.isEmpty && !Interruption.isAsked {
      guard let film = try FilmMaker(filming: arguments, console: console).film(file) else {
        continue
      }
      films[film.scenario] = film
    }
    return films
  }

  private static func interruption(
    _ cut: ScenarioResult, _ plans: [PlannedFile], _ folder: ResultFolder
  ) -> String {
    let planned = plans.first { $0.plan.scenario.name == cut.name }?.plan.trials.count ?? 0
    let kept =
      cut.trials.isEmpty
      ? "nothing of it is kept"
      : folder.unfinishedFile(of: cut.name).map { "what they read is in \($0)" }
        ?? "what they read could not be kept"
    return
      "faultline: \(Interruption.words): \(cut.trials.count) of \(planned) variants of '\(cut.name)' ran; "
      + "\(kept)."
  }
}

extension Choices {
  /// What a command line chooses that may name scenarios.
  init(running arguments: ParsedArguments) {
    self.init(arguments)
    quick = quick || arguments.takesQuickSizeUnasked
  }

  /// What the options choose.
  init(_ arguments: ParsedArguments) {
    self.init(
      variants: arguments.all(CommonOptions.variant), stores: arguments.all(CommonOptions.store),
      parameters: arguments.all(CommonOptions.set), quick: arguments.has(CommonOptions.quick),
      repeats: arguments[CommonOptions.repeats], only: arguments.all(CommonOptions.only))
  }
}

extension ParsedArguments {
  /// Whether the scenarios come in their small size although that was not asked for.
  ///
  /// Who names none gets all there are, and a first look or a build should not wait for their full sizes.
  var takesQuickSizeUnasked: Bool {
    operands.isEmpty && !has(CommonOptions.quick) && !has(CommonOptions.full)
  }

  /// Says so, for a scenario that is named comes in its full size.
  func sayWhichSize(to console: Console) {
    guard takesQuickSizeUnasked, !has(CommonOptions.quiet) else { return }
    console.complain(
      "Everything in Scenarios, in its quick size; --full takes the full one.")
  }
}

extension Diagnostic: ToldError {
  var sentence: String { description }
  var printed: String { description }
  var status: ExitStatus { .wrongUse }
}
