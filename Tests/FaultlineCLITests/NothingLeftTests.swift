// Where no object is left, no byte is left: asked of every step there is.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineScenarios

@Suite struct NothingLeftTests {
  /// Steps that need a history, and those that need a store on disk.
  private static let withHistory: [any Step.Type] = [
    PurgeStep.self, HistoryTokenStep.self, ReadHistoryStep.self,
  ]
  private static let onDisk = [ExternalStep.self, PinStep.self] + withHistory

  /// A company of pairs, a step's example, and an end that unties what is tied.
  private func scenario(_ step: any Step.Type) -> String {
    """
    faultline: 1
    name: step-\(step.keyword.replacing(" ", with: "-"))
    title: What is left of it
    model:
      Employee:
        name: string
        salary: double
        manager: {to one: Employee, inverse: reports}
        reports: {to many: Employee, inverse: manager}
        peers: {fetch: Employee, where: manager == $FETCH_SOURCE.manager}
    stores: [\(Self.onDisk.contains { $0 == step } ? "sqlite" : "memory")]
    context: {history: \(Self.withHistory.contains { $0 == step })}
    parameters:
      rows: {type: int, default: 4}
    variants:
      plain: {}
      without a pool: {pool: false}
      retaining: {retainsRegisteredObjects: true}
    steps:
      - insert: {entity: Employee, count: rows, into: managers, set: {name: text(30)}}
      - insert: {entity: Employee, count: rows, into: reports}
      - relate: {objects: reports, by: manager, to: managers}
      - save: {}
      - fetch: {entity: Employee, into: staff}
    \(step.example.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
      - checkpoint: played
      - reset: {}
    measure: {repeats: 2, warmup: 1}
    expect:
      - that: bytes.live@played > 0
      - that: leaked.objects == 0
      - that: leaked.bytes == 0
    """
  }

  @Test func `after any step and a reset, nothing outlives the stage`() throws {
    let steps = Glossary.steps
    let program = try WholeProgram(
      Dictionary(uniqueKeysWithValues: steps.map { ("all/\($0.keyword).yaml", scenario($0)) }))
    let answer = try program.run("run", "all", "--no-progress", "--out", "out")
    #expect(answer.status == 0, "\(answer.errors)")
    // Three of each scenario, and those that the examples have themselves; each in three variants.
    let own = steps.reduce(0) { $0 + $1.example.matches(of: /- expect:/).count }
    let asked = 3 * (3 * steps.count + own)
    expectText(
      answer.output.split(separator: "\n").prefix(2).joined(separator: "\n"),
      is: """
        PASS  \(asked) of \(asked) expectations · \(steps.count) scenarios · \(steps.count * 3) variants · behaves guides
          counters exact (2 of 2 repeats identical)
        """)
    #expect(program.files(in: "out").count == 2 * steps.count)
  }
}
