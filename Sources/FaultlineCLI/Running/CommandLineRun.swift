// What a command line asks of a run, and what it prints of one that has ended.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

extension PlayerSettings {
  /// The settings that the options choose.
  init(_ arguments: ParsedArguments) {
    self.init(
      timeout: arguments[CommonOptions.timeout], memoryLimit: arguments.memoryLimit,
      jobs: arguments[CommonOptions.jobs] ?? 1, isInline: arguments.has(CommonOptions.inline))
  }
}

extension RunSettings {
  /// The settings of a command that runs what it names.
  init(_ arguments: ParsedArguments) {
    self.init(Choices(running: arguments), PlayerSettings(arguments))
    folder = arguments[CommonOptions.out]
    tags = arguments.all(CommonOptions.tag)
    onlyAnswers = arguments.has(CommonOptions.questions)
    playsBothProfiles = arguments.has(CommonOptions.sides)
    records = arguments.has(CommonOptions.replay)
    trace = TraceSettings(arguments)
    passes =
      (arguments.has(CommonOptions.arc) ? [.references] : [])
      + (arguments.has(CommonOptions.attribute)
        ? [.attribution(folder: ResultFolder(folder).attribution)] : [])
  }
}

extension TraceSettings {
  /// What the options ask for; nil where they ask for neither a trace nor statements.
  fileprivate init?(_ arguments: ParsedArguments) {
    let format = arguments[CommonOptions.sqlFormat]
    self.init(
      file: arguments[CommonOptions.trace],
      // A format of statements is of use with statements alone.
      detail: arguments[CommonOptions.sql] ?? (format == nil ? nil : 1),
      format: format ?? .faultline)
  }
}

extension AdvisedTrials {
  /// The trials that the command line and the surroundings ask for; nil for no advice.
  ///
  /// A build in CI is there for its numbers, and people wait for them.
  init?(_ arguments: ParsedArguments, isCI: Bool) throws(UsageError) {
    let against = [CommonOptions.noAdvice, CommonOptions.noExplain].first(where: arguments.has)
    if let against, arguments[CommonOptions.advice] != nil {
      throw UsageError(
        "--advice and --\(against.name) exclude each other: what to advise is found by the passes that explain peaks.",
        command: "run")
    }
    guard against == nil else { return nil }
    if let chosen = arguments[CommonOptions.advice] {
      self = chosen
    } else if isCI {
      return nil
    } else {
      self = .reference
    }
  }
}

extension ParsedArguments {
  /// A Boolean value that indicates whether the command line asks for what takes longer, of several scenarios as well.
  var looksIntoSeveral: Bool {
    has(CommonOptions.all) || has(CommonOptions.bands) || self[CommonOptions.advice] != nil
  }
}

extension RangePolicy {
  /// The policy that the command line and the surroundings ask for; nil where no other value is to be played.
  ///
  /// A build waits for its numbers, so there only what is quick is played that often.
  init?(_ arguments: ParsedArguments, isCI: Bool) {
    if arguments.has(CommonOptions.noBands) { return nil }
    self = isCI && !arguments.has(CommonOptions.bands) ? .quickSizes : .always
  }
}

extension BehaviorCalibration {
  /// Returns what a run takes for settled; nil for nothing.
  ///
  /// A build has the same counters on every machine, so there it is taken only where the command line asks for it.
  static func taken(_ arguments: ParsedArguments, isCI: Bool) throws(Diagnostic)
    -> BehaviorCalibration?
  {
    let isAsked = arguments.has(CommonOptions.settled)
    guard !arguments.has(CommonOptions.noSettled), isAsked || !isCI else { return nil }
    return try kept(isRequired: isAsked)
  }
}

extension ScenarioFiles {
  /// Finds what a command line names: files and folders, and built-in scenarios.
  init(_ arguments: ParsedArguments) throws(Diagnostic) {
    try self.init(arguments.operands, shipped: arguments.all(CommonOptions.shipped))
  }

  /// What a command line asks for, in one path; empty where it takes several.
  static func place(of arguments: ParsedArguments) -> String {
    let names = arguments.namedScenarios
    guard names.count < 2, names.first != InterruptibleReader.standardInput else { return "" }
    return FilePath.plain(names.first ?? usualFolder)
  }
}

extension BaselineFolder {
  /// The folder that a command line names, or the default one.
  init(_ arguments: ParsedArguments) throws(Diagnostic) {
    try self.init(
      arguments[CommonOptions.baselines], besideResultsIn: arguments[CommonOptions.out])
  }
}

extension Experiment {
  /// Runs what a command line names, and ends early after a signal.
  ///
  /// `prepare` looks through the plans before anything runs.
  func run(
    _ arguments: ParsedArguments, _ console: Console,
    preparing prepare: ([Plan]) throws -> Void = { _ in }
  ) throws -> MeasuredRun {
    try run(ScenarioFiles(arguments)) { plans in
      arguments.sayWhichSize(to: console)
      try prepare(plans)
      if let file = arguments[CommonOptions.trace] {
        try InputFiles(arguments, of: .scenarios).protect(from: "the trace", at: file)
      }
      Interruption.listen()
    }
  }
}

extension MeasuredRun {
  /// Prints what there is to report, then what went wrong beside the numbers, and returns the most serious status.
  func end(
    with status: ExitStatus, console: Console,
    reporting report: () throws(Console.LostOutput) -> Void = {}
  ) -> ExitStatus {
    var statuses = [status]
    do throws(Console.LostOutput) {
      try report()
    } catch {
      console.writeError(error.printed)
      statuses.append(error.status)
    }
    for problem in unwritten {
      console.writeError(problem.printed)
      statuses.append(.internalError)
    }
    if let cut {
      console.writeError("faultline: \(Interruption.words): \(cut.sentence)")
      statuses.append(Interruption.status)
    }
    return ExitStatus.mostSerious(of: statuses)
  }
}

extension ReportBuilder {
  /// A builder that knows all that is known of a run beside its numbers.
  init(_ run: MeasuredRun) {
    self.init(facts: run.facts, revisions: run.revisions, films: run.films, flames: run.flames)
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
  /// A Boolean value that indicates whether the scenarios come in their quick size although that was not asked for.
  ///
  /// A command line that names none gets all of them, and a first look or a build should not wait for their full sizes.
  var takesQuickSizeUnasked: Bool {
    namedScenarios.isEmpty && !has(CommonOptions.quick) && !has(CommonOptions.full)
  }

  /// The files and folders that are named, and what stands for built-in scenarios.
  var namedScenarios: [String] {
    operands
      + all(CommonOptions.shipped).map { FilePath.joined(ShippedScenarios.shownFolder, $0) }
  }

  /// Reports the size, since a scenario that is named comes in its full one.
  func sayWhichSize(to console: Console) {
    guard takesQuickSizeUnasked, !has(CommonOptions.quiet) else { return }
    console.writeError(
      "Everything in Scenarios, in its quick size; --full takes the full one.")
  }
}
