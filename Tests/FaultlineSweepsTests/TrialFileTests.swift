// A trial file is believed whole or not at all.

import FaultlineMeasures
import FaultlineScenarios
import FaultlineTestSupport
import Testing

@testable import FaultlineSweeps

struct `A trial file` {
  private static func bytes() throws -> (SweepBench, [UInt8]) {
    let bench = try SweepBench(sizes: 1)
    let cell = bench.plan.cells[0]
    let file = TrialFile(
      TrialHeader(cell, of: bench.plan, facts: bench.facts()), bench.result(cell),
      exact: ExactMetrics(bench.plans[0].metrics))
    return (bench, file.bytes)
  }

  @Test func `is read back as it was written, without what only informs`() throws {
    let (bench, bytes) = try Self.bytes()
    guard case .whole(let file) = TrialFile.reading(bytes) else {
      Issue.record("\(TrialFile.reading(bytes))")
      return
    }
    let cell = bench.plan.cells[0]
    #expect(file.header == TrialHeader(cell, of: bench.plan, facts: bench.facts()))
    #expect(file.result()?.reading("objects.live", at: "made") == 10)
    #expect(file.result()?.reading("heap.fragmentation", at: "made") == nil)
    #expect(file.death == nil)
  }

  @Test func `is not believed when it is cut anywhere`() throws {
    let (_, bytes) = try Self.bytes()
    for count in 0..<bytes.count {
      guard case .broken = TrialFile.reading(Array(bytes[..<count])) else {
        Issue.record("cut to \(count) of \(bytes.count)")
        return
      }
    }
  }

  @Test func `is not believed when any bit is flipped`() throws {
    let (bench, bytes) = try Self.bytes()
    guard case .whole(let whole) = TrialFile.reading(bytes) else { return }
    for place in stride(from: 0, to: bytes.count, by: Effort.choose(quick: 7, ci: 1, full: 1)) {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[place] ^= 1 << bit
        // In the last line, a space or a name that nothing reads may differ; what it says of the others may not.
        if case .whole(let file) = TrialFile.reading(flipped) {
          #expect(file.agrees(with: whole) && file.header == whole.header, "bit \(bit) of \(place)")
        }
      }
    }
    withExtendedLifetime(bench) {}
  }

  @Test(arguments: [-1, 1 << 31, 1 << 53])
  func `that claims too many passes is not read`(passes: Int) {
    #expect(throws: JSONCursor.Failure.self) {
      try TrialExtract(Array(#"{"passes": \#(passes)}"#.utf8), at: 0, WantedReadings([]))
    }
  }

  @Test func `of a newer format is known as such`() throws {
    let (bench, _) = try Self.bytes()
    let cell = bench.plan.cells[0]
    var header = TrialHeader(cell, of: bench.plan, facts: bench.facts())
    header.schemaVersion = 2
    let file = TrialFile(header, bench.result(cell), exact: ExactMetrics([]))
    guard case .newer(2) = TrialFile.reading(file.bytes) else {
      Issue.record("\(TrialFile.reading(file.bytes))")
      return
    }
  }
}
