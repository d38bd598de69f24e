// What a report says first: each sentence holds of the measurements below it, whatever these are.

import FaultlineMeasures
import FaultlineTestSupport
import Testing

@testable import FaultlineAnalysis
@testable import FaultlineReports

@Suite struct HeadlineTests {
  /// A scenario whose variants have these peaks, objects that they leak, and round trips.
  private static func scenario(
    _ variants: [(peak: Int, leaked: Int, trips: Int)]
  ) -> ScenarioResult {
    let metrics = [
      (MetricName.bytesPeak, Metric.Group.heap, Metric.Scale.bytes),
      (MetricName.leakedObjects, .end, .count), (MetricName.roundTrips, .store, .count),
    ].map {
      Metric(name: $0, group: $1, scale: $2, polarity: .less, exactness: .exact, meaning: "")
    }
    let trials = variants.enumerated().map { place, variant in
      let readings = Cells.readings([
        (MetricName.bytesPeak, variant.peak), (MetricName.leakedObjects, variant.leaked),
        (MetricName.roundTrips, variant.trips),
      ])
      return TrialResult(
        TrialKey(scenario: "s", variant: "v\(place)"), settings: [],
        samples: [Sample(pass: 1, checkpoints: [Checkpoint(name: "end", readings: readings)])])
    }
    return ScenarioResult(
      name: "s", title: "", file: "s.yaml", reference: "v0", repeats: 1, metrics: metrics,
      columns: [], trials: trials, judgements: [])
  }

  private static func headline(_ variants: [(peak: Int, leaked: Int, trips: Int)]) -> [String] {
    ReportBuilder().headline(scenario(variants))
  }

