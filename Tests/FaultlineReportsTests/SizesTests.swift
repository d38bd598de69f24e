// How readings grow with a size: a word in every format, and a picture with the fitted curve on a page.

import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineReports

@Suite struct SizesTests {
  private static func scenario(_ sizes: [Int]) -> ScenarioResult {
    func trial(_ variant: String, _ rows: Int, _ bytes: Int, _ faults: Int) -> TrialResult {
      TrialResult(
        TrialKey(
          scenario: "grow", variant: variant, sizes: [Setting(name: "rows", value: rows)]),
        samples: [
          Sample(
            pass: 1,
            checkpoints: [
              Checkpoint(
                name: "end",
                readings: [
                  Reading(metric: "bytes.live", quantity: .integer(bytes)),
                  Reading(metric: "faults.fired", quantity: .integer(faults)),
                ])
            ])
        ])
    }
    let metrics = [
      Metric(
        name: "bytes.live", group: .heap, scale: .bytes, polarity: .less, exactness: .exact,
        meaning: "bytes held"),
      Metric(
        name: "faults.fired", group: .faults, scale: .count, polarity: .less, exactness: .exact,
        meaning: "faults fired"),
    ]
    return ScenarioResult(
      name: "grow", title: "Grow", file: "grow.yaml", reference: "plain", repeats: 1,
      metrics: metrics,
      columns: [
        Column(title: "bytes", metric: "bytes.live", checkpoint: "end"),
        Column(title: "faults", metric: "faults.fired", checkpoint: "end"),
      ],
      trials: sizes.map { trial("plain", $0, 300 * $0 + 4_096, $0 * $0) }
        + sizes.map { trial("kept", $0, 50_000, 0) }, judgements: [])
  }

  private func table(_ sizes: [Int]) -> String {
    let blocks = ReportBuilder().sizes(Self.scenario(sizes))
    return TerminalFormat().render(
      Report(blocks: blocks, result: RunResult(scenarios: [])))
  }

  @Test func `a class for each variant and column`() {
    expectText(
      table([1_000, 10_000, 100_000]),
      is: """
        How it grows with rows
        variant  reading       from              to  grows
        ──────────────────────────────────────────────────────
        plain    bytes    297.0 KiB        28.6 MiB  linear
                 faults   1,000,000  10,000,000,000  quadratic
        kept     bytes     48.8 KiB        48.8 KiB  constant
                 faults           0               0  constant
        rows = 1,000, 10,000, 100,000

        """)
  }

  @Test func `two sizes show nothing`() {
    #expect(ReportBuilder().sizes(Self.scenario([1_000, 10_000])).isEmpty)
  }

  /// `fetchBatchSize: [0, 10, 100, 1000]` in a matrix is four ways to do the same work.
  @Test func `the values of a setting are no sizes`() {
    var scenario = Self.imports
    for place in scenario.trials.indices {
      scenario.trials[place].key.axes = scenario.trials[place].key.sizes
      scenario.trials[place].key.sizes = []
    }
    #expect(ReportBuilder().sizes(scenario).isEmpty)
    let shown = ReportBuilder().timelines(scenario).compactMap { block in
      if case .more(let more) = block { more } else { nil }
    }
    #expect(shown.map(\.title) == ["Along the checkpoints"])
  }

  /// By powers of ten a square is twice as steep as a line, and a constant is level.
  @Test func `the picture has every reading and the curve that was fitted`() throws {
    let blocks = ReportBuilder().sizes(Self.scenario([1_000, 10_000, 100_000]))
    guard case .more(let more)? = blocks.last else {
      Issue.record("there is no picture")
      return
    }
    let charts = more.blocks.compactMap { block in
      if case .chart(let chart) = block { chart } else { nil }
    }
    #expect(charts.map(\.title) == ["bytes over rows", "faults over rows"])
    let faults = try #require(charts.last?.panels.first?.series)
    #expect(
      faults.map(\.name) == [
        "plain: quadratic fit", "plain: quadratic", "kept: constant fit", "kept: constant",
      ])
    let ys = faults[1].points.map(\.y)
    #expect(ys == [6, 8, 10])
    #expect(zip(faults[0].points, faults[0].points.dropFirst()).allSatisfy { $0.y < $1.y })
    #expect(Set(faults[3].points.map(\.y)).count == 1)
    #expect(
      charts[0].up.ticks.map(\.label) == [
        "10.0 KiB", "100.0 KiB", "1.0 MiB", "10.0 MiB", "100.0 MiB",
      ])
    let page = HTMLFormat().render(
      Report(blocks: blocks, result: RunResult(scenarios: [])))
    #expect(page.contains("<figcaption dir=\"auto\">bytes over rows</figcaption>"))
    #expect(page.contains("faults fired, by powers of ten; plain: quadratic; kept: constant."))
  }

  /// An import in batches of a hundred: the more rows, the more rounds.
  private static let imports: ScenarioResult = {
    func trial(_ variant: String, _ rows: Int) -> TrialResult {
      let checkpoints = (1...rows / 100).map { round in
        Checkpoint(
          name: "batch-\(round)",
          readings: [
            Reading(metric: "bytes.live", quantity: .integer(round * 30_000)),
            Reading(metric: "faults.fired", quantity: .integer(round)),
          ],
          origin: CheckpointOrigin(
            template: "batch-{i}", rounds: [LoopRound(loop: "i", number: round)]))
      }
      return TrialResult(
        TrialKey(
          scenario: "grow", variant: variant, sizes: [Setting(name: "rows", value: rows)]),
        samples: [Sample(pass: 1, checkpoints: checkpoints)])
    }
    var scenario = Self.scenario([])
    scenario.columns = [Column(title: "bytes", metric: "bytes.live", checkpoint: "batch-2")]
    scenario.trials = ["plain", "kept"].flatMap { variant in
      [200, 400, 800].map { trial(variant, $0) }
    }
    return scenario
  }()

  @Test func `a picture along the checkpoints shows one size, the largest first`() {
    let shown = ReportBuilder().timelines(Self.imports).compactMap { block in
      if case .more(let more) = block { more } else { nil }
    }
    #expect(
      shown.map(\.title) == [
        "Along the checkpoints, rows = 800", "Along the checkpoints, rows = 400",
        "Along the checkpoints, rows = 200",
      ])
    #expect(shown.map(\.isOpen) == [true, false, false])
    let charts = shown.flatMap(\.blocks).compactMap { block in
      if case .chart(let chart) = block { chart } else { nil }
    }
    #expect(charts.map { $0.panels[0].series[0].points.count } == [8, 4, 2])
    #expect(charts.allSatisfy { $0.panels[0].series.map(\.name) == ["plain", "kept"] })
    #expect(charts[2].panels[0].series[0].points.map(\.y) == [30_000, 60_000])
  }

  /// How it grows with the size is said beside it; the largest has the most rounds to report.
  @Test func `what grew along a loop is reported for the largest size`() {
    let text = TerminalFormat().render(
      Report(blocks: ReportBuilder().growth(Self.imports), result: RunResult(scenarios: [])))
    expectText(
      text,
      is: """
        What grew along a loop, rows = 800
        variant  what grew   at               from         to    a round
        ────────────────────────────────────────────────────────────────────────
        plain    bytes.live  batch-… × 8  29.3 KiB  234.4 KiB  +29.3 KiB  linear
        kept     bytes.live  batch-… × 8  29.3 KiB  234.4 KiB  +29.3 KiB  linear

        """)
  }
}
