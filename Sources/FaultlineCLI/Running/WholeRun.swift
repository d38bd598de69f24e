// All plans of a run, one after the other, with a progress line and a look at what asks for an end.

import FaultlineMeasures
import FaultlineScenarios

/// Carries out every plan of a run.
struct WholeRun {
  private let plans: [PlannedFile]
  private let choices: Choices
  private let timeout: Duration?
  private let memoryLimit: Int?
  private let isInline: Bool
  private let jobs: Int
  private let progress: ProgressLine
  /// Where events go, if they are wanted.
  private let traces: TraceCollector?
  private let auxiliaries: [AuxiliaryPass]
  private let events: EventStream?
  private let explains: Bool
  /// Whose peaks are to be lowered; nil for none.
  private let advised: RemediedTrials?
  /// Whether both ends are played of what nothing public settles.
  private let bands: BandWish?
  /// Plays the other side too, where that is asked for.
  private let sides: SidesRun?
  /// What a measurement has settled.
  private let settlement: Settlement?
  private let console: Console
  private let clock = ContinuousClock()

  init(
    _ plans: [PlannedFile], _ arguments: ParsedArguments, _ choices: Choices, _ console: Console,
    tracing traces: TraceCollector?, telling events: EventStream? = nil,
    explainingPeaks explains: Bool = false, advisingOn advised: RemediedTrials? = nil,
    playingBands bands: BandWish? = nil, weighing sides: SidesRun? = nil,
    taking settlement: Settlement? = nil
  ) {
    self.settlement = settlement
    self.sides = sides
    self.bands = bands
    self.advised = advised
    self.events = events
    self.plans = plans
    self.choices = choices
    timeout = arguments[CommonOptions.timeout]
    memoryLimit = arguments.memoryLimit
    isInline = arguments.has(CommonOptions.inline)
    // Trials in one process share its heap, and would be measured together.
    jobs = isInline ? 1 : arguments[CommonOptions.jobs] ?? 1
    progress = ProgressLine(arguments, console: console)
    self.traces = traces
    self.console = console
    self.explains = explains
    let folder = ResultFolder(arguments[CommonOptions.out]).attribution
    auxiliaries =
      (arguments.has(CommonOptions.arc) ? [.references] : [])
      + (arguments.has(CommonOptions.attribute) ? [.attribution(folder: folder)] : [])
  }

  /// Runs the plans in their order, until one of them is interrupted; what has ended is handed on.
  func carryOut(
    keeping keep: (Plan, [TrialResult]) -> Void, writing write: (RunOutcome) -> Void
  ) -> [RunOutcome] {
    let count = plans.reduce(0) { $0 + $1.plan.trials.count }
    events?.plan(plans.map(\.plan))
    let start = clock.now
    var done = 0
    var outcomes: [RunOutcome] = []
    for file in plans {
      var ended = EndedTrials()
      var outcome = Runner(executor(for: file), jobs: jobs).run(file.plan) { event in
        progress.show(event, of: file.plan.scenario.name, RunPlace(done, of: count, since: start))
        events?.show(event, after: done, of: count)
        if case .finished(_, let result, _) = event { ended.add(result) }
        ended.keepIfDue({ clock.now }) { keep(file.plan, $0) }
        return Interruption.isAsked ? .stop : .goOn
      }
      if !outcome.wasCancelled { ask(&outcome, file) }
      if let settlement { outcome.result.bands = settled(by: settlement, in: file) }
      if let bands, bands.plays(choices.quick), !outcome.wasCancelled { widen(&outcome, file) }
      if let sides, !outcome.wasCancelled { weigh(on: sides, &outcome, file) }
      if let advised, !outcome.wasCancelled { advise(on: advised, of: &outcome, file) }
      outcomes.append(outcome)
      write(outcome)
      done += file.plan.trials.count
      if outcome.wasCancelled { break }
    }
    progress.clear()
    for sentence in outcomes.flatMap(\.said) { console.complain(sentence) }
    return outcomes
  }

