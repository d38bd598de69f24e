// faultline sweep status: how far every shard is.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineSweeps
import Foundation

/// Says what is done, what died, what runs and what is missing.
struct SweepStatusVerb: SweepVerb {
  let name = "status"
  let operands = "DIR"
  let options: [any DeclaredOption] = []
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
    let heads = ["shard", "done", "died", "running", "missing"]
    let states: [SweepStatus.State] = [.done, .died, .running, .missing]
    func row(_ name: String, _ count: (SweepStatus.State) -> Int) -> [String] {
      [name] + states.map { NumberText.grouped(count($0)) }
    }
    var rows = [heads]
    for (place, shard) in status.shards.enumerated() {
      rows.append(row("\(place + 1)", { shard[$0] ?? 0 }))
    }
    rows.append(row("all", status.count))
    try console.print(Self.aligned(rows).joined(separator: "\n"))
    for problem in status.broken + status.conflicts { console.complain(problem.description) }
    return status.isComplete ? .held : .incomplete
  }

  /// Numbers stand below each other.
  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }
        .joined(separator: "  ")
    }
  }
}
