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

  /// What the name of a result ends with while its scenario runs, and after it was cut short.
  static let unfinishedEnding = ".unfinished.json"

  /// Keeps what has been measured of a scenario that still runs: a part of a result looks like no whole one.
  ///
  /// What cannot be kept is no reason to stop: the whole result is written at the end, and its error told.
  func keep(_ plan: Plan, _ ended: [TrialResult]) {
    guard ended.count < plan.trials.count else { return }
    let part = Runner(InlineExecutor()).result(plan, after: ended)
    try? RunResult(scenarios: [part]).write(to: file(part.name, Self.unfinishedEnding))
  }

  /// Writes `<scenario>.json`, and `<scenario>.machine.json` with times and the machine, as soon as the scenario
  /// has ended.
  func write(_ outcome: RunOutcome, measuredOn machine: Machine) throws {
    guard !outcome.result.trials.isEmpty else { return }
    let result = RunResult(scenarios: [outcome.result])
    let name = outcome.result.name
    guard !outcome.wasCancelled else {
      return try result.write(to: file(name, Self.unfinishedEnding))
    }
    try result.write(to: file(name, ".json"))
    try RunSidecar(result, machine: machine, seconds: outcome.seconds)
      .write(to: file(name, ".machine.json"))
    try? FileManager.default.removeItem(at: file(name, Self.unfinishedEnding))
  }

  /// Where errands leave what they have found out.
  var attribution: String { folder.appending(path: AttributionFiles.folder).path }

  /// Takes away what an earlier run has found out about these trials, and its film: a report would take them for this
  /// one's.
  func forget(_ plan: Plan) {
    try? FileManager.default.removeItem(at: file(plan.scenario.name, ResultFiles.filmEnding))
    for trial in plan.trials { AttributionFiles(attribution, trial: trial.id).remove() }
  }

  /// Writes `<scenario>.film.json`.
  func write(_ film: Film) throws {
    try film.write(to: file(film.scenario, ResultFiles.filmEnding))
  }

  private func file(_ name: String, _ ending: String) -> URL {
    folder.appendingPathComponent(name + ending)
  }
}
