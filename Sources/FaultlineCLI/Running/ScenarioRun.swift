// What every command that runs scenarios does: files in, results out, and a word about Ctrl-C.

import FaultlineMeasures
import FaultlineProfiler
import FaultlineReplay
import FaultlineScenarios

/// A run of everything that a command line names.
struct ScenarioRun {
  private let arguments: ParsedArguments
  private let console: Console
  private let choices: Choices
  private let folder: ResultFolder
  /// Where events go as they happen, if they are wanted.
  private let events: EventStream?
  private let explains: Bool
  /// Whose peaks are to be lowered; nil for none.
  private let advised: RemediedTrials?
  /// Whether both ends are played of what nothing public settles; nil for the default alone.
  private let bands: BandWish?
  /// The ends of bands that a measurement has settled.
  private let settlement: Settlement?
  /// What looks through the plans before anything runs.
  private let preparing: ([Plan]) throws -> Void

  /// Prepares a run; with `explains` every peak is explained, in one pass more a trial, and with `advised` changes are
  /// tried that may lower some of them.
  init(
    _ arguments: ParsedArguments, console: Console, telling events: EventStream? = nil,
    explainingPeaks explains: Bool = false, advisingOn advised: RemediedTrials? = nil,
    playingBands bands: BandWish? = nil, taking settlement: Settlement? = nil,
    preparing: @escaping ([Plan]) throws -> Void = { _ in }
  ) {
    self.preparing = preparing
    self.settlement = settlement
    self.advised = advised
    self.bands = bands
    self.events = events
    self.arguments = arguments
    self.explains = explains
    self.console = console
    var choices = Choices(running: arguments)
    choices.ends = settlement?.ends ?? []
    self.choices = choices
    folder = ResultFolder(arguments[CommonOptions.out])
  }

  /// Reads and plans the scenarios, runs and judges them, and writes the results as they come.
  func measured() throws -> MeasuredRun {
    prepareProcess()
    console.note("reading scenarios")
    let plans = try plans()
    try preparing(plans.map(\.plan))
    try prepareFolders(for: plans)
    let traces = try TraceCollector(arguments)
    let machine = Machine.current(libraries: Libraries.versions)
    let revision = Revision.current
    Interruption.listen()
    let behavior = BehaviorDigest.measured { Interruption.isAsked }
    var unwritten: [Diagnostic] = []
    // What was measured is shown whatever becomes of its files.
    func trying(_ write: () throws(Diagnostic) -> Void) {
      do throws(Diagnostic) { try write() } catch { unwritten.append(error) }
    }
    let outcomes = WholeRun(
      plans, arguments, choices, console, tracing: traces, telling: events,
      explainingPeaks: explains, advisingOn: advised, playingBands: bands,
      weighing: arguments.has(CommonOptions.sides) ? SidesRun(arguments, console: console) : nil,
      taking: settlement
    ).carryOut(
      keeping: { plan, ended in folder.keep(plan, ended) },
      writing: { outcome in
        trying { () throws(Diagnostic) in
          try folder.write(outcome, measuredOn: machine, behavior: behavior, at: revision)
        }
      })
    trying { () throws(Diagnostic) in
      try traces?.write(outcomes.flatMap(\.result.trials).map(\.id), console)
    }
    console.note("gathering what was measured")
    var facts = KeyFacts(machine)
    (facts.faultline, facts.behavior) = (Program.version, behavior)
    var run = measured(outcomes, of: plans, on: facts, at: revision)
    if arguments.has(CommonOptions.replay), run.interruption == nil {
      run.films = try films(of: plans)
      for film in run.films.values.sorted(by: { $0.scenario < $1.scenario }) {
        trying { () throws(Diagnostic) in try folder.write(film) }
      }
    }
    run.unwritten = unwritten
    if run.interruption == nil, outcomes.contains(where: \.hasCutAdvice) {
      run.interruption =
        "faultline: \(Interruption.words): every variant ran, and not all was tried that may lower the peak."
    } else if run.interruption == nil, outcomes.contains(where: \.hasCutBands) {
      run.interruption =
        "faultline: \(Interruption.words): every variant ran, and not every band was played at its other end."
    }
    return run
  }

