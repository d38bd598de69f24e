// faultline check: the gate of a build. What runs now is held against what was accepted.

import FaultlineAnalysis
import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Runs scenarios and compares every exact reading with the baseline.
struct CheckCommand: Command {
  let name = "check"
  let summary = "Run scenarios and compare with the baseline."
  let purpose = """
    Runs scenarios as 'faultline run' does and holds them against the baseline that was accepted. The verdict is \
    decided by what a scenario cares about: its columns, its expectations, and what 'gate' adds in the scenario or in \
    faultline.yaml. A scenario that has neither columns nor expectations is decided by objects.live, leaked.objects, store.roundtrips and \
    bytes.peak. The totals that a baseline keeps besides are reported, and fail nothing.

    A baseline knows the size that it was measured in, the program and the kind of machine. A check in another size is \
    refused before anything runs. Where another program or another kind of machine has measured the baseline, counters \
    of the object graph are still exact; measurements of the heap and of SQLite are worse from 1.25 times the baseline \
    on, and heap.* and wal.* are not compared with another kind of machine. Where the scenario was changed, worse \
    measurements fail until they are accepted, or as --across-changes says. A baseline whose scenario is gone is reported.

    A baseline that cannot be used is reported before anything runs, with its line and the commands that help. The \
    other scenarios are checked all the same, and the exit status is 3.

    The exit status is 0 when nothing got worse, 1 when a result cannot be written, 2 when something got worse or an \
    expectation broke, 3 when a file cannot be understood or a baseline is of the other size, 4 when a trial died, 5 when \
    nothing could be compared, and 130 after Ctrl-C (143 after SIGTERM, 129 after SIGHUP). Where several are true, \
    3 goes before 4, 4 before 2, 2 before 1, and 1 before 5.

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
    let gate = BaselineGate(folder)
    let run: MeasuredRun
    do {
      let observer = ConsoleObserver(arguments, console, telling: events)
      run = try Experiment(RunSettings(arguments), observer: observer).run(arguments, console) {
        try Self.prepare(gate, for: $0, arguments, console)
      }
    } catch let error as any ReportedError {
      guard let search else { throw error }
      return search.end(after: error, console: console)
    }
    if run.cut != nil { return run.end(with: .held, console: console) }
    console.note("comparing with \(folder.folder)")
    let comparison = gate.comparison(run)
    let isStrict = arguments.has(CommonOptions.strict)
    let acrossChanges = arguments[CommonOptions.acrossChanges] ?? .fail
    let builder = ReportBuilder(run)
    var report = builder.report(
      comparison, for: .check, of: run.result, strict: isStrict, acrossChanges: acrossChanges,
      faults: gate.problems, accepting: { Self.acceptance(of: $0, arguments) })
    report.subject.place = ScenarioFiles.place(of: arguments)
    let status = ExitStatus.mostSerious(of: [
      comparison.status(of: run.result, strict: isStrict, acrossChanges: acrossChanges),
      gate.problems.isEmpty ? .held : .wrongUse,
    ])
    if !run.isPartial, gate.problems.isEmpty {
      report.subject.more = ResultFolder(arguments[CommonOptions.out]).comparing(
        comparison, of: run.result, with: folder,
        options: arguments.words(of: [CommonOptions.strict, CommonOptions.acrossChanges]))
    }
    let ended = run.end(with: status, console: console) { () throws(Console.LostOutput) in
      try console.print(report, as: outputs, by: builder, after: events) { scenario in
        builder.report(
          comparison.of(scenario.name), for: .check, of: RunResult(scenarios: [scenario]),
          strict: isStrict, acrossChanges: acrossChanges,
          faults: gate.problems.filter { $0.scenario == scenario.name }, isPage: true,
          accepting: { Self.acceptance(of: $0, arguments) })
      }
    }
    if let search, !gate.problems.isEmpty { return search.endWithoutBaseline(console: console) }
    return search?.end(comparison, of: run.result, console: console) ?? ended
  }

  /// Looks through the baselines before anything runs.
  private static func prepare(
    _ gate: BaselineGate, for plans: [Plan], _ arguments: ParsedArguments, _ console: Console
  ) throws {
    try gate.prepare(
      plans, owedTo: Choices(arguments).arePartial ? nil : arguments.namedScenarios)
    for problem in gate.problems { console.writeError(problem.diagnostic.printed) }
    try gate.refuseOtherSizes(of: arguments.operands)
  }
}

extension CheckCommand {
  /// The command line that accepts what a check has found in these files, whole: with the sizes, settings and choices
  /// of that check.
  static func acceptance(of files: [String], _ arguments: ParsedArguments) -> [String] {
    // What is in a baseline alone has no known file, and standard input has none.
    let isNamed =
      (1...3).contains(files.count) && !files.contains("")
      && !arguments.operands.contains(InterruptibleReader.standardInput)
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
