// faultline check: the gate of a build. What runs now is held against what was accepted.

import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Runs scenarios and compares every exact reading with the baseline.
struct CheckCommand: Command {
  let name = "check"
  let summary = "Run scenarios and compare with the baseline."
  let purpose = """
    Runs scenarios as 'faultline run' does and holds every exact reading against the baseline that was accepted. \
    Counters of the object graph compare everywhere; heap and SQLite readings only where allocator, SQLite, \
    compiler, build and machine are the same. Where the scenario was changed, readings are compared and marked as \
    other work: worse ones fail until they are accepted, or as --across-changes says. A baseline whose scenario is \
    gone is reported.

    The exit status is 0 when nothing got worse, 1 when a result cannot be written, 2 when something got worse or an \
    expectation broke, 3 when a file cannot be understood, 4 when a trial died, 5 when \
    nothing could be compared, and 130 after Ctrl-C (143 after SIGTERM, 129 after SIGHUP). Where several are true, \
    4 goes before 2, 2 before 1, and 1 before 5.

    With --bisect it judges the commit at hand for 'git bisect run'. Bad (2) is a reading that is worse than the \
    baseline beyond what the scenario tolerates, or an expectation that broke; with --strict also a reading that is \
    better or merely different.

    A commit cannot be judged (125) where nothing is bad and a scenario is missing or cannot be understood, a trial \
    died or met a limit, passes differ, an expectation has no answer, or something of the baseline is not read; with \
    --across-changes warn also where worse readings are of other work, and with allow these are good. All else is \
    good (0).

    What would be so at every commit ends the search (128): a wrong command line, a metric that is not read, a \
    baseline that cannot be read or is of another machine.
    """
  let operands = OperandRule(placeholder: "[FILE|FOLDER…]", allowed: 0...64)
  let options: [any DeclaredOption] =
    [CommonOptions.shipped] + CommonOptions.running + [
      CommonOptions.baselines, CommonOptions.strict, CommonOptions.acrossChanges,
      CommonOptions.bisect, CommonOptions.bisectMetric,
    ]
    + CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline check",
      says: "Checks everything in Scenarios in its small size, as a build does."),
    CommandExample(
      line: "faultline check --strict --format markdown > comment.md",
      says: "Fails on improvements too, and writes a comment for a pull request."),
    CommandExample(
      line:
        "faultline check --format junit=memory.xml --format markdown=comment.md --format html=pages/",
      says: "Writes what a build server shows, a comment, and pages, and prints the report as well."
    ),
    CommandExample(
      line: "faultline check --across-changes warn",
      says: "Shows what a changed scenario costs, and fails only where the work is the same."),
    CommandExample(
      line: "git bisect run faultline check --bisect Scenarios/import.yaml --baselines .git/good",
      says:
        "Finds the commit that made it worse; 'faultline accept --baselines .git/good' at a good commit comes before."
    ),
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let search = try Bisection(arguments)
    let folder = try BaselineFolder(arguments)
    let outputs = try ReportOutputs(arguments, of: name)
    let events = try EventStream(outputs, console)
    let run: MeasuredRun
    do {
      run = try ScenarioRun(arguments, console: console, telling: events).measured()
    } catch let error as any ReportedError {
      guard let search else { throw error }
      return search.end(after: error, console: console)
    }
    if run.interruption != nil { return run.end(with: .held, console: console) }
    console.note("comparing with \(folder.folder)")
    let comparison = try Comparison(run, with: folder, of: arguments.namedScenarios)
    let isStrict = arguments.has(CommonOptions.strict)
    let acrossChanges = arguments[CommonOptions.acrossChanges] ?? .fail
    let builder = ReportBuilder(run)
    var report = builder.report(
      comparison, for: .check, of: run.result, strict: isStrict, acrossChanges: acrossChanges,
      accepting: { Self.acceptance(of: $0, arguments) })
    report.subject.place = ScenarioFiles.place(of: arguments)
    let status = comparison.status(
      of: run.result, strict: isStrict, acrossChanges: acrossChanges)
    let results = ResultFolder(arguments[CommonOptions.out])
    report.subject.more = results.comparing(run.result, with: folder)
    let ended = run.end(with: status, console: console) { () throws(Console.LostOutput) in
      try console.print(report, as: outputs, by: builder, after: events)
    }
    return search?.end(comparison, of: run.result, console: console) ?? ended
  }
}

extension CheckCommand {
  /// The command line that accepts what a check has found in these files, whole: with the sizes, settings and choices
  /// of that check.
  static func acceptance(of files: [String], _ arguments: ParsedArguments) -> [String] {
    // What is in a baseline alone has no known file, and standard input has none.
    let isNamed =
      (1...3).contains(files.count) && !files.contains("")
      && !arguments.operands.contains(PatientFile.standardInput)
    // Those that come with the program are named by their option.
    let shown = "\(ShippedScenarios.shownFolder)/"
    let hasShipped = !arguments.all(CommonOptions.shipped).isEmpty
    let isShipped = { (file: String) in hasShipped && file.hasPrefix(shown) }
    let named = isNamed ? files.filter { !isShipped($0) } : arguments.operands
    let shipped =
      isNamed
      ? files.filter(isShipped).map { String($0.dropFirst(shown.count)) }
      : arguments.all(CommonOptions.shipped)
    // What is named comes in its full size, and a check of everything in its small one.
    let isQuick = arguments.takesQuickSizeUnasked && !named.isEmpty
    let options = CommonOptions.choosing + [CommonOptions.baselines]
    let words =
      ["faultline", "accept"] + named + (isQuick ? [CommonOptions.quick.spelling] : [])
      + shipped.flatMap { [CommonOptions.shipped.spelling, $0] } + arguments.words(of: options)
    return words.map(\.forShell)
  }
}

extension Comparison {
  /// A run against its baselines, and against those whose scenarios it should have found.
  ///
  /// Of a run of some variants, only those are looked for; of results from elsewhere, nil, no other scenarios.
  init(_ run: MeasuredRun, with folder: BaselineFolder, of operands: [String]?) throws {
    let baselines = try folder.read(run.result.scenarios.map(\.name))
    let ids = Set(run.result.scenarios.flatMap { $0.trials.map(\.id) })
    var facts: [String: KeyFacts] = [:]
    var base = run.result.scenarios.compactMap { scenario -> ScenarioResult? in
      guard let baseline = baselines[scenario.name] else { return nil }
      var (result, machine) = baseline.result(for: run.facts[scenario.name])
      facts[scenario.name] = machine
      if run.isPartial { result.trials.removeAll { !ids.contains($0.id) } }
      return result
    }
    if let operands, !run.isPartial {
      base += try folder.missing(from: operands, having: Set(run.result.scenarios.map(\.name)))
        .map { $0.result(for: nil).result }
    }
    self.init(
      base: RunResult(scenarios: base), head: run.result, baseFacts: facts, headFacts: run.facts)
  }
}
