// faultline plan: what a run would do, without doing it.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios

/// Prints the trials of a run: each checked, none played.
struct PlanCommand: Command {
  let name = "plan"
  let summary = "Show what a run would do."
  let purpose = """
    Reads and checks scenarios as 'faultline run' does and prints what it would run: a line for each variant \
    and store, with its settings, its passes, and the operations of a pass (steps and objects), and what is to be \
    known of its numbers: a pragma that takes memory out of them, a column in which nothing would stand. Without \
    operands that is everything in the folder Scenarios, in its small size. Nothing is run; the exit status is \
    3 when a scenario cannot be understood.
    """
  let operands = OperandRule(placeholder: "[FILE|FOLDER…]", allowed: 0...64)
  private static let format = CommandOption<Format>(
    "format", .choice, help: "Text for people, or JSON for programs ('faultline schema plan').")
  let options: [any DeclaredOption] =
    [
      CommonOptions.shipped, CommonOptions.variant, CommonOptions.store, CommonOptions.only,
      CommonOptions.set, CommonOptions.limit, CommonOptions.behaves, CommonOptions.quick,
      CommonOptions.full, CommonOptions.repeats, Self.format,
    ] + CommonOptions.speaking
  let examples = [
    CommandExample(line: "faultline plan", says: "Shows what 'faultline run' would run."),
    CommandExample(
      line: "faultline plan Scenarios/first-light.yaml --set employees=1e6",
      says: "Shows what a million employees come to."),
    CommandExample(
      line: "faultline plan --format json | python3 -m json.tool",
      says: "Hands trials, settings and the work of each to another program."),
  ]

  /// How a plan is printed.
  private enum Format: String, CaseIterable, Sendable {
    case text, json
  }

  func run(_ arguments: ParsedArguments, console: Console) throws -> ExitStatus {
    console.note("reading scenarios")
    let files = try ScenarioFiles(arguments)
    let plans = try files.plans(choosing: Choices(running: arguments)).map(\.plan)
    arguments.sayWhichSize(to: console)
    guard arguments[Self.format] != .json else {
      try console.print(page: PlannedRun(scenarios: plans.map(\.planned)).json)
      return .held
    }
    var page = Page()
    for plan in plans { add(plan, to: &page) }
    let trials = plans.reduce(0) { $0 + $1.trials.count }
    page.add(["\(counted(trials, "trial")) of \(counted(plans.count, "scenario"))"])
    try console.print(page)
    return .held
  }

  private func add(_ plan: Plan, to page: inout Page) {
    let scenario = plan.scenario
    page.blocks.append(.bullets("\(scenario.name): \(scenario.title)", [scenario.file]))
    for trial in plan.trials {
      let planned = trial.planned
      let small = planned.warmupOperations.map { " (\(NumberText.grouped($0)) to warm up)" }
      page.blocks.append(
        .bullets(
          "\(trial.id): \(trial.warmup) + \(trial.repeats) passes of "
            + "\(NumberText.grouped(trial.operations)) operations\(small ?? "")",
          [planned.settings.map(\.description).joined(separator: " · ")]))
    }
    page.add(remarks(plan))
  }

  /// What the results will say of their numbers, said before anything runs, and once for all trials.
  private func remarks(_ plan: Plan) -> [String] {
    var found: [(finding: Finding, cells: [String])] = plan.remarks.map { ($0, []) }
    for trial in plan.trials {
      for finding in trial.remarks {
        if let place = found.firstIndex(where: { $0.finding == finding }) {
          found[place].cells.append(trial.key.title)
        } else {
          found.append((finding, [trial.key.title]))
        }
      }
    }
    return found.map { finding, cells in
      let isOfSome = !cells.isEmpty && cells.count < plan.trials.count
      let place = isOfSome ? " (\(cells.joined(separator: ", ")))" : ""
      return "\(finding.message)\(place) \(finding.advice)"
    }
  }
}
