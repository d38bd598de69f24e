// The answers to expectations: held, broken or unanswered, and what was found.

import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct JudgeTests {
  private func scenario(_ expectations: String) -> String {
    """
    faultline: 1
    name: pairs
    title: Pairs
    model: {Employee: {name: string}}
    parameters:
      rows: {type: int, default: 4}
    variants:
      let go: {}
      refresh: {rows: 6}
    steps:
      - insert: {entity: Employee, count: rows}
      - checkpoint: inserted
    expect:
    \(expectations.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
    """
  }

  /// What two trials read: live objects, bytes, and a checkpoint that only one has a peak at.
  private static let trials = [
    trial("let go", [("inserted", 4, 400), ("released", 4, 500), ("end", 4, 300)]),
    trial("refresh", [("inserted", 6, 600), ("released", 0, 200), ("end", 0, 0)]),
  ]

  private static func trial(_ variant: String, _ rows: [(String, Int, Int)]) -> TrialResult {
    TrialResult(
      TrialKey(scenario: "pairs", variant: variant),
      samples: [
        Sample(
          pass: 1,
          checkpoints: rows.map { name, live, bytes in
            Checkpoint(
              name: name,
              readings: [
                Reading(metric: "objects.live", quantity: .integer(live)),
                Reading(metric: "bytes.live", quantity: .integer(bytes)),
              ])
          })
      ])
  }

  private func judging(
    _ expectations: String, _ trials: [TrialResult] = trials, _ choices: Choices = Choices()
  ) -> String {
    rejection { () throws(Diagnostic) in
      let scenario = try ScenarioReader.scenario(scenario(expectations), file: "pairs.yaml")
      let judgements = Judge(try Plan(scenario, choosing: choices), trials).judgements()
      return judgements.map { judgement in
        "\(judgement.outcome) \(judgement.variant ?? "all") \(judgement.place.line): "
          + "\(judgement.that): \(judgement.detail)"
      }.joined(separator: "\n")
    }
  }

  @Test func `an expectation is asked of every variant, with its own parameters`() {
    expectText(
      judging("- that: objects.live@inserted == rows\n- that: objects.live == 0"),
      is: """
        held let go 14: objects.live@inserted == rows: objects.live@inserted was 4, rows was 4
        held refresh 14: objects.live@inserted == rows: objects.live@inserted was 6, rows was 6
        broken let go 15: objects.live == 0: objects.live was 4
        held refresh 15: objects.live == 0: objects.live was 0
        """)
  }

  @Test func `an expectation can be asked of some variants`() {
    expectText(
      judging("- that: objects.live == 0\n  when: {variant: refresh}"),
      is: "held refresh 14: objects.live == 0: objects.live was 0")
  }

  @Test func `an expectation that names its variants is asked once`() {
    expectText(
      judging(
        """
        - that: peak(bytes.live, refresh) <= 2 * peak(bytes.live, let-go)
        """),
      is: """
        pairs.yaml:14:61: error: no variant 'let-go'. Did you mean 'let go'?
         14 |   - that: peak(bytes.live, refresh) <= 2 * peak(bytes.live, let-go)
            |                                                             ^~~~~~
            = known variants: let go, refresh
        """)
    expectText(
      judging(
        """
        - that: peak(bytes.live, refresh) <= peak(bytes.live, 'let go') + rows
        - that: ratio(bytes.live@inserted, refresh, 'let go') == 3 / 2
        - that: value(objects.live, end, refresh) == 0
        """),
      is: """
        broken all 14: peak(bytes.live, refresh) <= peak(bytes.live, 'let go') + rows: \
        peak(bytes.live, refresh) was 600 B, peak(bytes.live, 'let go') was 500 B, rows was 4
        held all 15: ratio(bytes.live@inserted, refresh, 'let go') == 3 / 2: \
        ratio(bytes.live@inserted, refresh, 'let go') was 3/2
        held all 16: value(objects.live, end, refresh) == 0: \
        value(objects.live, end, refresh) was 0
        """)
  }

  @Test func `bytes have a unit and their last digit, and counts have groups`() {
    expectText(
      judging(
        """
        - that: bytes.live@inserted <= 64 * 1024 * 1024
        - that: objects.live@inserted == rows
        """,
        [Self.trial("let go", [("inserted", 20_000, 94_224_848)])]),
      is: """
        broken let go 14: bytes.live@inserted <= 64 * 1024 * 1024: \
        bytes.live@inserted was 89.9 MiB (94,224,848 B)
        broken let go 15: objects.live@inserted == rows: \
        objects.live@inserted was 20,000, rows was 4
        """)
  }

  @Test func `peaks and differences are of the variant that is asked`() {
    expectText(
      judging(
        "- that: peak(bytes.live) == 500\n- that: delta(bytes.live, inserted, released) > 0"),
      is: """
        held let go 14: peak(bytes.live) == 500: peak(bytes.live) was 500 B
        broken refresh 14: peak(bytes.live) == 500: peak(bytes.live) was 600 B
        held let go 15: delta(bytes.live, inserted, released) > 0: \
        delta(bytes.live, inserted, released) was 100 B
        broken refresh 15: delta(bytes.live, inserted, released) > 0: \
        delta(bytes.live, inserted, released) was -400 B
        """)
  }

  @Test func `what was not measured is unanswered`() {
    let dead = TrialResult(
      TrialKey(scenario: "pairs", variant: "refresh"), samples: [], death: Death(cause: .silence))
    expectText(
      judging(
        """
        - that: objects.live == 0
          when: {variant: refresh}
        - that: ratio(bytes.live, 'let go', refresh) > 1
        - that: peak(bytes.live, refresh) > 1
        - that: objects.faults == 0
        """, [Self.trials[0], dead]),
      is: """
        unanswered refresh 14: objects.live == 0: objects.live@end was not read in 'refresh'
        unanswered all 16: ratio(bytes.live, 'let go', refresh) > 1: \
        bytes.live@end was not read in 'refresh'
        unanswered all 17: peak(bytes.live, refresh) > 1: bytes.live was not read in 'refresh'
        unanswered let go 18: objects.faults == 0: objects.faults@end was not read in 'let go'
        unanswered refresh 18: objects.faults == 0: objects.faults@end was not read in 'refresh'
        """)
  }

  @Test func `a ratio to nothing is unanswered`() {
    expectText(
      judging("- that: ratio(bytes.live, 'let go', refresh) > 1"),
      is:
        "unanswered all 14: ratio(bytes.live, 'let go', refresh) > 1: bytes.live@end is 0 in 'refresh'"
    )
  }

  @Test func `what needs a variant that did not run is not asked`() {
    let expectations = """
      - that: objects.live@inserted == rows
      - that: ratio(bytes.live@inserted, refresh, 'let go') == 3 / 2
      - that: objects.live == 0
        when: {variant: refresh}
      """
    let held =
      "held let go 14: objects.live@inserted == rows: objects.live@inserted was 4, rows was 4"
    expectText(
      judging(expectations, [Self.trials[0]], Choices(variants: ["let go"])), is: held)
    // Interrupted after the first variant: the plan has both.
    expectText(judging(expectations, [Self.trials[0]]), is: held)
  }
}
