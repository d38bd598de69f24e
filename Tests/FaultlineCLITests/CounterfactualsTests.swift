// Rules that are not switched off cost nothing: every exact counter is the same as if there were no switches.

import FaultlineMeasures
import FaultlineReplay
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct CounterfactualsTests {
  /// Work of every kind that a switch has to do with: fetches, fires, relationships, saves, merges and turns.
  private static let scenario = """
    faultline: 1
    name: switches
    title: Switches that are off
    model:
      Employee:
        name: string
        manager: {to one: Employee, inverse: reports}
        reports: {to many: Employee, inverse: manager}
    stores: [memory, sqlite]
    variants:
      nothing is said: {}
      all is said: {uniquesObjects: true, usesFaults: true, usesRowCache: true, collectsCycles: false}
    steps:
      - insert: {entity: Employee, count: 20, into: managers, set: {name: 'Manager {index}'}}
      - insert: {entity: Employee, count: 20, into: reports}
      - relate: {objects: reports, by: manager, to: managers}
      - save: {}
      - checkpoint: saved
      - reset: {}
      - release: all
      - fetch: {entity: Employee, into: staff, prefetch: manager}
      - touch: staff
      - walk: {from: staff, path: manager.reports}
      - checkpoint: walked
      - context: {name: worker}
      - pass IDs: {objects: staff, to: worker, into: copies}
      - in: worker
        steps:
          - set: {objects: copies, to: {name: changed}}
          - save: {}
      - merge: {from: worker}
      - refresh: {objects: staff}
      - undo: {}
      - checkpoint: refreshed
    """

  /// The exact readings of a trial, a checkpoint a line.
  private func picture(_ trial: TrialResult, _ metrics: [Metric]) -> String {
    let exact = Set(metrics.filter { $0.exactness == .exact }.map(\.name))
    return trial.samples[0].checkpoints.map { checkpoint in
      let readings = checkpoint.readings.filter { exact.contains($0.metric) }
      return checkpoint.name + ": "
        + readings.map { "\($0.metric)=\($0.quantity)" }.joined(separator: " ")
    }.joined(separator: "\n")
  }

  /// Q1, F8, C1: said or not, what holds anyway changes no counter and no byte.
  @Test func `rules that hold cost nothing`() throws {
    let program = try WholeProgram(["switches.yaml": Self.scenario])
    let answer = try program.run("run", "switches.yaml", "--no-progress", "--quiet", "--out", "out")
    #expect(answer.status == 0, "\(answer.output)\(answer.errors)")
    let result = try RunResult.read(from: program.folder.appending(path: "out/switches.json"))
    let scenario = try #require(result.scenarios.first)
    for store in ["memory", "sqlite"] {
      let trials = scenario.trials.filter { $0.store == store }
      try #require(trials.count == 2)
      let pictures = trials.map { picture($0, scenario.metrics) }
      expectText(pictures[1], is: pictures[0])
      #expect(pictures[0].contains("alloc.count="))
      #expect(trials.allSatisfy { $0.settings == trials[0].settings })
    }
  }

  /// C1: the replay says that the collector came, and not that something broke the retain cycle.
  @Test func `a replay says which objects the collector has let go`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(
        path: "Scenarios/counterfactuals/garbage-collected.yaml")
    let film = try film(of: file.path, "--variant", "collected", "--store", "memory")
    let sentences = film.frames.map(\.sentence)
    #expect(
      sentences.contains(
        "100 Employee objects are gone. Nothing reaches them any more, and the collector minds no retain cycle (C1)."
      ))
    #expect(!sentences.contains { $0.contains("broken") })
  }
}
