// What looking at every object costs is paid once: one pass does at its checkpoints, and the others at both ends.

import FaultlineMeasures
import Foundation
import Testing

@testable import FaultlineScenarios

@Suite struct AttentionTests {
  @Test func `the first pass looks at every object, and later ones only at their ends`() throws {
    let order = TrialOrder("two/default", of: "two.yaml")
    let program = try WholeProgram([
      "order": order.input(
        """
        faultline: 1
        name: two
        title: Who is looked at
        model: {Employee: {name: string}}
        steps:
          - insert: {entity: Employee, count: 3, into: kept}
          - checkpoint: inserted
        measure: {repeats: 3, warmup: 1}
        """)
    ])
    var samples: [Sample] = []
    let report = program.shell(#"cd "$1" && "$2" trial <order"#, []).run {
      if case .sample(let sample) = WireMessage(line: $0.text) { samples.append(sample) }
    }
    #expect(report.ending == .exited(0))
    try #require(samples.map(\.pass) == [1, 2, 3])
    for (sample, isPartial) in zip(samples, [false, true, true]) {
      #expect(sample.checkpoints.map(\.name) == ["inserted", "released", "end"])
      #expect(sample.checkpoints.map(\.isPartial) == [isPartial, isPartial, isPartial])
      #expect(sample["inserted"]?["objects.live"] == 3)
      #expect(sample["inserted"]?["held.outside"] == (isPartial ? nil : 3))
      #expect((sample["inserted"]?["bytes.objects"] == nil) == isPartial)
      #expect(sample["released"]?["held.outside"] == 0)
    }
    // At the ends a later pass leaves out the peak, and the first one its times, which the peak spoils.
    for end in ["released", "end"] {
      let read = samples.map { Set($0[end]?.readings.map(\.metric) ?? []) }
      let peak: Set = ["bytes.peak", "bytes.peak.workload", "bytes.peak.sqlite"]
      let times: Set = ["time.wall", "time.cpu"]
      #expect(peak.isSubset(of: read[0]) && times.isDisjoint(with: read[0]))
      #expect(read[1] == read[0].subtracting(peak).union(times))
      #expect(read[2] == read[1])
    }
  }
}
