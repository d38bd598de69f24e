// faultline run: scenarios in, a report and result files out.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Runs scenarios, every variant in a process of its own, and shows the variants side by side.
struct RunCommand: Command {
  let name = "run"
  let summary = "Run scenarios and show what the memory did."
  let purpose = """
    Runs each scenario, every variant in a process of its own, and shows the variants side by side. Without \
    operands it runs everything in the folder Scenarios, in its small size; what is named comes in full. A '-' reads \
    a scenario from standard input, and files that it names are looked for here; --shipped takes one that comes with \
    the program. The result goes to Reports/out as JSON, and beside it what differs from run to run: times, the machine \
    and the revision. One pass more a variant finds out what held the memory at its peak; it moves no number. Then \
    changes of the scenario are tried that may lower the reference variant's peak, and what helped is advised. \
    With 'behaves: core-data' each variant also plays at the other end of whatever nothing public settles about \
    Core Data, and shows how far its numbers go; in CI only in quick size.

    The exit status is 0 when every expectation held, 1 when the result cannot be written, 2 when an expectation broke \
    or repeats differ, 3 when a scenario cannot be understood, 4 when a trial died, and 130 after Ctrl-C (143 after \
    SIGTERM, 129 after SIGHUP), which keeps what was measured. Of 1, 2 and 4 the highest counts.
    """
  let operands = OperandRule(placeholder: "[FILE|FOLDER…]", allowed: 0...64)
  let options: [any DeclaredOption] =
    [CommonOptions.shipped] + CommonOptions.running + CommonOptions.looking + [
      CommonOptions.noExplain, CommonOptions.advice, CommonOptions.noAdvice,
      CommonOptions.bands, CommonOptions.noBands, CommonOptions.sides, CommonOptions.settled,
      CommonOptions.noSettled,
      CommonOptions.replay, CommonOptions.rules, CommonOptions.questions,
      CommonOptions.tag, CommonOptions.all, open,
    ]
    + CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline run Scenarios/first-light.yaml", says: "Runs one scenario."),
    CommandExample(
      line: "faultline run --shipped first-light",
      says: "Runs one that comes with the program, wherever you are."),
    CommandExample(
      line: "faultline run Scenarios/first-light.yaml --replay --format html > first-light.html",
      says: "Makes a page of the result that can be stepped through."),
    CommandExample(
      line: "faultline run - --set rows=10 < import.yaml",
      says: "Runs a scenario from standard input."),
    CommandExample(
      line: "faultline run import.yaml --format brief --format html=import.html",
      says: "Prints the verdict in a few lines, and writes a page."),
    CommandExample(line: "faultline run", says: "Runs all of them in their small size."),
    CommandExample(
      line: "faultline run --full", says: "Runs all of them in full; that takes minutes."),
    CommandExample(
      line: "faultline run --rules",
      says: "Runs them, and shows for each rule which scenarios show it and whether it held."),
    CommandExample(
      line: "faultline run --questions",
      says: "Runs those that answer what people ask, and shows their figures beside ours."),
    CommandExample(
      line: "faultline run --tag swiftdata", says: "Runs the scenarios with a tag."),
    CommandExample(
      line: "faultline run import-undo.yaml --behaves core-data",
      says: "Runs it as Core Data behaves today, and not as its guides say."),
    CommandExample(
      line: "faultline run import-undo.yaml --quick --sides",
      says: "Also plays the other side, and says whether the same variant is best there."),
    CommandExample(
      line: "faultline run first-light.yaml --set employees=1e6 --variant refresh",
      says: "Runs one variant with a million employees."),
    CommandExample(
      line: "faultline run Scenarios/rules/n-plus-one.yaml --trace trace.json --sql 3",
      says: "Also plays each variant once to write what the engine did, and shows its statements."),
    CommandExample(
      line: "faultline run import-undo.yaml --no-explain",
      says: "Runs it without a pass more to explain the peaks."),
    CommandExample(
      line: "faultline run import-undo.yaml --advice all",
      says: "Also tries what lowers the peak of each variant, and not of the reference alone."),
    CommandExample(
      line: "faultline run first-light.yaml --quick --attribute --arc",
      says: "Also finds out what allocates, and how often references are counted."),
  ]

  static let open = CommandOption(
    flag: "open",
    help: "Write the report as a page beside the results too, and show it in a browser.")

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    let outputs = try ReportOutputs(arguments, of: name)
    let events = try EventStream(outputs, console)
    var settings = RunSettings(arguments)
    settings.explainsPeaks = !arguments.has(CommonOptions.noExplain)
    settings.advisedTrials = try AdvisedTrials(arguments, isCI: console.isCI)
    settings.ranges = RangePolicy(arguments, isCI: console.isCI)
    settings.looksIntoSeveral = arguments.looksIntoSeveral
    settings.calibration = try BehaviorCalibration.taken(arguments, isCI: console.isCI)
    let observer = ConsoleObserver(arguments, console, telling: events)
    let run = try Experiment(settings, observer: observer).run(arguments, console)
    let builder = ReportBuilder(run)
    return run.end(with: ExitStatus(run.result.verdict), console: console) {
      () throws(Console.LostOutput) in
      guard !run.result.scenarios.isEmpty else { return }
      var report =
        arguments.has(CommonOptions.questions)
        ? builder.questions(run.result)
        : arguments.has(CommonOptions.rules)
          ? builder.rules(run.result) : builder.report(run.result)
      report.showsAll = arguments.has(CommonOptions.all)
      let hasLeftOut =
        settings.explainsPeaks || settings.advisedTrials != nil || settings.ranges != nil
      if report.summary != nil, !settings.looksIntoSeveral, hasLeftOut {
        report.summary?.append(
          .paragraph(
            "Peaks are explained, changes tried and undocumented behaviors played for one scenario, or with --all."
          ))
      }
      report.subject.place = ScenarioFiles.place(of: arguments)
      if run.cut == nil {
        report.subject.more = ResultFolder(arguments[CommonOptions.out]).reporting(run.result)
      }
      try console.print(report, as: outputs, by: builder, after: events)
      try show(report, by: builder, arguments, outputs, console)
    }
  }

  /// Opens the page of a run, or names it where a person looks.
  private func show(
    _ report: Report, by builder: ReportBuilder, _ arguments: ParsedArguments,
    _ outputs: ReportOutputs, _ console: Console
  ) throws(Console.LostOutput) {
    let folder = arguments[CommonOptions.out] ?? ResultFolder.usual
    guard let result = report.subject.run else { return }
    let page = RunPage(result, in: folder)
    guard arguments.has(Self.open) else {
      let hasPage = outputs.targets.contains { $0.type == HTMLFormat.self }
      let isSeen = console.output.isTerminal && console.errors.isTerminal
      if isSeen, !hasPage, !arguments.has(CommonOptions.quiet) { page.say(false, to: console) }
      return
    }
    do throws(Diagnostic) {
      if result.scenarios.count == 1 {
        try OutputFile(what: "the page", path: page.path).write(HTMLFormat().render(report))
      } else {
        _ = try ReportFolder(folder, HTMLFormat.self).write(result, by: builder)
      }
    } catch {
      throw Console.LostOutput(printed: error.printed)
    }
    page.open(by: Browser(), console: console)
  }
}
