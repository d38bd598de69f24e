// Two results of one cell that do not agree: every difference is a sentence that names both machines.

import FaultlineMeasures
import FaultlineScenarios
import Testing

@testable import FaultlineSweeps

@Suite struct `Two results of one cell` {
  private static let death = Death(cause: .signal(9), lastStep: "save (bench.yaml:9:1)", pass: 1)

  /// A result without what it has read, because it died.
  private static func died(_ result: TrialResult) -> TrialResult {
    var result = result
    result.samples.removeAll()
    result.death = death
    return result
  }

  /// A result whose checkpoints are changed in each pass.
  private static func changed(
    _ result: TrialResult, _ body: (inout [Checkpoint]) -> Void
  ) -> TrialResult {
    var result = result
    result.samples = result.samples.map { sample in
      var checkpoints = sample.checkpoints
      body(&checkpoints)
      return Sample(pass: sample.pass, checkpoints: checkpoints)
    }
    return result
  }

  /// What a merge says of a cell that was played twice, without the cell's name and without advice.
  private func said(
    first: (TrialResult) -> TrialResult = { $0 }, byMachine: Bool = false, build: String = "b1",
    _ second: (TrialResult) -> TrialResult
  ) throws -> String {
    let bench = try SweepBench(sizes: 1)
    try bench.keepAll()
    let cell = bench.plan.cells[0]
    let result = bench.result(cell)
    try bench.change(cell) { $0.removeAll() }
    try bench.keep(cell, on: "n1", as: first(result))
    try bench.keep(cell, on: "n2", facts: bench.facts(build: build), as: second(result))
    let refusal = bench.refusal(SweepMerge.Manner(isByMachine: byMachine))
    guard let start = refusal.firstRange(of: "of '\(cell.id)', ") else { return refusal }
    return String(refusal[start.upperBound...].prefix { $0 != "\n" })
  }

  @Test func `differ in how they ended`() throws {
    let words = Self.death.sentence
    #expect(try said(Self.died) == "n1 came to the end, and on n2 it \(words)")
    #expect(try said(first: Self.died) { $0 } == "on n1 it \(words), and n2 came to the end")
  }

  @Test func `differ in what they played`() throws {
    let passes = try said { result in
      var result = result
      result.samples.removeLast()
      return result
    }
    #expect(passes == "n1 and n2 played 3 and 2 passes")
    let checkpoint = try said { Self.changed($0) { $0.removeFirst() } }
    #expect(checkpoint == "n1 took the checkpoint 'made', and n2 did not")
  }

  @Test func `differ in what they read, in the unit of the reading`() throws {
    let bytes = try said { result in
      Self.changed(result) { checkpoints in
        checkpoints[0] = Checkpoint(
          name: "made",
          readings: [
            Reading(metric: "objects.live", quantity: .integer(10)),
            Reading(metric: "bytes.live", quantity: .integer(1_441)),
          ], origin: checkpoints[0].origin)
      }
    }
    #expect(
      bytes
        == "n1 and n2 read bytes.live@made 1,440 B and 1,441 B: not deterministic, or not the same program"
    )
    let nothing = try said { result in
      Self.changed(result) { $0[1] = Checkpoint(name: "end", readings: []) }
    }
    #expect(
      nothing
        == "n1 and n2 read objects.live@end 0 and nothing: not deterministic, or not the same program"
    )
  }

  @Test func `differ in what is said of them, though they read the same`() throws {
    let finding = try said { result in
      var result = result
      result.findings.removeAll()
      return result
    }
    #expect(finding == "n1 and n2 wrote different things, though no reading differs")
  }

  /// Machines with different facts need only agree on what hangs on none.
  @Test func `of other facts may differ in their bytes, where machines are kept apart`() throws {
    func other(_ bytes: Int, _ objects: Int) -> (TrialResult) -> TrialResult {
      { result in
        Self.changed(result) { checkpoints in
          checkpoints[0] = Checkpoint(
            name: "made",
            readings: [
              Reading(metric: "objects.live", quantity: .integer(objects)),
              Reading(metric: "bytes.live", quantity: .integer(bytes)),
            ], origin: checkpoints[0].origin)
        }
      }
    }
    #expect(try said(byMachine: true, build: "b2", other(1, 10)) == "merged")
    #expect(
      try said(byMachine: true, build: "b2", other(1, 11))
        == "n1 and n2 read objects.live@made 10 and 11: not deterministic, or not the same program"
    )
    // Of machines that are alike, all has to be alike.
    #expect(
      try said(byMachine: true, other(1, 10))
        == "n1 and n2 read bytes.live@made 1,440 B and 1 B: not deterministic, or not the same program"
    )
  }
}
