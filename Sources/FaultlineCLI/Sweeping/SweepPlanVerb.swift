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

/// A plan in a few lines.
struct SweepPlanText {
  private let plan: SweepPlan
  private let folder: SweepFolder

  init(_ plan: SweepPlan, folder: SweepFolder) {
    self.plan = plan
    self.folder = folder
  }

  /// A release build plays about so many operations in a second; how many it is depends on the steps and the machine.
  private static let speed = 1_000_000
  /// So many seconds a task should have to do, for what an engine takes to start it.
  private static let worthwhile = 30

  var lines: [String] {
    let cells = plan.cells
    let loads = plan.loads
    let unevenness = plan.balance.unevenness
    var lines = [
      "sweep \(plan.name.prefix(12)) in \(folder.path): \(counted(cells.count, "trial")) of "
        + "\(counted(plan.scenarios.count, "scenario")) in \(counted(plan.shards, "shard"))",
      "balance: the fullest shard has \(NumberText.decimal(unevenness, places: 2)) times the mean "
        + "(\(NumberText.grouped(loads.max() ?? 0)) operations; one on disk counts for "
        + "\(SweepCell.diskFactor), the start of a trial for \(NumberText.grouped(SweepCell.start)))",
    ]
    if let longest = cells.max(by: { $0.work < $1.work }) {
      lines.append(
        "longest: \(longest.id), \(longest.passes) passes of "
          + "\(NumberText.grouped(longest.operations)) operations, in shard \(longest.shard)")
    }
    return lines + warnings(loads)
  }

  /// What should be said before a cluster is busy.
  private func warnings(_ loads: [Int]) -> [String] {
    var warnings: [String] = []
    let empty = loads.count { $0 == 0 }
    if empty > 0 {
      warnings.append(
        "warning: \(counted(empty, "shard")) of \(plan.shards) \(empty == 1 ? "has" : "have") nothing to run: there "
          + "are only \(counted(plan.cells.count, "trial"))")
    }
    // How long an operation takes is not known here, so the figure that it rests on is said.
    let few = Self.speed * Self.worthwhile
    let small = loads.count { $0 > 0 && $0 < few }
    if plan.shards > 1, small > 0 {
      warnings.append(
        "warning: \(counted(small, "shard")) of \(plan.shards) \(small == 1 ? "has" : "have") less than "
          + "\(NumberText.grouped(few)) operations to do, about \(Self.worthwhile) s at a million a second; an engine "
          + "takes its time to start a task, so fewer shards may do better")
    }
    return warnings
  }
}
