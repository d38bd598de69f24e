// Expectations that allow more than they did when a baseline was accepted.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineTestSupport
import Testing

struct `A loosened expectation` {
  private func loosened(_ earlier: [String], _ later: [String]) -> [String] {
    func result(_ texts: [String]) -> ScenarioResult {
      var result = Bench.run().scenarios[0]
      result.parts =
        [ScenarioPart(kind: .step, name: "save", text: "01", line: 1)]
        + texts.enumerated().map {
          ScenarioPart(kind: .expectation, name: "expect", text: $1, line: $0 + 2)
        }
      return result
    }
    let comparison = Comparison(
      base: RunResult(scenarios: []), head: RunResult(scenarios: [result(later)]),
      headFacts: ["pairs": Bench.facts],
      accepted: [
        Baseline(result(earlier), facts: Bench.facts).accepted(for: Bench.facts)
      ].compactMap(\.self))
    #expect(comparison.status(strict: false) == .held)
    #expect(
      comparison.status(strict: true) == (comparison.loosenings.isEmpty ? .held : .broken))
    return comparison.loosenings.map(\.sentence)
  }

  @Test func `is found, and a tightened one is not`() {
    #expect(loosened(["a@end <= 5"], ["a@end <= 5"]) == [])
    #expect(loosened(["a@end <= 5"], []) == ["the expectation a@end <= 5 is gone"])
    #expect(
      loosened(["a@end <= 5"], ["a@end <= 6"])
        == ["the expectation a@end <= 5 was loosened to a@end <= 6"])
    #expect(loosened(["a@end <= 5"], ["a@end <= 4"]) == [])
    #expect(loosened(["a@end <= 8 MiB"], ["a@end == 0"]) == [])
    #expect(loosened(["a@end == 0"], ["a@end <= 8 MiB"]).count == 1)
    #expect(loosened(["a == 0 when {variant: x}"], ["a == 0"]).count == 1)
    #expect(loosened(["a == rows / 2"], ["a == rows"]).count == 1)
    #expect(loosened([], ["a == 0"]) == [])
  }

  /// The same limits under every spelling that a scenario may have.
  @Test(arguments: ["4k", "4_000", "4e3", "4000", "4 kB", "4kB", "0.004 MB"])
  func `reads numbers as scenarios do`(limit: String) {
    #expect(loosened(["a <= \(limit)"], ["a <= 3999"]) == [])
    #expect(loosened(["a <= \(limit)"], ["a <= 4000"]) == [])
    #expect(loosened(["a <= 3.999 kB"], ["a <= \(limit)"]).count == 1)
    #expect(loosened(["a >= -\(limit)"], ["a >= -3k"]) == [])
    #expect(loosened(["a >= -\(limit)"], ["a >= -5k"]).count == 1)
  }

  @Test(arguments: 0..<Effort.laws) func `is one that allows a value that was forbidden`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    let signs = ["<=", "<", ">=", ">", "=="]
    func condition() -> (sign: String, bound: Int) {
      (signs.randomElement(using: &random) ?? "", Int.random(in: 0...4, using: &random))
    }
    func allows(_ value: Double, _ condition: (sign: String, bound: Int)) -> Bool {
      let bound = Double(condition.bound)
      return switch condition.sign {
      case "<=": value <= bound
      case "<": value < bound
      case ">=": value >= bound
      case ">": value > bound
      default: value == bound
      }
    }
    let (before, after) = (condition(), condition())
    let values = stride(from: -1.0, through: 6, by: 0.5)
    let isLooser = values.contains { allows($0, after) && !allows($0, before) }
    let found = loosened(
      ["a@end \(before.sign) \(before.bound)"], ["a@end \(after.sign) \(after.bound)"])
    #expect(found.isEmpty != isLooser, "\(before) \(after)")
  }

  /// An expectation that went says what it asked for, and of no metric whose name only begins alike.
  @Test(arguments: [
    ([], ["bytes.live decided the verdict at saved and end, and does not any more"]),
    (["bytes.live@end <= 5"], ["the expectation bytes.live@end <= 5 is gone"]),
    (
      ["bytes.live.sqlite@end <= 5"],
      [
        "the expectation bytes.live.sqlite@end <= 5 is gone",
        "bytes.live decided the verdict at saved and end, and does not any more",
      ]
    ),
  ])
  func `may be a metric that decides no longer`(expectations: [String], sentences: [String]) {
    func result(_ texts: [String], _ gate: Gate) -> ScenarioResult {
      var result = Bench.run().scenarios[0]
      result.gate = gate
      result.parts =
        [ScenarioPart(kind: .step, name: "save", text: "01", line: 1)]
        + texts.map { ScenarioPart(kind: .expectation, name: "expect", text: $0, line: 2) }
      return result
    }
    let rest = Gate(Bench.gate.measurements.filter { $0.metric != "bytes.live" })
    let comparison = Comparison(
      base: RunResult(scenarios: []), head: RunResult(scenarios: [result([], rest)]),
      headFacts: ["pairs": Bench.facts],
      accepted: [
        Baseline(result(expectations, Bench.gate), facts: Bench.facts).accepted(for: Bench.facts)
      ].compactMap(\.self))
    #expect(comparison.loosenings.map(\.sentence) == sentences)
    #expect(comparison.status(strict: false) == .held)
    #expect(comparison.status(strict: true) == .broken)
  }
}
