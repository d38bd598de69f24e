// Where results go: one file a scenario that never differs, and one beside it that may.

import FaultlineMeasures
import FaultlineProfiler
import FaultlineScenarios
import Foundation
import Glibc

/// The folder of a run's results.
struct ResultFolder {
  private let folder: URL

  /// The folder of that name, or `Reports/out`.
  init(_ name: String?) {
    folder = URL(fileURLWithPath: name ?? "Reports/out", isDirectory: true)
  }

  /// Makes the folder, so that a place that cannot be written to is known before anything runs.
  func prepare() throws(Diagnostic) {
    var path = ""
    for part in folder.path.split(separator: "/") {
      path += "/\(part)"
      if mkdir(path, 0o777) != 0, errno != EEXIST { throw refusal() }
    }
    if access(folder.path, W_OK | X_OK) != 0 { throw refusal() }
  }

  /// Reads `errno`, so it is called directly after what failed.
  private func refusal() -> Diagnostic {
    Diagnostic(
      "the results cannot be written here: \(String(cString: strerror(errno)))",
      file: folder.relativePath, notes: ["choose another folder with --out"])
  }

  /// Writes `<scenario>.json`, and `<scenario>.machine.json` with times and the machine.
  func write(_ outcomes: [RunOutcome]) throws {
    let machine = Machine.current(libraries: Libraries.versions)
    for outcome in outcomes {
      // A part of a result would look like a whole one.
      guard !outcome.wasCancelled else { continue }
      let result = RunResult(scenarios: [outcome.result])
      let name = outcome.result.name
      try result.write(to: folder.appendingPathComponent("\(name).json"))
      try RunSidecar(result, machine: machine, seconds: outcome.seconds)
        .write(to: folder.appendingPathComponent("\(name).machine.json"))
    }
  }
}
