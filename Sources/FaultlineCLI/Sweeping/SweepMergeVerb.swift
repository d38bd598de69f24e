// faultline sweep merge: the results of a sweep, as one run would have written them.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios
import FaultlineSweeps

/// Merges a sweep, and shows what it came to.
struct SweepMergeVerb: SweepVerb {
  let name = "merge"
  let operands = "DIR --out DIR"
  let options: [any DeclaredOption] = [SweepVerbs.out, partial, byMachine, CommonOptions.format]
  let examples = [
    CommandExample(
      line: "faultline sweep merge sweep --out Reports/out",
      says: "Writes the results, as one run of all would have."),
    CommandExample(
      line: "faultline sweep merge sweep --partial", says: "Writes what is there already."),
  ]

  static let partial = CommandOption(
    flag: "partial",
    help: "Merge what is there although results are missing; they are named, and the status is 6.")
  static let byMachine = CommandOption(
    flag: "by-machine",
    help:
      "Merge graph counters of machines or builds that differ, and keep their heap readings apart.")

  /// Of more trials than this the report is a matter of 'faultline report'.
  private static let mostShown = 200

  func run(
    _ operands: [String], _ arguments: ParsedArguments, console: Console
  ) throws -> ExitStatus {
    let folder = try folder(operands)
    let outputs = try ReportOutputs(arguments, of: "sweep merge")
    let out = arguments[SweepVerbs.out] ?? "Reports/out"
    let plan = try SweepPlan.read(folder)
    let project = try ProjectFile.gate()
    let plans = try plan.plans(in: folder).map { $0.adding(project) }
    let results = ResultFolder(out)
    try results.prepare(for: plans.map(\.scenario.name))
    let merged = try SweepMerge(
      plan, plans, in: folder,
      SweepMerge.Manner(
        isPartial: arguments.has(Self.partial), isByMachine: arguments.has(Self.byMachine))
    ).write(to: out)
    for plan in plans { results.forget(plan) }
    for problem in merged.left { console.writeError(problem.diagnostic.description) }
    try show(merged, plan, in: out, as: outputs, arguments, console)
    return merged.status
  }

  private func show(
    _ merged: MergedSweep, _ plan: SweepPlan, in out: String, as outputs: ReportOutputs,
    _ arguments: ParsedArguments, _ console: Console
  ) throws {
    if arguments.isGiven(CommonOptions.format.spelling) || plan.cells.count <= Self.mostShown {
      let files = try ResultFiles(merged.scenarios.map { Self.file(of: $0, in: out) })
      let builder = ReportBuilder(facts: files.facts, revisions: files.revisions)
      try console.print(builder.report(files.result), as: outputs, by: builder)
    } else {
      // Its first block is the verdict.
      let report = ReportBuilder().report(RunResult(scenarios: merged.scenarios))
      if case .verdict(let line) = report.blocks.first {
        try console.print(([line.word] + line.facts).joined(separator: " · "))
      }
    }
    guard !arguments.has(CommonOptions.quiet) else { return }
    for (place, machine) in merged.machines.enumerated() {
      let first = merged.machines[0].facts
      let what = machine.facts.differences(from: first).joined(separator: ", ")
      console.writeError(
        "\(machine.folder): \(counted(machine.scenarios.reduce(0) { $0 + $1.trials.count }, "trial"))"
          + (place == 0 ? "" : "; there, \(what)"))
    }
    for scenario in merged.scenarios {
      console.writeError("written: \(Self.file(of: scenario, in: out))")
    }
  }

  private static func file(of scenario: ScenarioResult, in out: String) -> String {
    let ending = scenario.missing.isEmpty ? ".json" : ResultFolder.unfinishedEnding
    return FilePath.joined(out, scenario.name + ending)
  }
}
