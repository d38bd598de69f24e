// Axes have few ticks and a range, whatever the numbers are that a result says it has read.

import FaultlineMeasures
import Testing

@testable import FaultlineReports

@Suite struct ChartAxisTests {
  private static let numbers: [Double] = [
    0, 1, -1, 0.5, .leastNonzeroMagnitude, 1e15, 1e18, 9.223372036854775807e18,
    -9.223372036854775808e18, 1e22,
    1e30,
    1e300, 1e308, -1e308, .infinity, -.infinity, .nan,
  ]

  @Test(arguments: [Metric.Scale.count, .bytes, .ratio], [true, false])
  func `any two numbers`(scale: Metric.Scale, fromZero: Bool) {
    for one in Self.numbers {
      for other in Self.numbers {
        for values in [[one, other], [one, one.nextUp], [one]] {
          let axis = Report.Axis(title: "a", holding: values, scale: scale, fromZero: fromZero)
          #expect((2...12).contains(axis.ticks.count), "\(values) \(axis.ticks.count)")
          #expect(axis.range.lowerBound.isFinite && axis.range.upperBound.isFinite, "\(values)")
          #expect(axis.range.lowerBound < axis.range.upperBound, "\(values)")
        }
      }
    }
  }

  /// A growth over sizes is drawn by powers of ten, and there are no more than eighteen of them.
  @Test(arguments: Self.numbers.map(Quantity.real) + [.integer(.max), .integer(.min)])
  func `a growth to any number`(quantity: Quantity) {
    let trials = [10, 100, 1_000].map { size in
      TrialResult(
        TrialKey(
          scenario: "grown", variant: "default", sizes: [Setting(name: "rows", value: size)]),
        settings: [Setting(name: "rows", value: size)],
        samples: [
          Sample(
            pass: 1,
            checkpoints: [
              Checkpoint(
                name: "end", readings: [Reading(metric: "objects.live", quantity: quantity)])
            ])
        ])
    }
    let metrics = [
      Metric(
        name: "objects.live", group: .objects, scale: .bytes, polarity: .less, exactness: .exact,
        meaning: "Alive")
    ]
    let result = ScenarioResult(
      name: "grown", title: "Grown", file: "grown.yaml",
      parameters: [Setting(name: "rows", value: "10")], reference: "default", repeats: 1,
      metrics: metrics,
      columns: [Column(title: "live", metric: "objects.live", checkpoint: "end")], trials: trials,
      judgements: [])
    let page = HTMLFormat().render(ReportBuilder().report(RunResult(scenarios: [result])))
    #expect(page.contains("How it grows with rows"))
  }
}
