// What a scenario allows is tolerated, to the unit, and one unit more is not.

import FaultlineAnalysis
import FaultlineMeasures
import Foundation
import Testing

struct `A tolerance` {
  @Test(arguments: [
    (Tolerance(metrics: "*", absolute: 2), 100, 102, true),
    (Tolerance(metrics: "*", absolute: 2), 100, 98, true),
    (Tolerance(metrics: "*", absolute: 2), 100, 103, false),
    (Tolerance(metrics: "*", relative: 0.02), 100, 98, true),
    (Tolerance(metrics: "*", relative: 0.02), 100, 97, false),
    (Tolerance(metrics: "*", relative: 0.5), 0, 1, false),
    (Tolerance(metrics: "*", range: 10...20), 100, 20, true),
    (Tolerance(metrics: "*", range: 10...20), 100, 21, false),
    (Tolerance(metrics: "*", absolute: 1, range: 10...20), 100, 101, true),
    (Tolerance(metrics: "*"), 100, 101, false),
  ])
  func `allows so much and no unit more`(
    tolerance: Tolerance, base: Int, head: Int, allowed: Bool
  ) {
    #expect(tolerance.allows(.integer(head), after: .integer(base)) == allowed)
  }

  @Test(arguments: [
    ("bytes.live", "bytes.*", true), ("bytes.live", "bytes.live", true),
    ("bytes.live", "*", true), ("bytes.live", "*.live", true), ("bytes.live", "b*s.*ive", true),
    ("bytes.live", "bytes", false), ("bytes.live", "*.liv", false), ("aa", "a*a*a", false),
    ("bytes.live", "bytes.*.live", false), ("", "*", true), ("a", "", false),
  ])
  func `is about the metrics of its pattern`(name: String, pattern: String, matches: Bool) {
    #expect(Tolerance(metrics: pattern).isAbout(name, of: "") == matches)
  }

  @Test func `makes a difference neither worse nor better, and strictly none`() {
    let base = Bench.run()
    var head = base
    for trial in 0...1 {
      head.scenarios[0].trials[trial].samples[0].checkpoints[0].readings[0].quantity = 5
    }
    head.scenarios[0].tolerances = [
      Tolerance(metrics: "objects.*", variants: ["let go"], absolute: 1),
      Tolerance(metrics: "bytes.*", absolute: 1),
    ]
    let comparison = Comparison(base: base, head: head)
    #expect(comparison.pairs(.tolerated).map(\.trial) == ["pairs/let go"])
    #expect(comparison.pairs(.worse).map(\.trial) == ["pairs/refresh"])
    head.scenarios[0].tolerances.append(Tolerance(metrics: "objects.live", absolute: 2))
    #expect(Comparison(base: base, head: head).status(strict: true) == .held)
    // What is said last counts.
    head.scenarios[0].tolerances.append(Tolerance(metrics: "*", absolute: 0))
    #expect(Comparison(base: base, head: head).pairs(.worse).count == 2)
  }

  @Test func `is read back as it was written`() throws {
    var run = Bench.run()
    run.scenarios[0].tolerances = [
      Tolerance(metrics: "bytes.*", variants: ["a"], absolute: 1, relative: 0.5, range: 0...9)
    ]
    run.scenarios[0].workload = [Setting(name: "steps", value: "ab")]
    let file = FileManager.default.temporaryDirectory
      .appending(path: "faultline-tolerance-\(UInt64.random(in: .min ... .max)).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try run.write(to: file)
    let read = try RunResult.read(from: file)
    #expect(read.scenarios[0].tolerances == run.scenarios[0].tolerances)
    #expect(read.scenarios[0].workload == run.scenarios[0].workload)
    #expect(!Bench.run().json.contains("tolerances"))
  }

  @Test func `holds for changed work as well`() {
    var base = Bench.run([Bench.trial("let go")])
    var head = base
    base.scenarios[0].workload = [
      Setting(name: "model", value: "1"), Setting(name: "steps", value: "1"),
    ]
    head.scenarios[0].workload = [
      Setting(name: "model", value: "1"), Setting(name: "steps", value: "2"),
    ]
    head.scenarios[0].trials[0].samples[0].checkpoints[0].readings[0].quantity = 5
    func compare() -> Comparison { Comparison(base: base, head: head) }
    #expect(compare().trials.map(\.standing) == [.workloadChanged])
    #expect(compare().trials.map(\.reasons) == [["the scenario's steps changed"]])
    #expect(compare().status(strict: false) == .broken)
    head.scenarios[0].tolerances = [Tolerance(metrics: "objects.*", absolute: 1)]
    #expect(compare().status(strict: false) == .held)
    #expect(compare().pairs(.tolerated).count == 1)
  }
}
