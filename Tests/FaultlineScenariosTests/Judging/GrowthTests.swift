// Growth over sizes, slopes over loops, and what steps expect.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineScenarios
import FaultlineAnalysis

@Suite struct GrowthTests {
  private static let sizes = [1e3, 1e4, 1e5]

  private static let curves: [(name: String, of: @Sendable (Double) -> Double, is: SizeGrowth)] = [
    ("nothing", { _ in 0 }, .constant),
    ("the same", { _ in 42 }, .constant),
    ("a hundredth more", { 1e6 + $0 / 10 }, .constant),
    ("three hundredths more", { 1e6 + $0 * 0.3 }, .linear),
    ("a logarithm", { 7 * log($0) + 3 }, .logarithmic),
    ("a line", { 3 * $0 + 1000 }, .linear),
    ("a line in powers of two", { exp2(ceil(log2($0))) * 16 }, .linear),
    ("a line times a logarithm", { $0 * log($0) }, .linear),
    ("a square", { $0 * $0 / 2 + $0 }, .quadratic),
    ("less and less", { 1e9 / $0 }, .falling),
    ("below nothing", { -$0 }, .falling),
  ]

  @Test(arguments: curves.indices)
  func `a curve is called by what comes nearest`(_ index: Int) {
    let curve = Self.curves[index]
    let growth = SizeGrowth(sizes: Self.sizes, readings: Self.sizes.map(curve.of))
    #expect(growth == curve.is, "\(curve.name)")
    let near = [10.0, 20, 30, 40, 50]
    #expect(
      SizeGrowth(sizes: near, readings: near.map(curve.of)) == growth || curve.is == .linear,
      "\(curve.name) over near sizes")
  }

  @Test func `a slope is exact as long as the numbers are`() {
    func slope(_ points: [(Int, Int)]) -> String {
      let answer = Slope.through(points.map { (round: $0.0, reading: FormulaNumber($0.1)) })
      return answer.map { "\(FormulaValue.number($0))" } ?? "none"
    }
    #expect(slope([(0, 5), (5, 10), (10, 15)]) == "1")
    #expect(slope([(0, 0), (1, 1), (2, 1)]) == "1/2")
    #expect(slope([(0, 3), (7, 3)]) == "0")
    #expect(slope([(4, 1), (4, 2)]) == "none")
    #expect(slope([]) == "none")
    #expect(slope([(0, 0), (1, .max), (2, .max)]).hasPrefix("4.6"))
  }

  private func scenario(_ expectations: String) -> String {
    """
    faultline: 1
    name: grow
    title: Grow
    model: {Employee: {name: string}}
    parameters: {rows: {type: int, default: 1, min: 1}}
    sizes: {rows: [10, 20, 40]}
    variants: {plain: {}, kept: {retainsRegisteredObjects: true}}
    steps:
      - repeat: 2
        as: i
        steps:
          - expect: objects.live == 5 * i
          - checkpoint: 'round-{i}'
    expect:
    \(expectations.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
    """
  }

  private func judging(
    _ expectations: String, sizes: [Int] = [10, 20, 40], _ choices: Choices = Choices()
  ) -> String {
    let results = ["plain", "kept"].flatMap { variant in
      sizes.map { size in
        TrialResult(
          TrialKey(
            scenario: "grow", variant: variant, sizes: [Setting(name: "rows", value: size)]),
          samples: [
            Sample(
              pass: 1,
              checkpoints: moments(variant == "plain" ? size : 7) + [
                checkpoint("end", variant == "plain" ? size : 7)
              ])
          ])
      }
    }
    return rejection { () throws(Diagnostic) in
      let read = try ScenarioReader.scenario(scenario(expectations), file: "grow.yaml")
      let plan = try Plan(read, choosing: choices)
      let judge = Judge(plan, results)
      let judgements = judge.judgements().map { judgement in
        "\(judgement.outcome) \(judgement.variant ?? "all"): \(judgement.that): \(judgement.detail)"
      }
      let findings = plan.trials.flatMap { trial in
        judge.findings(for: trial).map { "\(trial.id): \($0.message) \($0.advice)" }
      }
      return (judgements + findings).joined(separator: "\n")
    }
  }

  private func moments(_ live: Int) -> [Checkpoint] {
    (0..<2).flatMap { round in
      let rounds = [LoopRound(loop: "i", number: round)]
      return [
        checkpoint(
          "expect 1-\(round)", 5 * round,
          CheckpointOrigin(template: "expect 1", rounds: rounds)),
        checkpoint(
          "round-\(round)", live * round,
          CheckpointOrigin(template: "round-{i}", rounds: rounds)),
      ]
    }
  }

  private func checkpoint(_ name: String, _ live: Int, _ origin: CheckpointOrigin? = nil)
    -> Checkpoint
  {
    Checkpoint(
      name: name, readings: [Reading(metric: "objects.live", quantity: .integer(live))],
      origin: origin)
  }

  private let moments = """
    held plain · rows=10: objects.live == 5 * i: objects.live was 5, i was 1
    held plain · rows=20: objects.live == 5 * i: objects.live was 5, i was 1
    held plain · rows=40: objects.live == 5 * i: objects.live was 5, i was 1
    held kept · rows=10: objects.live == 5 * i: objects.live was 5, i was 1
    held kept · rows=20: objects.live == 5 * i: objects.live was 5, i was 1
    held kept · rows=40: objects.live == 5 * i: objects.live was 5, i was 1
    """

  @Test func `growth is asked once of all sizes, and what names its variants once a size`() {
    expectText(
      judging(
        """
        - that: growth(objects.live, rows) == linear
          when: {variant: plain}
        - that: growth(objects.live@round-1, rows) == constant
        - that: ratio(objects.live, plain, kept) == rows / 7
          when: {rows: [10, 40]}
        - that: slope(objects.live, i) == rows
          when: {rows: 20}
        """),
      is: moments + "\n" + """
        held plain: growth(objects.live, rows) == linear: growth(objects.live, rows) was linear
        broken plain: growth(objects.live@round-1, rows) == constant: \
        growth(objects.live@round-1, rows) was linear
        held kept: growth(objects.live@round-1, rows) == constant: \
        growth(objects.live@round-1, rows) was constant
        held rows=10: ratio(objects.live, plain, kept) == rows / 7: \
        ratio(objects.live, plain, kept) was 10/7, rows was 10
        held rows=40: ratio(objects.live, plain, kept) == rows / 7: \
        ratio(objects.live, plain, kept) was 40/7, rows was 40
        held plain · rows=20: slope(objects.live, i) == rows: slope(objects.live, i) was 20, rows was 20
        broken kept · rows=20: slope(objects.live, i) == rows: slope(objects.live, i) was 7, rows was 20
        """)
  }

  @Test func `under three sizes growth is not asked, and that is said`() {
    let small = Choices(
      variants: ["plain"], parameters: [Setting(name: "rows", value: "10")])
    expectText(
      judging("- that: growth(objects.live, rows) == linear", small),
      is: """
        held plain · rows=10: objects.live == 5 * i: objects.live was 5, i was 1
        grow/plain/rows=10: 'growth(objects.live, rows) == linear' was not asked: it takes 3 sizes of \
        'rows' to show how something grows. Run it without '--set rows=…', or name more sizes.
        """)
  }

  @Test func `after an interruption nothing is fitted over what is missing`() {
    let answer = judging("- that: growth(objects.live, rows) == linear", sizes: [10, 20])
    #expect(!answer.contains("growth"))
    #expect(answer.contains("held plain · rows=20: objects.live"))
  }
}
