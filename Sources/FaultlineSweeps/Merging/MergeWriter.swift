// The second look at the files: each goes into the result, and only one of them is in memory.

import FaultlineMeasures
package import FaultlineScenarios
import Foundation

/// Writes results of what a survey has found.
struct MergeWriter {
  let folder: SweepFolder
  let listing: TrialListing
  let revision: String?

  /// Writes the result of a scenario and what stands beside it; the result as it was judged.
  func write(_ surveyed: SurveyedScenario, to out: String) throws -> ScenarioResult {
    let judged = judged(surveyed)
    try write(surveyed, as: judged, to: out) { trial, findings, stream in
      let file = try believed(trial)
      if trial.isPlain, findings.isEmpty {
        try file.bytes.withUnsafeBytes {
          try stream.write(trial: UnsafeRawBufferPointer(rebasing: $0[file.trial]))
        }
      } else {
        try stream.write(whole(file, of: trial, findings, judged))
      }
    }
    return judged
  }

  /// Writes what is the same on every machine, where machines differ.
  func writeGraph(
    _ surveyed: SurveyedScenario, _ groups: MachineGroups, to out: String
  ) throws -> ScenarioResult {
    var judged = judged(surveyed)
    let hanging = Set(judged.metrics.filter(\.dependsOnMachine).map(\.name))
    judged.metrics.removeAll { hanging.contains($0.name) }
    judged.columns.removeAll { hanging.contains($0.metric) }
    judged.judgements.removeAll { judgement in
      judgement.asks.contains { hanging.contains($0.metric) }
    }
    let names = groups.facts.indices.map(MachineGroups.folder).joined(separator: ", ")
    judged.notes.insert(
      "Merged from \(groups.facts.count) groups of machines that read other bytes: heap and SQLite readings, and "
        + "what is expected of them, stand in \(names).", at: 0)
    try write(surveyed, as: judged, to: out) { trial, findings, stream in
      let file = try believed(trial)
      try stream.write(
        whole(file, of: trial, findings, judged) { sample in
          sample.keeping { !hanging.contains($0.metric) }
        })
    }
    return judged
  }

  private func judged(_ surveyed: SurveyedScenario) -> ScenarioResult {
    var judged = Runner.result(of: surveyed.plan, after: surveyed.trials.map(\.result))
    judged.missing = surveyed.missing
    return judged
  }

  /// The file again; one that has changed since the first look is not merged.
  private func believed(_ trial: SurveyedTrial) throws -> TrialFile {
    guard case .whole(let file) = TrialFile.read(trial.path), file.digest == trial.digest else {
      throw Diagnostic(
        "this file of '\(trial.cell.id)' has changed while it was merged", file: trial.path,
        notes: ["merge when no shard runs"])
    }
    return file
  }

  /// A trial as its file has it, with what was noticed in all of them.
  private func whole(
    _ file: TrialFile, of trial: SurveyedTrial, _ findings: [Finding], _ judged: ScenarioResult,
    keeping kept: (Sample) -> Sample = { $0 }
  ) -> TrialResult {
    var whole = file.result() ?? trial.result
    whole.key = trial.cell.trial
    whole.samples = whole.samples.map(kept)
    whole.findings += findings
    whole.findings = judged.findings(of: whole)
    return whole
  }

  /// Writes both files trial by trial, and says in a user's words what went wrong.
  private func write(
    _ surveyed: SurveyedScenario, as result: ScenarioResult, to out: String,
    trial write: (SurveyedTrial, [Finding], inout ResultStream) throws -> Void
  ) throws {
    let stem = FilePath.joined(out, result.name)
    let path = result.missing.isEmpty ? "\(stem).json" : "\(stem).unfinished.json"
    do {
      var stream = try ResultStream(result, to: path)
      for (trial, seen) in zip(surveyed.trials, result.trials) {
        try write(trial, seen.findings, &stream)
      }
      try stream.finish()
      try writeSidecar(surveyed, to: "\(path.dropLast(".json".count)).machine.json")
    } catch let refusal as WholeFile.Refusal {
      throw UnwrittenResult(
        diagnostic: Diagnostic("the result cannot be written: \(refusal.reason)", file: path))
    }
    if result.missing.isEmpty {
      try? FileManager.default.removeItem(atPath: "\(stem).unfinished.json")
      try? FileManager.default.removeItem(atPath: "\(stem).unfinished.machine.json")
    }
  }

  private func writeSidecar(_ surveyed: SurveyedScenario, to path: String) throws {
    let first = surveyed.trials.lazy.compactMap { line(of: $0)?.machine() }.first
    var sidecar = RunSidecar(
      RunResult(scenarios: []), machine: first ?? .current(libraries: Libraries.versions),
      revision: revision)
    sidecar.program = surveyed.trials.first.map { trial in
      Program(version: trial.facts.tool, build: trial.facts.program)
    }
    var stream = try SidecarStream(sidecar, to: path)
    for trial in surveyed.trials {
      let bytes =
        line(of: trial)?.line()
        ?? Array(
          StableJSON.line(
            of: RunSidecar.Trial(
              id: trial.cell.id, seconds: nil, samples: [])
          ).utf8)
      try bytes.withUnsafeBytes { try stream.write(trial: $0) }
    }
    try stream.finish()
  }

  private func line(of trial: SurveyedTrial) -> MachineLine? {
    MachineLine.of(trial.cell.key, trial.digest, listing, in: folder)
  }
}

/// A result that could not be written, though its trials could be merged.
package struct UnwrittenResult: Error {
  package let diagnostic: Diagnostic
}
