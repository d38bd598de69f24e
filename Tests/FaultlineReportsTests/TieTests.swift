// What differs by less than a hundredth is no reason to choose, and is said to be a tie; times are shown and decide nothing.

import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineReports
@testable import FaultlineAnalysis

struct `A tie` {
  /// Variants that cost these bytes and round trips.
  private func scenario(
    _ costs: [(bytes: Int, trips: Int)], times: [[Int]]? = nil
  ) -> ScenarioResult {
    var result = Cells.result
    result.judgements = []
    result.columns =
      [Column(title: "peak", metric: "bytes.peak", checkpoint: "end")]
      + (times == nil ? [] : [Column(title: "time", metric: "time.wall", checkpoint: "end")])
    result.trials = costs.enumerated().map { place, cost in
      let passes = times?[place] ?? [1]
      return TrialResult(
        TrialKey(scenario: "staff-import", variant: ["a", "b", "c", "d", "e"][place]),
        samples: passes.enumerated().map { pass, time in
          let numbers = [
            ("store.roundtrips", cost.trips), ("bytes.peak", cost.bytes), ("time.wall", time),
          ]
          return Sample(
            pass: pass + 1,
            checkpoints: [Checkpoint(name: "end", readings: Cells.readings(numbers))])
        })
    }
    result.reference = "a"
    return result
  }

  private func advice(_ result: ScenarioResult) -> [String] {
    ReportBuilder().recommendation(result).flatMap(\.inner).flatMap { block -> [String] in
      guard case .list(let list) = block else { return [] }
      return list.items.map { "\($0.label): \($0.text)" }
    }
  }

  @Test(arguments: [
    (1_000, 1_010, true), (1_000, 1_011, false), (0, 0, true), (0, 1, false), (1_010, 1_000, true),
  ])
  func `is what differs by a hundredth at most`(one: Int, other: Int, isTie: Bool) {
    #expect(Tie.areTied(.integer(one), .integer(other)) == isTie)
    #expect(Tie.words == "within 1 %")
  }

  @Test func `has one place, and a row of small steps has several`() {
    #expect(Tie.ranks([1_009, 1_000, 1_018, 2_000, 1_000]) == [0, 0, 1, 2, 0])
    #expect(Tie.ranks([]) == [])
  }

