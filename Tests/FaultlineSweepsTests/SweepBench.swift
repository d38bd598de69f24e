// A sweep on disk whose trials are made up: small files of the real kind, made and merged in milliseconds.

import FaultlineMeasures
import FaultlineScenarios
import Foundation
import Glibc

@testable import FaultlineSweeps

/// A folder with a plan, which goes with its last holder.
final class SweepBench {
  let path: String
  let folder: SweepFolder
  let plan: SweepPlan
  let plans: [Plan]
  var machine = Machine(
    os: "Linux", kernel: "6", architecture: "x86_64", cpu: "one", cores: 2, pageSize: 4096)

  static let scenario = """
    faultline: 1
    name: bench
    title: Trials of several sizes
    model:
      Pair: {name: string}
    parameters:
      rows: {type: int, default: 10, min: 1}
    sizes:
      rows: SIZES
    variants:
      one: {}
      other: {undo: none}
    steps:
      - insert: {entity: Pair, count: rows, into: pairs}
      - checkpoint: made
    columns:
      live: objects.live@made
    expect:
      - that: objects.live@made == rows
        because: all are held
      - that: growth(objects.live@made, rows) == linear
    """

  init(sizes: Int = 4, shards: Int = 3) throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "sweep-\(getpid())-\(UInt64.random(in: .min ... .max))").path
    folder = SweepFolder(FilePath.joined(path, "sweep"))
    let list = (1...sizes).map { "\($0 * 10)" }.joined(separator: ", ")
    let text = Self.scenario.replacing("SIZES", with: "[\(list)]")
    let scenario = try ScenarioReader.scenario(text, file: "bench.yaml")
    let plan = try Plan(scenario, choosing: Choices())
    self.plan = try SweepPlan(
      [(text, plan)], SweepChoices(Choices(), timeout: nil, memoryLimit: nil), shards: shards)
    try self.plan.write(to: folder, for: [plan])
    plans = try SweepPlan.read(folder).plans(in: folder)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// What a trial has read: as many objects as rows, and times that differ from machine to machine.
  func result(_ cell: SweepCell, adding extra: Int = 0) -> TrialResult {
    let rows = cell.trial.size(of: "rows") ?? 0
    let trial = plans[0].trials.first { $0.key == cell.trial }
    let passes = (1...3).map { pass in
      Sample(
        pass: pass,
        checkpoints: [
          Checkpoint(
            name: "made",
            readings: [
              Reading(metric: "objects.live", quantity: .integer(rows + extra)),
              Reading(metric: "bytes.live", quantity: .integer(rows * 144)),
              Reading(metric: "heap.fragmentation", quantity: .real(0.25)),
            ], origin: CheckpointOrigin(template: "made", rounds: [])),
          Checkpoint(name: "end", readings: [Reading(metric: "objects.live", quantity: 0)]),
        ])
    }
    return TrialResult(
      cell.trial, settings: trial?.listed ?? [], samples: passes,
      findings: [Finding(kind: .note, message: "\"odd\" \\ / ü\n{[,:]}", evidence: [])])
  }

  func facts(build: String = "b1", jemalloc: String? = "5.3.0") -> TrialFacts {
    TrialFacts(
      Program(version: "0.1.0", build: build),
      on: KeyFacts(architecture: "x86_64", jemalloc: jemalloc, pageSize: 4096))
  }

  /// Keeps the result of a cell, as a machine of this name.
  @discardableResult
  func keep(
    _ cell: SweepCell, on host: String = "n1", facts: TrialFacts? = nil, adding extra: Int = 0,
    as result: TrialResult? = nil, inPlaceOfDeath: Bool = false
  ) throws -> TrialFolder.Keeping {
    let trials = TrialFolder(folder, host: host)
    let result = result ?? self.result(cell, adding: extra)
    let exact = ExactMetrics(plans[0].metrics)
    let file = TrialFile(
      TrialHeader(cell, of: plan, facts: facts ?? self.facts()), result, exact: exact)
    try trials.write(
      TrialMachine(
        key: cell.key, host: host, pid: 1, attempt: 1, sha256: file.digest, machine: machine,
        trial: RunSidecar.Trial(
          id: cell.id, seconds: 0.5, samples: exact.informativePart(of: result.samples))),
      of: cell)
    return try trials.keep(
      file, of: cell, as: try trials.begin(cell), inPlaceOfDeath: inPlaceOfDeath)
  }

  func keepAll() throws { for cell in plan.cells { try keep(cell) } }

  /// Merges into a new folder, and returns the bytes of the result.
  func merge(_ manner: SweepMerge.Manner = SweepMerge.Manner()) throws -> (MergedSweep, String) {
    let out = FilePath.joined(path, "out-\(UInt64.random(in: .min ... .max))")
    let merged = try SweepMerge(plan, plans, in: folder, manner).write(to: out)
    let name = merged.scenarios[0].missing.isEmpty ? "bench.json" : "bench.unfinished.json"
    return (merged, try String(contentsOfFile: "\(out)/\(name)", encoding: .utf8))
  }

  /// What a run of all trials on one machine would have written.
  func whole() -> String {
    let results = plan.cells.map { result($0) }
    let scenario = Runner.result(of: plans[0], after: results)
    return RunResult(scenarios: [scenario]).json
  }

  /// The sentences with which a merge is refused, and its status; without the folder.
  func refusal(_ manner: SweepMerge.Manner = SweepMerge.Manner()) -> String {
    do {
      _ = try merge(manner)
      return "merged"
    } catch let refusal as MergeRefusal {
      let text = "\(refusal.status.rawValue)\n\(refusal.sentence)"
      return text.replacing(folder.path, with: "sweep")
    } catch {
      return "\(error)"
    }
  }

  func change(_ cell: SweepCell, _ body: (inout [UInt8]) -> Void) throws {
    let url = URL(fileURLWithPath: folder.trial(cell.key))
    var bytes = Array(try Data(contentsOf: url))
    body(&bytes)
    try Data(bytes).write(to: url)
  }
}
