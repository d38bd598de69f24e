// Where results go: one file a scenario that never differs, and one beside it that may.

import FaultlineMeasures
import FaultlineProfiler
import FaultlineScenarios
import Foundation

/// The folder of a run's results.
struct ResultFolder {
  private let folder: URL

  /// The folder of that name, or `Reports/out`.
  init(_ name: String?) {
    folder = URL(fileURLWithPath: name ?? "Reports/out", isDirectory: true)
  }

  /// Writes `<scenario>.json`, and `<scenario>.machine.json` with times and the machine.
  func write(_ outcomes: [RunOutcome]) throws {
    let machine = Machine.current(libraries: Libraries.versions)
    for outcome in outcomes {
      let result = RunResult(scenarios: [outcome.result])
      let name = outcome.result.name
      try result.write(to: folder.appendingPathComponent("\(name).json"))
      try RunSidecar(result, machine: machine, seconds: outcome.seconds)
        .write(to: folder.appendingPathComponent("\(name).machine.json"))
    }
  }
}
