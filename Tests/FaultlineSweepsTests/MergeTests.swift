// A merge gives the bytes of one run, whatever came first; what does not belong together is refused by name.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineTestSupport
import Testing

@testable import FaultlineSweeps

struct `A merge` {
  @Test func `gives the bytes of one run, whatever the order of the shards`() throws {
    let expected = try SweepBench().whole()
    var random = SplitMix64(seed: 7)
    for _ in 0..<Effort.choose(quick: 8, ci: 256, full: 256) {
      let bench = try SweepBench(shards: Int.random(in: 1...8, using: &random))
      for cell in bench.plan.cells.shuffled(using: &random) { try bench.keep(cell) }
      let (merged, text) = try bench.merge()
      #expect(text == expected)
      #expect(merged.status == .held)
    }
  }

  @Test func `judges passes that differ, deaths and findings as a run does`() throws {
    let bench = try SweepBench(sizes: 2)
    var results: [TrialResult] = []
    for (place, cell) in bench.plan.cells.enumerated() {
      var result = bench.result(cell)
      if place == 0 { result.samples[1].checkpoints[0].readings[0].quantity = 99 }
      if place == 1 {
        result.samples.removeLast(2)
        result.death = Death(cause: .signal(9), lastStep: "save (bench.yaml:9:1)", pass: 2)
      }
      results.append(result)
      try bench.keep(cell, as: result)
    }
    let plain = Runner.result(of: bench.plans[0], after: results)
    let (merged, text) = try bench.merge()
    #expect(text == RunResult(scenarios: [plain]).json)
    #expect(merged.status == .died)
  }

  @Test func `refuses missing cells, and says which in a partial result`() throws {
    let bench = try SweepBench(sizes: 1, shards: 2)
    let cells = bench.plan.cells
    try bench.keep(cells[0])
    #expect(
      bench.refusal() == """
        6
        sweep/trials/\(cells[1].key).jsonl: error: there is no result of 'bench/other/rows=10', which shard 2 runs
            = run it: faultline sweep run sweep --shard 2
        """)
    let (merged, text) = try bench.merge(SweepMerge.Manner(isPartial: true))
    #expect(merged.status == .incomplete)
    #expect(merged.scenarios[0].missing == ["bench/other/rows=10"])
    #expect(text.contains(#""missing" : ["#))
  }

  @Test func `refuses two readings of one cell that differ, and names both machines`() throws {
    let bench = try SweepBench(sizes: 1)
    try bench.keepAll()
    let cell = bench.plan.cells[0]
    #expect(try bench.keep(cell, on: "n2") == .agreed)
    let name = "\(bench.folder.trials)/\(cell.key).conflict-1"
    #expect(try bench.keep(cell, on: "n2", adding: 1) == .conflict(name))
    #expect(try bench.keep(cell, on: "n3", adding: 1) == .agreed)
    let refusal = bench.refusal()
    #expect(refusal.hasPrefix("2\nsweep/trials/\(cell.key).conflict-1: error: "))
    #expect(
      refusal.contains(
        "of 'bench/one/rows=10', n1 and n2 read objects.live@made 10 and 11: not deterministic, "
          + "or not the same program"))
  }

  @Test func `refuses the trials of another build, and keeps them apart where asked`() throws {
    let bench = try SweepBench(sizes: 1)
    let cells = bench.plan.cells
    try bench.keep(cells[0])
    try bench.keep(cells[1], on: "n2", facts: bench.facts(build: "b2"))
    let refusal = bench.refusal()
    #expect(refusal.hasPrefix("3\nsweep/trials/\(cells[1].key).jsonl: error: "))
    #expect(
      refusal.contains(
        "'bench/other/rows=10' was not measured as 'bench/one/rows=10' was: the build id was b1 and is b2"
      ))
    let (merged, text) = try bench.merge(SweepMerge.Manner(isByMachine: true))
    #expect(
      merged.machines.map { $0.scenarios[0].trials.map(\.id) } == [[cells[0].id], [cells[1].id]])
    #expect(text.contains("objects.live") && !text.contains("\"bytes.live\" : "))
    #expect(merged.status == .held)
  }

  @Test func `refuses what another plan's trials have read`() throws {
    let bench = try SweepBench(sizes: 1)
    let other = try SweepBench(sizes: 2)
    try bench.keepAll()
    let cell = other.plan.cells[1]
    try other.keep(cell)
    let bytes = TrialFile(
      TrialHeader(cell, of: other.plan, facts: other.facts()), other.result(cell),
      exact: ExactMetrics([])
    ).bytes
    let mark = try TrialFolder(bench.folder, host: "n1").begin(cell)
    try mark.write(bytes)
    #expect(try mark.link(bench.folder.trial(cell.key)))
    let refusal = bench.refusal()
    #expect(refusal.hasPrefix("3\n"))
    #expect(refusal.contains("this file of '\(cell.id)' is of another plan: "))
  }

  @Test func `believes no file that was cut short or in which a bit was flipped`() throws {
    let bench = try SweepBench(sizes: 1)
    try bench.keepAll()
    let cell = bench.plan.cells[0]
    try bench.change(cell) { $0[200] ^= 4 }
    #expect(bench.refusal().hasPrefix("6\nsweep/trials/\(cell.key).jsonl: error: "))
    #expect(bench.refusal().contains("this file of 'bench/one/rows=10' is not believed: "))
    try bench.change(cell) { $0.removeLast(9) }
    #expect(bench.refusal().contains("it ends in the middle of a line: it was cut short"))
    #expect(try bench.keep(cell) == .kept)
    #expect(try bench.merge().1 == bench.whole())
  }
}