  private func executor(for file: PlannedFile) -> any Executor {
    let trace: @Sendable (Trial) -> TraceWish? = { [traces] in traces?.wish(for: $0) }
    return isInline
      ? InlineExecutor(tracing: trace, auxiliaries: auxiliaries, explainingPeaks: explains)
      : ProcessExecutor(
        text: file.text, choices: choices, timeout: timeout, memoryLimit: memoryLimit, jobs: jobs,
        tracing: trace, auxiliaries: auxiliaries, explainingPeaks: explains)
  }

  /// The bands that would be open here if nothing were settled.
  private func settled(by settlement: Settlement, in file: PlannedFile) -> [PlayedBand] {
    var open = choices
    open.ends = []
    let met = (try? Plan(file.plan.scenario, choosing: open).metBands.map(\.key)) ?? []
    return settlement.ends.compactMap { end in
      guard let band = end.band, met.contains(band.key) else { return nil }
      let isOther = end == BehaviourChoice(band, atOtherEnd: true)
      return PlayedBand(
        key: band.key, end: isOther ? band.coreData : band.guides,
        other: isOther ? band.guides : band.coreData, settled: settlement.version)
    }
  }

  /// Judges the questions that no reading of the run answers.
  private func ask(_ outcome: inout RunOutcome, _ file: PlannedFile) {
    let run = QuestionRun(
      file, variants: choices.variants, timeout: timeout, memoryLimit: memoryLimit)
    guard let run else { return }
    let name = outcome.result.name
    let judgements = run.judgements(on: outcome.result) { trial in
      progress.update("\(name) · questions · \(trial.key.variant)")
      return Interruption.isAsked ? .stop : .goOn
    }
    outcome.result.judgements += judgements
  }

  /// Plays what nothing public settles at its other ends; what has been measured stays as it is.
  private func widen(_ outcome: inout RunOutcome, _ file: PlannedFile) {
    let name = outcome.result.name
    let run = BandRun(file, choices) { plan, choices, band in
      guard !Interruption.isAsked else { return nil }
      let executor: any Executor =
        isInline
        ? InlineExecutor()
        : ProcessExecutor(
          text: file.text, choices: choices, timeout: timeout, memoryLimit: memoryLimit, jobs: jobs)
      let played = Runner(executor, jobs: jobs).run(plan) { _ in
        progress.update("\(name) · \(band.key) at '\(band.coreData)'")
        return Interruption.isAsked ? .stop : .goOn
      }
      return played.wasCancelled ? nil : played.result.trials
    }
    do throws(Diagnostic) {
      if try !run.widen(&outcome.result) { outcome.hasCutBands = true }
    } catch {
      console.complain(error.description)
    }
  }

  /// Plays both sides, and notes what is best elsewhere; what has been measured stays as it is.
  private func weigh(on sides: SidesRun, _ outcome: inout RunOutcome, _ file: PlannedFile) {
    guard let side = file.plan.side, !Interruption.isAsked else { return }
    do {
      if let played = try sides.sides(of: file) {
        outcome.result.elsewhere = played.elsewhere(than: side)
      } else {
        outcome.hasCutBands = true
      }
    } catch {
      console.complain("\(error)")
    }
  }

  /// Tries what may lower the peaks of some trials; what has been measured stays as it is.
  private func advise(on advised: RemediedTrials, of outcome: inout RunOutcome, _ file: PlannedFile)
  {
    let result = outcome.result
    for place in advised.places(in: result) where !Interruption.isAsked {
      let trial = result.trials[place]
      let run = RemedyRun(file, choices, against: trial, in: result) { planned, choices, name in
        guard !Interruption.isAsked else { return nil }
        let executor: any Executor =
          isInline
          ? InlineExecutor(explainingPeaks: true)
          : ProcessExecutor(
            text: planned.text, choices: choices, timeout: timeout, memoryLimit: memoryLimit,
            explainingPeaks: true)
        let played = Runner(executor).run(planned.plan) { _ in
          progress.update("\(result.name) · \(trial.cell) · trying \(name)")
          return Interruption.isAsked ? .stop : .goOn
        }
        return played.wasCancelled ? nil : played.result
      }
      outcome.result.trials[place].tried = run.tried()
    }
  }
}

extension RunOutcome {
  /// Whether a signal came while something was tried.
  var hasCutAdvice: Bool {
    Interruption.isAsked && !wasCancelled && result.trials.contains { $0.tried?.doubt != nil }
  }
}
