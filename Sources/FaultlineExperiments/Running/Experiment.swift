// A run from scenario files to results that are written: plans, trials, follow-ups, files.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineProfiler
import FaultlineReplay
package import FaultlineScenarios

/// What is wanted of a run.
package struct RunSettings {
  /// What is chosen of each scenario, and set.
  package var choices: Choices
  package var player: PlayerSettings
  /// The folder for results.
  package var folder: String?
  /// The tags of which a scenario has one; empty for all scenarios.
  package var tags: [String] = []
  /// A Boolean value that indicates whether only scenarios that answer a question run.
  package var onlyAnswers = false
  /// A Boolean value that indicates whether every peak is explained, in one more pass.
  package var explainsPeaks = false
  /// The trials that advice is computed for; nil for none.
  package var advisedTrials: AdvisedTrials?
  /// When undocumented behaviors are played at their other values; nil for never.
  package var ranges: RangePolicy?
  /// A Boolean value that indicates whether peaks are explained, changes are tried and undocumented behaviors are played
  /// where several scenarios run, too.
  package var looksIntoSeveral = true
  /// A Boolean value that indicates whether both behavior profiles are played.
  package var playsBothProfiles = false
  /// What a measurement on a Mac has settled.
  package var calibration: BehaviorCalibration?
  /// Further passes of each trial.
  package var passes: [AuxiliaryPass] = []
  /// A Boolean value that indicates whether the reference of each scenario is recorded.
  package var records = false
  /// What is wanted of the events of the trials.
  package var trace: TraceSettings?

  package init(_ choices: Choices, _ player: PlayerSettings = PlayerSettings()) {
    self.choices = choices
    self.player = player
  }
}

