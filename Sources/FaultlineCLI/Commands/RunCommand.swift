// faultline run: scenarios in, a report and result files out.

import FaultlineMeasures
import FaultlineProfiler
import FaultlineReports
import FaultlineScenarios

/// Runs scenarios, every variant in a process of its own, and shows the variants side by side.
struct RunCommand: Command {
  let name = "run"
  let summary = "Run scenarios and show what the memory did."
  let purpose = """
    Runs each scenario, every variant in a process of its own, and shows the variants side by side. Without \
    operands it runs everything in the folder Scenarios. The result goes to Reports/out as JSON, and beside \
    it what differs from run to run: times and the machine. The exit status is 0 when every \
    expectation held, 2 when one broke or repeats differ, 3 when a scenario cannot be understood, 4 when a \
    trial died, and 130 after Ctrl-C.
    """
  let operands = OperandRule(placeholder: "[FILE|FOLDER…]", allowed: 0...64)
  let options: [any DeclaredOption] =
    [
      CommonOptions.variant, CommonOptions.store, CommonOptions.set, CommonOptions.quick,
      CommonOptions.repeats,
      CommonOptions.timeout, CommonOptions.memoryLimit, CommonOptions.out, CommonOptions.inline,
    ] + CommonOptions.speaking
  let examples = [
    CommandExample(
      line: "faultline run Scenarios/first-light.yaml", says: "Runs one scenario."),
    CommandExample(line: "faultline run --quick", says: "Runs all of them in their small size."),
    CommandExample(
      line: "faultline run first-light.yaml --set employees=1e6 --variant refresh",
      says: "Runs one variant with a million employees."),
  ]

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    if arguments.has(CommonOptions.inline), let doubt = DeterministicHashing.ensure() {
      console.complain("faultline: \(doubt)")
    }
    let choices = Choices(arguments)
    let plans = try ScenarioFiles(arguments.operands).plans(choosing: choices)
    let folder = ResultFolder(arguments[CommonOptions.out])
    try folder.prepare()
    let outcomes = WholeRun(plans, arguments, choices, console).carryOut()
    try folder.write(outcomes)
    let result = RunResult(scenarios: outcomes.map(\.result).filter { !$0.trials.isEmpty })
    let format = TerminalFormat(
      width: console.width, color: console.usesColor(on: console.output))
    if !result.scenarios.isEmpty {
      let page = format.render(ReportBuilder().report(result))
      try console.print(page.hasSuffix("\n") ? String(page.dropLast()) : page)
    }
    guard let cut = outcomes.last(where: \.wasCancelled) else { return ExitStatus(result.verdict) }
    console.complain(interruption(cut.result, plans))
    return .interrupted
  }

  private func interruption(_ cut: ScenarioResult, _ plans: [PlannedFile]) -> String {
    let planned = plans.first { $0.plan.scenario.name == cut.name }?.plan.trials.count ?? 0
    return
      "faultline: interrupted: \(cut.trials.count) of \(planned) variants of '\(cut.name)' ran, "
      + "and no result of it was written."
  }
}

extension Choices {
  /// What the options choose.
  init(_ arguments: ParsedArguments) {
    self.init(
      variants: arguments.all(CommonOptions.variant), stores: arguments.all(CommonOptions.store),
      parameters: arguments.all(CommonOptions.set), quick: arguments.has(CommonOptions.quick),
      repeats: arguments[CommonOptions.repeats])
  }
}

extension Diagnostic: ToldError {
  var sentence: String { description }
  var printed: String { description }
  var status: ExitStatus { .wrongUse }
}
