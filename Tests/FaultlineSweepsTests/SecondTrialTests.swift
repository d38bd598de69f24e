// A trial that comes second: what is there stays, but for a death that is tried again and a file that cannot be believed.

import FaultlineMeasures
import FaultlineScenarios
import Testing

@testable import FaultlineSweeps

struct `A trial that comes second` {
  private static func died(_ result: TrialResult) -> TrialResult {
    var result = result
    result.samples.removeAll()
    result.death = Death(cause: .signal(9), lastStep: "save (bench.yaml:9:1)", pass: 1)
    return result
  }

  /// How many objects the kept trial read, or that it died.
  private static func kept(_ cell: SweepCell, _ bench: SweepBench) -> String {
    guard case .whole(let file) = TrialFile.read(bench.folder.trial(cell.key)) else {
      return "no file"
    }
    let text = String(decoding: file.bytes[file.trial], as: UTF8.self)
    if file.death != nil { return "died" }
    return text.contains(#""objects.live":\#(11)"#) ? "11" : "10"
  }

  @Test(
    arguments: [
      (false, false, "beside", "10"), (false, true, "beside", "10"),
      (true, false, "beside", "died"), (true, true, "kept", "11"),
    ] as [(Bool, Bool, String, String)])
  func `gives way to a result, and takes the place of a death that is tried again`(
    firstDied: Bool, triesAgain: Bool, expected: String, there: String
  ) throws {
    let bench = try SweepBench(sizes: 1)
    let cell = bench.plan.cells[0]
    let first = bench.result(cell)
    try bench.keep(cell, as: firstDied ? Self.died(first) : first)
    let keeping = try bench.keep(cell, on: "n2", adding: 1, inPlaceOfDeath: triesAgain)
    let name = "\(bench.folder.trials)/\(cell.key).conflict-1"
    #expect(keeping == (expected == "kept" ? .kept : .conflict(name)))
    #expect(Self.kept(cell, bench) == there)
  }

  @Test func `replaces a file that is damaged`() throws {
    let bench = try SweepBench(sizes: 1)
    let cell = bench.plan.cells[0]
    try bench.keep(cell)
    try bench.change(cell) { $0.removeLast(10) }
    #expect(try bench.keep(cell, on: "n2", adding: 1) == .kept)
    #expect(Self.kept(cell, bench) == "11")
  }

  @Test func `that differs from both has the next name`() throws {
    let bench = try SweepBench(sizes: 1)
    let cell = bench.plan.cells[0]
    try bench.keep(cell)
    let names = (1...2).map { "\(bench.folder.trials)/\(cell.key).conflict-\($0)" }
    #expect(try bench.keep(cell, adding: 1) == .conflict(names[0]))
    #expect(try bench.keep(cell, adding: 2) == .conflict(names[1]))
    #expect(try bench.keep(cell, adding: 2) == .agreed)
    #expect(Self.kept(cell, bench) == "10")
  }
}
