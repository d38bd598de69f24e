// What a scenario allows a baseline to differ by, and the mistakes one can make there.

import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct `Tolerances` {
  private static let line = "that: objects.live@saved == rows\n    when: {variant: reset}"

  private static let mistakes = [
    "baseline: bytes.live",
    "{baseline: bytes.live, tolerance: some}",
    "{baseline: bytes.live, tolerance: -1 %}",
    "{baseline: bytes.live, tolerance: {range: [1]}}",
    "{baseline: bytes.live, tolerance: {range: [2, 1]}}",
    "{baseline: bytes.live, tolerance: 1, when: {variant: letgo}}",
    "{baseline: bytes.live, tolerance: 1, when: {store: memory}}",
    "{baseline: bytes.live, that: rows == 1, tolerance: 1}",
    "{that: rows == 1, tolerance: 1}",
    "because: I say so.",
  ]

  @Test func `that cannot be meant are reported with their place`() {
    let reported = Self.mistakes.map { Mistake($0, Self.line, $0, says: "").reported }
    expectText(
      reported.joined(separator: "\n"),
      is: """
        pairs.yaml:27:5: error: an expectation needs a key 'tolerance'
         27 |   - baseline: bytes.live
            |     ^~~~~~~~~~~~~~~~~~~~
            = tolerance (text, or {absolute, relative, range}): How much: 64, or 64 KiB, or 2 %, or a table.
        pairs.yaml:27:39: error: expected a number, found 'some'
         27 |   - {baseline: bytes.live, tolerance: some}
            |                                       ^~~~
        pairs.yaml:27:39: error: a tolerance is not negative
         27 |   - {baseline: bytes.live, tolerance: -1 %}
            |                                       ^~~~
        pairs.yaml:27:47: error: a range has two ends
         27 |   - {baseline: bytes.live, tolerance: {range: [1]}}
            |                                               ^~~
            = for example [0, 100]
        pairs.yaml:27:47: error: the range ends before it begins
         27 |   - {baseline: bytes.live, tolerance: {range: [2, 1]}}
            |                                               ^~~~~~
        pairs.yaml:27:58: error: no variant 'letgo'. Did you mean 'let go'?
         27 |   - {baseline: bytes.live, tolerance: 1, when: {variant: letgo}}
            |                                                          ^~~~~
            = known variants: let go, reset
        pairs.yaml:27:49: error: a tolerance holds on every store; choose variants only
         27 |   - {baseline: bytes.live, tolerance: 1, when: {store: memory}}
            |                                                 ^~~~~
        pairs.yaml:27:28: error: an expectation has a condition or a baseline, not both
         27 |   - {baseline: bytes.live, that: rows == 1, tolerance: 1}
            |                            ^~~~
        pairs.yaml:27:23: error: a tolerance belongs to a baseline
         27 |   - {that: rows == 1, tolerance: 1}
            |                       ^~~~~~~~~
            = for example baseline: 'bytes.*'
        pairs.yaml:27:5: error: an expectation needs a condition
         27 |   - because: I say so.
            |     ^~~~~~~~~~~~~~~~~~
            = for example that: leaked.objects == 0
        """)
  }

  @Test func `about metrics that nobody reads are refused`() {
    let entry = "{baseline: 'byte.*', tolerance: 0}"
    let reported = Mistake("", Self.line, entry, says: "").reported
    #expect(reported.hasPrefix("pairs.yaml:27:16: error: no metric 'byte.*'\n"))
  }

  @Test func `are read in all their ways, in their order`() throws {
    let scenario = try ScenarioReader.scenario(
      """
      faultline: 1
      name: pairs
      title: Pairs
      model: {Employee: {name: string}}
      variants: {plain: {}, odd: {}}
      steps:
        - save: {}
      expect:
        - {baseline: 'bytes.*', tolerance: 64}
        - {baseline: alloc.count, tolerance: 2.5 %, when: {variant: odd}}
        - that: leaked.objects == 0
        - baseline: 'sql.*'
          tolerance: {absolute: 1_000, relative: 10%, range: [-5, 1e3]}
      """, file: "pairs.yaml")
    #expect(
      scenario.tolerances == [
        Tolerance(metrics: "bytes.*", absolute: 64),
        Tolerance(metrics: "alloc.count", variants: ["odd"], relative: 0.025),
        Tolerance(metrics: "sql.*", absolute: 1_000, relative: 0.1, range: -5...1_000),
      ])
    #expect(scenario.expectations.count == 1)
  }

  @Test func `of bytes have a unit`() throws {
    func tolerances(_ line: String) -> String {
      rejection { () throws(Diagnostic) in
        try ScenarioReader.scenario(
          Mistake.scenario.replacing(Self.line, with: line), file: "pairs.yaml"
        ).tolerances.map { "\($0.absolute ?? 0) \($0.range ?? 0...0)" }.joined()
      }
    }
    #expect(tolerances("{baseline: 'bytes.*', tolerance: 64 KiB}") == "65536.0 0.0...0.0")
    #expect(
      tolerances("{baseline: bytes.live, tolerance: {absolute: 1kB, range: [0, 0.5 MiB]}}")
        == "1000.0 0.0...524288.0")
    expectText(
      tolerances("{baseline: bytes.live, tolerance: 64 KIB}"),
      is: """
        pairs.yaml:27:42: error: no unit 'KIB'. Did you mean 'KiB'?
         27 |   - {baseline: bytes.live, tolerance: 64 KIB}
            |                                          ^~~
            = units of bytes: B, kB, MB, GB, TB, KiB, MiB, GiB, TiB
        """)
    expectText(
      tolerances("{baseline: 'objects.*', tolerance: {absolute: 64 KiB}}"),
      is: """
        pairs.yaml:27:51: error: '64 KiB' is a number of bytes, and 'objects.registered' has none
         27 |   - {baseline: 'objects.*', tolerance: {absolute: 64 KiB}}
            |                                                   ^~~~~~
            = 'objects.*' stands for 'objects.registered', too
        """)
  }

  /// Of several lines about one metric and variant the last counts.
  @Test func `that would never count are a mistake that names both lines`() {
    func reported(_ first: String, _ second: String) -> String {
      Mistake("", Self.line, "{\(first)}\n  - {\(second)}", says: "").reported
    }
    expectText(
      reported("baseline: bytes.live, tolerance: 64", "baseline: bytes.live, tolerance: 0"),
      is: """
        pairs.yaml:28:16: error: this says again how much 'bytes.live' may differ, as line 27 does
         28 |   - {baseline: bytes.live, tolerance: 0}
            |                ^~~~~~~~~~
            = the later line counts: leave one of them out, or put the wider one first
        """)
    let only = ", when: {variant: reset}"
    let all = ", when: {variant: [let go, reset]}"
    for (first, second, isMistake) in [
      ("bytes.live, tolerance: 1", "'bytes.*', tolerance: 0", true),
      ("'bytes.*', tolerance: 0", "bytes.live, tolerance: 1", false),
      ("bytes.live, tolerance: 1\(only)", "bytes.live, tolerance: 0", true),
      ("bytes.live, tolerance: 1", "bytes.live, tolerance: 0\(only)", false),
      ("bytes.live, tolerance: 1", "bytes.live, tolerance: 0\(all)", true),
      ("bytes.live, tolerance: 1", "bytes.peak, tolerance: 1", false),
    ] {
      let answer = reported("baseline: \(first)", "baseline: \(second)")
      #expect(answer.contains("as line 27 does") == isMistake, "\(answer)")
    }
  }

  @Test func `change no work, and steps, models and seeds do`() throws {
    func workload(_ steps: String, model: String = "{name: string}", seed: Int = 0) throws
      -> [Setting]
    {
      try ScenarioReader.scenario(
        """
        faultline: 1
        name: pairs
        title: Pairs
        seed: \(seed)
        model: {Employee: \(model)}
        steps: \(steps)
        """, file: "pairs.yaml"
      ).workload
    }
    let base = try workload("[insert: {entity: Employee, count: 2}, note: A]")
    #expect(base == (try workload("[insert: {count: 2, entity: 'Employee'}, note: B] # more")))
    #expect(base.map(\.name) == ["model", "seed", "steps", "warm-up"])
    #expect(base != (try workload("[insert: {entity: Employee, count: 3}, note: A]")))
    #expect(
      base != (try workload("[insert: {entity: Employee, count: 2}, note: A]", seed: 1)))
    #expect(
      base
        != (try workload(
          "[insert: {entity: Employee, count: 2}, note: A]", model: "{name: integer16}")))
  }
}
