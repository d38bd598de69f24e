// Where results go: one file a scenario that never differs, and one beside it that may.

package import FaultlineAnalysis
package import FaultlineMeasures
import FaultlineProfiler
package import FaultlineReplay
package import FaultlineScenarios
import FaultlineSystem
import Foundation

/// The folder of a run's results.
package struct ResultFolder {
  private let folder: String

  /// Where results go unless another folder is named.
  package static let usual = "Reports/out"

  /// The folder of that name, or the usual one.
  package init(_ name: String?) {
    folder = name ?? Self.usual
  }

  /// Makes the folder for the results of some scenarios, so that a place that cannot be written to is known before
  /// anything runs.
  package func prepare(for scenarios: [String]) throws(Diagnostic) {
    for name in scenarios {
      try Baseline.protect(from: "the result", at: path(of: name), Self.remedy)
    }
    do throws(WholeFile.Refusal) {
      try WholeFile.makeFolder(folder)
    } catch {
      throw refusal(error.reason)
    }
    if access(folder, W_OK | X_OK) != 0 { throw refusal(String(cString: strerror(errno))) }
    WholeFile.removeAbandoned(in: folder)
  }

  private func refusal(_ reason: String) -> Diagnostic {
    Diagnostic(
      "the results cannot be written here: \(reason)", file: folder, notes: [Self.remedy])
  }

  private static let remedy = "choose another folder with --out"

  /// Does what writes here; what went wrong is reported with the file as a user would name it.
  private func writing(_ file: String, _ body: (URL) throws -> Void) throws(Diagnostic) {
    do {
      try body(FilePath.url(FilePath.joined(folder, file)))
    } catch {
      throw Diagnostic(
        "the result is not kept: \((error as? ResultFileError)?.reason ?? WholeFile.reason(for: error))",
        file: FilePath.joined(folder, file))
    }
  }

  /// What the name of a result ends with while its scenario runs, and after it was cut short.
  package static let unfinishedEnding = ".unfinished.json"

  /// Keeps what has been measured of a scenario that still runs: a part of a result looks like no whole one.
  ///
  /// What cannot be kept is no reason to stop: the whole result is written at the end, and its error reported.
  package func keep(_ plan: Plan, _ ended: [TrialResult]) {
    guard ended.count < plan.trials.count else { return }
    let part = Runner.result(of: plan, after: ended)
    try? RunResult(scenarios: [part]).write(to: file(part.name, Self.unfinishedEnding))
  }

  /// Writes `<scenario>.json`, and `<scenario>.machine.json` with times, the machine and the revision, as soon as the
  /// scenario has ended.
  package func write(
    _ outcome: RunOutcome, measuredOn machine: Machine, behavior: String?, at revision: String?
  ) throws(Diagnostic) {
    guard !outcome.result.trials.isEmpty else { return }
    let result = RunResult(scenarios: [outcome.result])
    let name = outcome.result.name
    guard !outcome.wasCancelled else {
      return try writing(name + Self.unfinishedEnding) { try result.write(to: $0) }
    }
    try writing(name + ".json") { try result.write(to: $0) }
    try writing(name + ".machine.json") { file in
      try RunSidecar(
        result, machine: machine, program: .current, behavior: behavior, revision: revision,
        seconds: outcome.seconds
      )
      .write(to: file)
    }
    try? FileManager.default.removeItem(at: file(name, Self.unfinishedEnding))
  }

  /// The result of a scenario, as a user would name the file.
  package func path(of scenario: String) -> String { FilePath.joined(folder, scenario + ".json") }

  /// The command that shows what was written here.
  package func reporting(_ result: RunResult) -> [String] {
    ["faultline", "report"] + [shortest(result, folder, path)]
  }

  /// The most results that a command names one by one.
  private static let mostNamed = 4

  /// The command that shows again what a check of a whole run has found; none where no command would show just that.
  package func comparing(
    _ comparison: Comparison, of result: RunResult, with baselines: BaselineFolder,
    options: [String]
  ) -> [String] {
    // Before anything was accepted there is the run alone.
    guard comparison.trials.contains(where: { $0.standing != .new }) else {
      return reporting(result)
    }
    let names = result.scenarios.map(\.name)
    let compared = Set(comparison.trials.map(\.scenario))
    let command = ["faultline", "compare"]
    if Set(names) == compared, names.count <= Self.mostNamed {
      let base = names.count == 1 ? baselines.path(of: names[0]) : baselines.folder
      return command + ([base] + names.map(path)).map(\.forShell) + options
    }
    // A folder may hold results of earlier runs, and baselines that were not asked for.
    guard files(in: folder) == Set(names), files(in: baselines.folder) == compared else {
      return []
    }
    return command + [baselines.folder.forShell, folder.forShell] + options
  }

  /// The names of the results or baselines in a folder.
  private func files(in folder: String) -> Set<String> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Set(
      names.filter { name in
        name.hasSuffix(".json")
          && ![".machine.json", Self.unfinishedEnding, ResultFiles.filmEnding].contains {
            name.hasSuffix($0)
          }
      }.map { String($0.dropLast(5)) })
  }

  /// The file of the one scenario, or the folder of several.
  private func shortest(
    _ result: RunResult, _ folder: String, _ path: (String) -> String
  ) -> String {
    (result.scenarios.count == 1 ? path(result.scenarios[0].name) : folder).forShell
  }

  /// What is kept of a scenario that was cut short, as a user would name the file; nil where nothing is.
  package func unfinishedFile(of scenario: String) -> String? {
    let path = FilePath.joined(folder, scenario + Self.unfinishedEnding)
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// Where auxiliary passes leave what they have found out.
  package var attribution: String { FilePath.joined(folder, AttributionFiles.folder) }

  /// Takes away what an earlier run has found out about these trials, and its film: a report would take them for this
  /// one's.
  package func forget(_ plan: Plan) {
    try? FileManager.default.removeItem(at: file(plan.scenario.name, ResultFiles.filmEnding))
    for trial in plan.trials { AttributionFiles(attribution, trial: trial.id).remove() }
  }

  /// Writes `<scenario>.film.json`.
  package func write(_ film: Replay) throws(Diagnostic) {
    try writing(film.scenario + ResultFiles.filmEnding) { try film.write(to: $0) }
  }

  private func file(_ name: String, _ ending: String) -> URL {
    FilePath.url(FilePath.joined(folder, name + ending))
  }
}