  /// Trials in this process need of it what a process of their own would have.
  private func prepareProcess() {
    guard arguments.has(CommonOptions.inline) else { return }
    if let doubt = DeterministicHashing.ensure() { console.complain("faultline: \(doubt)") }
    TrialRun.separateStores()
  }

  private func plans() throws -> [PlannedFile] {
    let asksQuestions = arguments.has(CommonOptions.questions)
    let plans = try ScenarioFiles(arguments).plans(
      choosing: choices, tagged: arguments.all(CommonOptions.tag),
      where: { !asksQuestions || !$0.answers.isEmpty })
    arguments.sayWhichSize(to: console)
    return plans
  }

  /// Folders that cannot be made are known before anything runs, and results of before are gone then.
  private func prepareFolders(for plans: [PlannedFile]) throws {
    if !arguments.has(CommonOptions.inline) {
      try ChildProcess.checkDescriptors(forJobs: arguments[CommonOptions.jobs] ?? 1)
    }
    try folder.prepare(for: plans.map(\.plan.scenario.name))
    TemporaryFolder.clearLost()
    if plans.contains(where: { $0.plan.trials.contains { $0.store.isOnDisk } }) {
      do throws(StepFailure) {
        _ = try StoreFolder()
        if plans.contains(where: { $0.plan.trials.contains(where: \.usesCache) }) {
          try InitialDataCache.usual.prepare()
        }
      } catch {
        throw Diagnostic(error.description)
      }
    }
    for file in plans { folder.forget(file.plan) }
  }

  /// The outcomes with what is known of them.
  private func measured(
    _ outcomes: [RunOutcome], of plans: [PlannedFile], on facts: KeyFacts, at revision: String?
  ) -> MeasuredRun {
    let result = RunResult(
      scenarios: outcomes.map(\.result).filter { !$0.trials.isEmpty })
    let names = result.scenarios.map(\.name)
    return MeasuredRun(
      result: result,
      isPartial: choices.arePartial,
      facts: Dictionary(names.map { ($0, facts) }, uniquingKeysWith: { first, _ in first }),
      revisions: names.reduce(into: [:]) { $0[$1] = revision },
      flames: AttributionFiles.flames(
        of: result.scenarios.flatMap { $0.trials.map(\.id) }, in: folder.attribution),
      interruption: outcomes.last(where: \.wasCancelled).map { interruption($0.result, plans) })
  }

  /// Films each scenario once more, in its small size.
  private func films(of plans: [PlannedFile]) throws -> [String: Film] {
    var films: [String: Film] = [:]
    for file in plans where !file.plan.trials.isEmpty && !Interruption.isAsked {
      guard let film = try FilmMaker(filming: arguments, console: console).film(file) else {
        continue
      }
      films[film.scenario] = film
    }
    return films
  }

  private func interruption(_ cut: ScenarioResult, _ plans: [PlannedFile]) -> String {
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
      parameters: arguments.all(CommonOptions.set), limits: arguments.all(CommonOptions.limit),
      behaves: arguments.all(CommonOptions.behaves), quick: arguments.has(CommonOptions.quick),
      repeats: arguments[CommonOptions.repeats], only: arguments.all(CommonOptions.only))
  }
}

extension ParsedArguments {
  /// Whether the scenarios come in their small size although that was not asked for.
  ///
  /// A command line that names none gets all of them, and a first look or a build should not wait for their full sizes.
  var takesQuickSizeUnasked: Bool {
    namedScenarios.isEmpty && !has(CommonOptions.quick) && !has(CommonOptions.full)
  }

  /// The files and folders that are named, and what stands for scenarios that come with the program.
  var namedScenarios: [String] {
    operands
      + all(CommonOptions.shipped).map { FilePath.joined(ShippedScenarios.shownFolder, $0) }
  }

  /// Says so, for a scenario that is named comes in its full size.
  func sayWhichSize(to console: Console) {
    guard takesQuickSizeUnasked, !has(CommonOptions.quiet) else { return }
    console.complain(
      "Everything in Scenarios, in its quick size; --full takes the full one.")
  }
}
