// A scenario on several stores: every variant is held against the reference on its own store.

import FaultlineMeasures
import FaultlineReports
import FaultlineTestSupport
import Testing

struct `A report of several stores` {
  private static func trial(_ variant: String, _ store: String, _ trips: Quantity) -> TrialResult {
    let end = Checkpoint(
      name: "end", readings: [Reading(metric: "store.roundtrips", quantity: trips)])
    return TrialResult(
      TrialKey(scenario: "lists", variant: variant, store: store),
      samples: [Sample(pass: 1, checkpoints: [end])])
  }

  private static func result(_ trials: [TrialResult], reference: String = "lazy") -> ScenarioResult
  {
    let metric = Metric(
      name: "store.roundtrips", group: .store, scale: .count, polarity: .less, exactness: .exact,
      meaning: "requests")
    return ScenarioResult(
      name: "lists", title: "Lists", file: "lists.yaml", reference: reference, repeats: 1,
      metrics: [metric],
      columns: [Column(title: "trips", metric: metric.name, checkpoint: "end")], trials: trials,
      judgements: [])
  }

  private static let four = [
    trial("lazy", "memory", 10), trial("lazy", "sqlite", 1_000), trial("eager", "memory", 5),
    trial("eager", "sqlite", 20),
  ]

  private func tables(_ result: ScenarioResult) -> String {
    let blocks = ReportBuilder().report(result).blocks.filter { block in
      switch block {
      case .table, .paragraph: true
      default: false
      }
    }
    return TerminalFormat().render(Report(blocks: blocks, result: RunResult(scenarios: [result])))
  }

  @Test func `compares each variant with the reference on the same store (P9)`() {
    expectText(
      tables(Self.result(Self.four)),
      is: """
        Variants
        variant          trips
        ──────────────────────
        lazy · memory ●     10
        lazy · sqlite ●  1,000
        eager · memory       5
        eager · sqlite      20
        ● reference

        """)
  }

  @Test func `says on which store the reference is missing`() {
    let some = [Self.four[0], Self.four[2], Self.four[3]]
    expectText(
      tables(Self.result(some)),
      is: """
        Variants
        variant          trips
        ──────────────────────
        lazy · memory ●     10
        eager · memory       5
        eager · sqlite      20
        ● reference
        The reference lazy was not run on sqlite, so nothing is compared.

        """)
  }

  @Test func `of a single variant compares its stores with the first`() {
    expectText(
      tables(Self.result(Array(Self.four.prefix(2)))),
      is: """
        Variants
        In all rows: variant lazy
        variant   trips
        ───────────────
        memory ●     10
        sqlite    1,000
        ● reference

        """)
  }
}