/// Runs scenarios, judges them, and writes the results as they come.
package struct Experiment {
  private let settings: RunSettings
  private let observer: any RunObserver
  private let player: Player
  private let folder: ResultFolder
  private let clock = ContinuousClock()

  private var choices: Choices { settings.choices }

  package init(_ settings: RunSettings, observer: any RunObserver) {
    var settings = settings
    settings.choices.ends = settings.calibration?.ends ?? settings.choices.ends
    self.settings = settings
    self.observer = observer
    player = Player(settings.player, observer: observer)
    folder = ResultFolder(settings.folder)
  }

  /// Reads and plans the scenarios, and runs them.
  ///
  /// `prepare` looks through the plans before anything runs.
  package func run(
    _ files: ScenarioFiles, preparing prepare: ([Plan]) throws -> Void = { _ in }
  ) throws -> MeasuredRun {
    prepareProcess()
    observer.report("reading scenarios")
    let plans = try files.plans(
      choosing: choices, tagged: settings.tags,
      where: { !settings.onlyAnswers || !$0.answers.isEmpty })
    try prepare(plans.map(\.plan))
    let profiles = try profiles(of: plans)
    try prepareFolders(for: plans)
    let traces = try settings.trace.map { settings throws(Diagnostic) in
      try TraceCollector(settings)
    }
    let machine = Machine.current(libraries: Libraries.versions)
    let revision = Revision.current
    let behavior = BehaviorDigest.measured(environment: settings.player.environment) {
      observer.isCancelled
    }
    var unwritten: [Diagnostic] = []
    // What was measured is shown whatever becomes of its files.
    func trying(_ write: () throws(Diagnostic) -> Void) {
      do throws(Diagnostic) { try write() } catch { unwritten.append(error) }
    }
    let looksInside = plans.count == 1 || settings.looksIntoSeveral
    let outcomes = played(
      plans, looksInside: looksInside, comparing: profiles, tracing: traces
    ) { outcome in
      trying { () throws(Diagnostic) in
        try folder.write(outcome, measuredOn: machine, behavior: behavior, at: revision)
      }
    }
    trying { () throws(Diagnostic) in
      try traces?.write(outcomes.flatMap(\.result.trials).map(\.id)) {
        observer.show(statement: $0)
      }
    }
    observer.report("gathering what was measured")
    var facts = KeyFacts(machine)
    (facts.faultline, facts.behavior) = (Program.version, behavior)
    var run = gathered(outcomes, of: plans, on: facts, at: revision)
    if settings.records, run.cut == nil {
      run.films = try films(of: plans)
      for film in run.films.values.sorted(by: { $0.scenario < $1.scenario }) {
        trying { () throws(Diagnostic) in try folder.write(film) }
      }
    }
    run.unwritten = unwritten
    return run
  }

  /// Gives trials in this process what a process of their own would have.
  private func prepareProcess() {
    guard settings.player.isInline else { return }
    if let reason = DeterministicHashing.ensure() { observer.warn("faultline: \(reason)") }
    TrialRun.separateStores()
  }

  /// Makes the folders, so that one that cannot be made is known before anything runs, and removes former results.
  private func prepareFolders(for plans: [PlannedFile]) throws {
    if !settings.player.isInline {
      try ChildProcess.checkDescriptors(forJobs: settings.player.jobs)
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

  /// Plans both profiles of each scenario, so that one that cannot run there is known before anything runs.
  private func profiles(of plans: [PlannedFile]) throws(Diagnostic) -> [String: BehaviorProfiles] {
    var profiles: [String: BehaviorProfiles] = [:]
    for file in plans where settings.playsBothProfiles && file.plan.side != nil {
      profiles[file.plan.scenario.name] = try BehaviorProfiles(
        file, choices, playingRanges: settings.ranges != nil)
    }
    return profiles
  }

  // MARK: - Trials and follow-ups

  /// Runs the plans in their order, until the run is cancelled; what has ended is written.
  private func played(
    _ plans: [PlannedFile], looksInside: Bool, comparing profiles: [String: BehaviorProfiles],
    tracing traces: TraceCollector?, writing write: (RunOutcome) -> Void
  ) -> [RunOutcome] {
    let count = plans.reduce(0) { $0 + $1.plan.trials.count }
    observer.plan(plans.map(\.plan))
    let start = clock.now
    var done = 0
    var outcomes: [RunOutcome] = []
    for file in plans {
      var ended = EndedTrials()
      let executor = player.executor(
        file.text, choices, tracing: { traces?.request(for: $0) }, passes: settings.passes,
        explainingPeaks: settings.explainsPeaks && looksInside)
      var outcome = Runner(executor, jobs: settings.player.jobs).run(file.plan) { event in
        observer.show(
          event, of: file.plan.scenario.name, RunPlace(done, of: count, since: start))
        if case .finished(_, let result, _) = event { ended.add(result) }
        ended.keepIfDue({ clock.now }) { folder.keep(file.plan, $0) }
        return observer.continuation
      }
      follow(
        &outcome, file, looksInside: looksInside, comparing: profiles[file.plan.scenario.name])
      outcomes.append(outcome)
      write(outcome)
      done += file.plan.trials.count
      if outcome.wasCancelled { break }
    }
    observer.finish()
    for sentence in outcomes.flatMap(\.said) { observer.warn(sentence) }
    return outcomes
  }

  /// Plays what follows the result of one scenario; what has been measured stays as it is.
  private func follow(
    _ outcome: inout RunOutcome, _ file: PlannedFile, looksInside: Bool,
    comparing profiles: BehaviorProfiles?
  ) {
    guard !outcome.wasCancelled else { return }
    if let questions = LessonQuestions(file, variants: choices.variants) {
      _ = player.follow(&outcome.result, with: questions)
    }
    if let calibration = settings.calibration {
      outcome.result.bands = calibrated(by: calibration, in: file)
    }
    if looksInside, let ranges = settings.ranges, ranges.plays(choices.quick) {
      let behaviors = UndocumentedBehaviors(file, choices)
      if !player.follow(&outcome.result, with: behaviors) { outcome.hasCutRanges = true }
    }
    if let profiles, !player.follow(&outcome.result, with: profiles) {
      outcome.hasCutRanges = true
    }
    if looksInside, let advised = settings.advisedTrials {
      let result = outcome.result
      for place in advised.places(in: result) where !observer.isCancelled {
        let changes = SuggestedChanges(file, choices, at: place, in: result)
        _ = player.follow(&outcome.result, with: changes)
      }
    }
  }

  /// Returns the undocumented behaviors that would be open here if nothing were calibrated.
  private func calibrated(by calibration: BehaviorCalibration, in file: PlannedFile)
    -> [PlayedBehavior]
  {
    var open = choices
    open.ends = []
    let met = (try? Plan(file.plan.scenario, choosing: open).metBehaviors.map(\.key)) ?? []
    return calibration.ends.compactMap { end in
      guard let band = end.band, met.contains(band.key) else { return nil }
      let isOther = end == BehaviorChoice(band, atOtherEnd: true)
      return PlayedBehavior(
        key: band.key, end: isOther ? band.coreData : band.guides,
        other: isOther ? band.guides : band.coreData, settled: calibration.version)
    }
  }

  /// Records the reference of each scenario, in its quick size.
  private func films(of plans: [PlannedFile]) throws -> [String: Replay] {
    var choices = choices
    choices.quick = true
    choices.ends = []
    let recorder = ReplayRecorder(choices, player)
    var films: [String: Replay] = [:]
    for file in plans where !file.plan.trials.isEmpty && !observer.isCancelled {
      guard let film = try recorder.film(file) else { continue }
      films[film.scenario] = film
    }
    return films
  }

  // MARK: - What came of it

  private func gathered(
    _ outcomes: [RunOutcome], of plans: [PlannedFile], on facts: KeyFacts, at revision: String?
  ) -> MeasuredRun {
    let result = RunResult(
      scenarios: outcomes.map(\.result).filter { !$0.trials.isEmpty })
    let names = result.scenarios.map(\.name)
    var run = MeasuredRun(
      result: result,
      isPartial: choices.arePartial,
      facts: Dictionary(names.map { ($0, facts) }, uniquingKeysWith: { first, _ in first }),
      revisions: names.reduce(into: [:]) { $0[$1] = revision },
      flames: AttributionFiles.flames(
        of: result.scenarios.flatMap { $0.trials.map(\.id) }, in: folder.attribution))
    if let cut = outcomes.last(where: \.wasCancelled)?.result {
      let planned = plans.first { $0.plan.scenario.name == cut.name }?.plan.trials.count ?? 0
      run.cut = .trials(
        scenario: cut.name, ran: cut.trials.count, of: planned,
        keptIn: cut.trials.isEmpty ? nil : folder.unfinishedFile(of: cut.name))
    } else if observer.isCancelled,
      outcomes.contains(where: { $0.result.trials.contains { $0.tried?.failureReason != nil } })
    {
      run.cut = .advice
    } else if outcomes.contains(where: \.hasCutRanges) {
      run.cut = .ranges
    }
    return run
  }
}