  @Test func `says what leaks, and which variant has the lowest peak at which cost`() {
    #expect(
      Self.headline([(200_000, 0, 10), (100_000, 7, 10), (100_500, 0, 90)])
        == [
          "v1 leaks 7 objects.", "v0 and v2 leak nothing.",
          "v1 has the lowest peak: 97.7 KiB, 50 % below v0.", "v2 is equal within 1 %.",
        ])
    #expect(
      Self.headline([(200_000, 0, 10), (100_000, 0, 90)]) == [
        "v1 has the lowest peak: 97.7 KiB, 50 % below v0.",
        "It takes 80 more round trips than v0.",
      ])
    #expect(Self.headline([(5, 0, 1), (5, 0, 2)]) == ["Both variants have the same peak, 5 B."])
    #expect(Self.headline([(5, 0, 1)]) == ["The peak is 5 B."])
  }

  /// Says why an expectation holds, as the answer where peaks are equal: of all variants, and only if it held.
  @Test func `answers with an expectation that held in every variant`() {
    func headline(_ outcome: Judgement.Outcome, _ trials: [String], peak: Int = 5) -> String? {
      var scenario = Self.scenario([(5, 0, 1), (peak, 0, 1)])
      scenario.judgements = [
        Judgement(
          that: "objects.live@end == 0", because: "Nothing holds them (R1).",
          place: SourcePlace(file: "s.yaml", line: 1, column: 1), variant: nil, outcome: outcome,
          detail: "", asks: [], trials: trials)
      ]
      return ReportBuilder().headline(scenario).first
    }
    #expect(headline(.held, ["s/v0", "s/v1"]) == "Nothing holds them (R1).")
    #expect(headline(.held, ["s/v0"]) == "Both variants have the same peak, 5 B.")
    #expect(headline(.undecided, ["s/v0", "s/v1"]) == "Both variants have the same peak, 5 B.")
    #expect(headline(.broken, ["s/v0", "s/v1"]) == "objects.live@end == 0 fails.")
    #expect(
      headline(.held, ["s/v0", "s/v1"], peak: 9) == "v0 has the lowest peak: 5 B, 44 % below v1.")
  }

  /// Names the first expectation that fails, in how many variants, and how many others do.
  @Test func `counts what fails once, however many variants it fails in`() {
    func failed(_ lines: [Int]) -> String? {
      var scenario = Self.scenario([(5, 0, 1), (5, 0, 1)])
      scenario.judgements = lines.map {
        Judgement(
          that: "x\($0) == 0", because: nil,
          place: SourcePlace(file: "s.yaml", line: $0, column: 1),
          variant: nil, outcome: .broken, detail: "", asks: [], trials: [])
      }
      return ReportBuilder().headline(scenario).first
    }
    #expect(failed([3]) == "x3 == 0 fails.")
    #expect(failed([3, 3]) == "x3 == 0 fails in 2 variants.")
    #expect(failed([3, 4]) == "x3 == 0 fails, and 1 other expectation.")
    #expect(failed([3, 3, 4, 5]) == "x3 == 0 fails in 2 variants, and 2 other expectations.")
  }

  /// Answers the scenario's goal in place of the peak, by the title of its column.
  @Test func `answers the goal that the scenario states`() {
    func headline(_ goal: String, leaked: Int = 0, titled title: String? = "trips @end") -> [String]
    {
      var scenario = Self.scenario([(100, leaked, 10), (900, 0, 2)])
      scenario.goal = Goal(goal)
      scenario.columns =
        title.map { [Column(title: $0, metric: MetricName.roundTrips, checkpoint: "end")] } ?? []
      return ReportBuilder().headline(scenario)
    }
    let least = "least \(MetricName.roundTrips)@end"
    #expect(headline(least) == ["v1 has the fewest trips: 2, 80 % below v0."])
    #expect(
      headline(least, titled: nil)
        == ["v1 has the fewest \(MetricName.roundTrips)@end: 2, 80 % below v0."])
    #expect(headline("no leaks") == ["No variant leaks."])
    // Where nothing was read, nothing is said.
    var silent = Self.scenario([])
    (silent.goal, silent.trials) = (
      .noLeaks, [TrialResult(TrialKey(scenario: "s", variant: "v"), settings: [], samples: [])]
    )
    #expect(ReportBuilder().headline(silent) == [])
    #expect(headline("no leaks", leaked: 7) == ["v0 leaks 7 objects.", "v1 leaks nothing."])
  }

  /// The law of its sentences; `said` may be another's, which must be noticed.
  private static func holds(
    _ said: [String], of variants: [(peak: Int, leaked: Int, trips: Int)]
  ) -> Bool {
    let text = said.joined(separator: " ")
    let least = variants.map(\.peak).min() ?? 0
    for (place, variant) in variants.enumerated() {
      if text.contains("v\(place) has the lowest peak"), variant.peak != least { return false }
      if variants.count(where: { $0.leaked == variant.leaked }) == 1, variant.leaked > 0,
        !text.contains("v\(place) leaks \(variant.leaked) object")
      {
        return false
      }
    }
    let areTied = variants.allSatisfy { Tie.areTied(.integer($0.peak), .integer(least)) }
    return text.contains("has the lowest peak") == !areTied
  }

  @Test(arguments: 1...200)
  func `holds of random measurements, and of no others`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    func variants() -> [(peak: Int, leaked: Int, trips: Int)] {
      (0..<3).map { _ in
        (
          Int.random(in: 1...4, using: &random) * 100_000, Int.random(in: 0...2, using: &random),
          Int.random(in: 1...3, using: &random)
        )
      }
    }
    let measured = variants()
    #expect(Self.holds(Self.headline(measured), of: measured))
    // A planted fault: the headline of the same variants in another order, where that changes the lowest.
    let others = Array(measured.reversed())
    let least = measured.map(\.peak).min() ?? 0
    if measured[0].peak != measured[2].peak, measured[1].peak > least {
      #expect(!Self.holds(Self.headline(others), of: measured))
    }
  }

  private static func peak(_ random: inout SplitMix64) -> PeakExplanation {
    let kinds: [PeakExplanation.Kind] = [.objects, .undo, .sqlite, .registry, .other]
    let parts = kinds.map { kind in
      PeakExplanation.Part(
        kind, entity: kind == .objects ? "Item" : nil,
        count: kind == .objects ? Int.random(in: 0...900, using: &random) : 0,
        bytes: Int.random(in: 0...3_000_000, using: &random))
    }.sorted { $0.bytes > $1.bytes }
    return PeakExplanation(bytes: parts.reduce(0) { $0 + $1.bytes }, parts: parts)
  }

  @Test func `a difference that is nothing in the unit of its parts has its own`() {
    func peak(_ undo: Int, _ sqlite: Int) -> PeakExplanation {
      PeakExplanation(
        bytes: undo + sqlite,
        parts: [
          PeakExplanation.Part(.undo, bytes: undo), PeakExplanation.Part(.sqlite, bytes: sqlite),
        ])
    }
    let base = peak(9_000_000, 1_000_000)
    #expect(
      PeakDifference(of: peak(1_000_000, 8_999_800), from: base).sentence
        == "−200 B, of other parts")
    #expect(
      PeakDifference(of: peak(1_000_000, 9_000_000), from: base).sentence
        == "as high, of other parts")
  }

  /// The numbers of a text, as they are printed.
  private static func numbers(_ text: some StringProtocol) -> [Double] {
    String(text).matches(of: /[+−]?[\d,]+(\.\d+)?(?=( [KMG]?i?B)?(,|:|$))/).compactMap { found in
      Double(String(found.output.0).replacing(",", with: "").replacing("−", with: "-"))
    }
  }

  @Test(arguments: 1...200)
  func `the parts of a peak, and of a difference, add up as they are printed`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let (one, other) = (Self.peak(&random), Self.peak(&random))
    let sizes = one.parts(atMost: 4).map(\.size)
    let unit = sizes[0].split(separator: " ")[1]
    #expect(sizes.allSatisfy { $0.hasSuffix(" \(unit)") })
    let tenths = sizes.map { Int(((Double($0.split(separator: " ")[0]) ?? -1) * 10).rounded()) }
    #expect(tenths.reduce(0, +) == PeakUnit(of: one.bytes.magnitude).tenths(one.bytes))
    let difference = PeakDifference(of: one, from: other)
    #expect(difference.bytes == one.bytes - other.bytes)
    #expect(difference.parts.reduce(0) { $0 + $1.bytes } == difference.bytes)
    let printed = difference.sentence.split(separator: ": ", maxSplits: 1)
    // Of a difference that is less than a tenth of its parts' unit no part is printed.
    guard printed.count == 2 else {
      #expect(difference.sentence.hasSuffix("of other parts"))
      #expect(difference.bytes.magnitude < 1 << 20 / 10)
      return
    }
    let whole = Self.numbers(printed[0])[0]
    let parts = printed[1].split(separator: ", ").compactMap { Self.numbers($0).last }
    #expect(
      Int((parts.reduce(0, +) * 10).rounded()) == Int((whole * 10).rounded()),
      "\(difference.sentence)")
  }
}
