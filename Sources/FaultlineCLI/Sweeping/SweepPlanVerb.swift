// faultline sweep plan: every cell, what it will cost, and which shard plays it.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineScenarios
import FaultlineSweeps

/// Writes the folder of a sweep.
struct SweepPlanVerb: SweepVerb {
  let name = "plan"
  let operands = "FILE… --shards N --out DIR"
  let options: [any DeclaredOption] =
    [shards, SweepVerbs.out, CommonOptions.noExplain] + CommonOptions.choosing
  let examples = [
    CommandExample(
      line: "faultline sweep plan Scenarios/first-light.yaml --shards 8 --out sweep",
      says: "Spreads its trials over 8 shards.")
  ]

  static let shards = CommandOption<Int>(
    "shards", .integer("N", in: SweepPlan.shardCounts),
    help: "Over how many shards the trials are spread.")

  func run(
    _ operands: [String], _ arguments: ParsedArguments, console: Console
  ) throws -> ExitStatus {
    guard !operands.isEmpty else {
      throw UsageError("'sweep plan' needs a scenario, or a folder of them.", command: "sweep")
    }
    guard let shards = arguments[Self.shards] else {
      throw UsageError(
        "'sweep plan' needs --shards N: how many tasks the engine is to start.", command: "sweep")
    }
    let choices = Choices(arguments)
    let files = try ScenarioFiles(operands).plans(choosing: choices)
    let plan = try SweepPlan(
      files.map { ($0.text, $0.plan) },
      SweepChoices(
        choices, timeout: arguments[CommonOptions.timeout],
        memoryLimit: arguments.memoryLimit,
        explainingPeaks: !arguments.has(CommonOptions.noExplain)),
      shards: shards, at: Revision.current)
    guard !plan.cells.isEmpty else {
      throw Diagnostic("there is nothing to run: no trial is planned")
    }
    let folder = SweepFolder(arguments[SweepVerbs.out] ?? "sweep")
    try plan.write(to: folder, for: files.map(\.plan))
    if !arguments.has(CommonOptions.quiet) {
      try console.print(SweepPlanText(plan, folder: folder).lines.joined(separator: "\n"))
    }
    return .held
  }
}