  @Test func `of two variants is one piece of advice that says so`() {
    #expect(
      advice(scenario([(3_100_000, 400), (3_110_000, 400), (3_100_000, 220_200)])).first
        == "a and b: tie (within 1 %) and cost the least in everything: "
        + "3.0 MiB at the peak, 400 round trips")
  }

  @Test func `is not said of variants that are equal`() {
    #expect(
      advice(scenario([(3_100_000, 400), (3_100_000, 400), (9_000_000, 220_200)])).first
        == "a and b: are equal and cost the least in everything: "
        + "3.0 MiB at the peak, 400 round trips")
  }

  @Test func `of bytes does not hide what is saved elsewhere`() {
    // The first needs the fewest bytes, by a thousandth, and 500 times the round trips.
    let said = advice(scenario([(3_100_000, 220_200), (3_103_000, 400), (9_000_000, 300)]))
    #expect(
      said[0] == "b: has the least memory: 3.0 MiB at the peak (+0.1 %), 400 round trips (-99.8 %)")
    #expect(said[1].hasPrefix("c: has the least round trips: 8.6 MiB at the peak"))
    #expect(!said.contains { $0.hasPrefix("a:") })
  }

  @Test func `of more than three variants counts them and lists them below`() throws {
    let block = ReportBuilder().recommendation(
      scenario([(3_100_000, 1), (3_100_001, 1), (3_100_002, 1), (3_100_003, 1), (9_000_000, 1)]))
    guard case .list(let list)? = block.first?.inner.first else {
      Issue.record("there is no recommendation: \(block)")
      return
    }
    #expect(list.items[0].label == "4 variants")
    #expect(list.items[0].cases == ["a", "b", "c", "d"])
  }

  // MARK: - Times

  private let slow = [1_300_000_000, 1_200_000_000, 1_250_000_000]

  @Test func `a time is marked, has its spread, and stands behind the counters`() {
    let result = scenario(
      [(3_100_000, 400), (3_500_000, 400)], times: [slow, [900_000, 950_000]])
    let report = Report(
      blocks: ReportBuilder().variantTable(result), result: RunResult(scenarios: [result]))
    expectText(
      TerminalFormat().render(report),
      is: """
        Variants
        variant           peak                ≈ time
        ────────────────────────────────────────────
        a ●      3.0 MiB        ≈ 1.25 s (1.20–1.30)
        b        3.3 MiB +13 %    ≈ 925 µs (900–950)
        ● reference
        ≈ differs from run to run: the median of the passes, with the least and the
        most. Nothing is judged or chosen by it.

        """)
    #expect(!CSVFormat().render(report).contains("time.wall"))
    #expect(!JUnitFormat().render(report).contains("time.wall"))
    #expect(!SmallerIsBetterFormat().render(report).contains("time.wall"))
  }

  @Test func `advice says whether saved round trips saved time, and rests on none`() throws {
    func details(_ times: [[Int]]) throws -> [String] {
      let blocks = ReportBuilder().recommendation(
        scenario([(3_100_000, 220_200), (3_100_000, 400)], times: times))
      guard case .list(let list)? = blocks.first?.inner.first else { return [] }
      #expect(list.items[0].label == "b")
      return list.items[0].details
    }
    #expect(
      try details([slow, slow])
        == [
          "no time saved that could be measured: ≈ 1.25 s (1.20–1.30), and a ≈ 1.25 s (1.20–1.30)"
        ])
    #expect(try details([slow, [5_000, 6_000]])[0].hasPrefix("time saved: ≈ 5.50 µs (5.00–6.00)"))
    // Slower is no reason against it either.
    #expect(try details([[1, 2], slow])[0].hasPrefix("no time saved"))
  }

  @Test func `without times advice says that round trips are counted`() {
    let said = advice(scenario([(3_100_000, 220_200), (3_100_000, 400)]))
    #expect(said.contains { $0.hasPrefix("round trips: are counted, not timed") })
    let same = advice(scenario([(3_100_000, 400), (3_900_000, 400)]))
    #expect(!same.contains { $0.hasPrefix("round trips:") })
  }

  @Test(arguments: [
    ([1.25e9, 1e9], ["1.25", "1.00"], "s"), ([999, 1], ["999", "1"], "ns"),
    ([41_000_001, 41_900_000], ["41.0", "41.9"], "ms"), ([123_456, 0], ["123", "0"], "µs"),
    ([7.5e11], ["750"], "s"), ([], [], "ns"),
  ])
  func `times have three digits and one unit`(times: [Double], numbers: [String], unit: String) {
    let text = NumberText.durations(times)
    #expect(text.numbers == numbers && text.unit == unit)
  }

  @Test func `the times of a stored result come from the file beside it`() throws {
    let result = RunResult(
      scenarios: [scenario([(1, 2), (3, 4)], times: [slow, [7, 8]])])
    var read = try #require(StoredResult.roundTrip(result))
    let machine = Machine(
      os: "", kernel: "", architecture: "", cpu: "", cores: 1, pageSize: 4_096)
    #expect(read.scenarios[0].trials[0].reading("time.wall", at: "end") == nil)
    read.addTimes(of: RunSidecar(result, machine: machine))
    for (one, other) in zip(read.scenarios[0].trials, result.scenarios[0].trials) {
      #expect(one.samples == other.samples)
    }
    expectText(read.json, is: result.json)
  }
}

/// A result as it is read back from a file.
private enum StoredResult {
  static func roundTrip(_ result: RunResult) -> RunResult? {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "faultline-times-\(UInt64.random(in: .min ... .max)).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try? result.write(to: file)
    return try? RunResult.read(from: file)
  }
}
