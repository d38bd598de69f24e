// faultline sweep status: how far every shard is.

import FaultlineMeasures
import FaultlineReports
import FaultlineScenarios
import FaultlineSweeps
import Foundation

/// Says what is done, what died, what runs and what is missing.
struct SweepStatusVerb: SweepVerb {
  let name = "status"
  let operands = "DIR"
  let options: [any DeclaredOption] = [CommonOptions.format]
  let examples = [
    CommandExample(line: "faultline sweep status sweep", says: "Shows how far every shard is.")
  ]

  func run(
    _ operands: [String], _ arguments: ParsedArguments, console: Console
  ) throws -> ExitStatus {
    let folder = try folder(operands)
    let plan = try SweepPlan.read(folder)
    let host = HostName.current(ProcessInfo.processInfo.environment)
    let status = try SweepStatus(plan, folder, host: host)
    let states: [SweepStatus.State] = [.done, .died, .running, .missing]
    func row(_ name: String, _ count: (SweepStatus.State) -> Int) -> [String] {
      [name] + states.map { NumberText.grouped(count($0)) }
    }
    var page = Page()
    page.add(
      "", [("shard", true), ("done", true), ("died", true), ("running", true), ("missing", true)],
      status.shards.enumerated().map { place, shard in row("\(place + 1)", { shard[$0] ?? 0 }) }
        + [row("all", status.count)])
    try console.print(page, as: format(arguments))
    for problem in status.broken + status.conflicts { console.writeError(problem.description) }
    return status.isComplete ? .held : .incomplete
  }

  private func format(_ arguments: ParsedArguments) throws(UsageError) -> PageFormat {
    guard let chosen = arguments[CommonOptions.format] else { return .terminal }
    guard let format = PageFormat(rawValue: chosen.type.name), chosen.path == nil else {
      throw UsageError(
        "sweep status prints one of \(PageFormat.allCases.map(\.rawValue).joined(separator: ", ")).",
        command: "sweep")
    }
    return format
  }
}
