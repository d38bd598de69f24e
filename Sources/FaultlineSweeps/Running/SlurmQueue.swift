// How jobs stand in Slurm's queue.

import FaultlineMeasures
import FaultlineScenarios
import Foundation

/// What squeue says.
package enum SlurmQueue {
  /// A word for each kind of standing, such as "2 running"; nil where the controller does not answer.
  package static func standing(of jobs: [String]) -> [String]? {
    var child = ChildProcess(
      executable: "/usr/bin/env",
      arguments: ["squeue", "-h", "-r", "-o", "%T %r", "-j", jobs.joined(separator: ",")],
      timeout: .seconds(20))
    child.environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }.sorted()
    var lines: [String] = []
    let report = child.run { lines.append($0.text) }
    // Of jobs that are gone for long it says so as of a mistake.
    if report.ending != .exited(0) {
      return report.lastErrorLines.contains { $0.contains("Invalid job id") } ? [] : nil
    }
    return words(lines)
  }

  /// What a job waits for without anything being wrong.
  private static let usual: Set = ["None", "Priority", "Resources", "Dependency"]

  /// How many run and how many wait, and for what, where that is unusual.
  package static func words(_ lines: [String]) -> [String] {
    var running = 0
    var waiting: [(reason: String, count: Int)] = []
    for line in lines where !line.isEmpty {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts[0] == "PENDING" else {
        running += 1
        continue
      }
      let said = parts.count > 1 ? parts[1] : ""
      let reason = usual.contains(said) ? "" : said
      if let place = waiting.firstIndex(where: { $0.reason == reason }) {
        waiting[place].count += 1
      } else {
        waiting.append((reason, 1))
      }
    }
    return (running > 0 ? ["\(running) running"] : [])
      + waiting.map { "\($0.count) waiting\($0.reason.isEmpty ? "" : " (\($0.reason))")" }
  }
}
