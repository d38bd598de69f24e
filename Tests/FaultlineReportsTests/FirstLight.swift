// A hand-made result in the shape of the product's first scenario: pairs of employees who point at
// each other, and four ways to let them go.

import FaultlineMeasures

enum FirstLight {
  static let metrics: [Metric] = [
    metric("objects.registered", .objects, .count, .neutral, "Objects that the context knows."),
    metric("objects.live", .objects, .count, .less, "Instances in the process."),
    metric("cycles.count", .cycles, .count, .neutral, "Retain cycles of strong references."),
    metric("cycles.broken", .cycles, .count, .more, "Retain cycles that a step broke."),
    metric("bytes.live", .heap, .bytes, .less, "Bytes in the workload's arena."),
    metric("alloc.count", .heap, .count, .less, "Allocations so far."),
    metric("bytes.peak", .heap, .bytes, .less, "The most bytes at any operation."),
    metric("time.wall", .time, .nanoseconds, .less, "Time from start to end.", .informative),
  ]

  static let columns = [
    Column(title: "registered", metric: "objects.registered", checkpoint: "realized"),
    Column(title: "live @released", metric: "objects.live", checkpoint: "released"),
    Column(title: "live @end", metric: "objects.live", checkpoint: "end"),
    Column(title: "cycles", metric: "cycles.count", checkpoint: "realized"),
    Column(title: "broken", metric: "cycles.broken", checkpoint: "released"),
    Column(title: "bytes left", metric: "bytes.live", checkpoint: "end"),
    Column(title: "allocations", metric: "alloc.count", checkpoint: "end"),
    Column(title: "peak", metric: "bytes.peak", checkpoint: "end"),
  ]

  static let trials = [
    trial("let go", released: 20_000, end: 20_000, broken: 0, left: 7_040_000, calls: 140_212),
    trial("refresh", released: 0, end: 0, broken: 10_000, left: 0, calls: 140_212),
    trial("reset", released: 0, end: 0, broken: 10_000, left: 0, calls: 140_198),
    trial(
      "retain", released: 20_000, end: 0, broken: 10_000, left: 0, calls: 160_231,
      peak: 10_932_224),
  ]

  static let result = scenario()

  /// `reset` is killed before its first pass is over.
  static let oneDied: [TrialResult] = dying(2)

  /// `let go`, which the others are compared with, is killed.
  static let referenceDied: [TrialResult] = dying(0)

  /// The second pass of `refresh` reads another number.
  static var oneDiffers: [TrialResult] {
    var trials = trials
    trials[1].samples[1].checkpoints[2].readings[0].quantity = 7
    return trials
  }

  /// A scenario whose texts try to move the cursor, turn the text around, and are wide.
  static var hostile: ScenarioResult {
    var result = scenario(trials: [trials[0]], judgements: [])
    result.title = "clear\u{1B}[2J\r\nand \u{202E}turn\u{202C}"
    result.notes = ["Zoe\u{308} ruft \u{7}an.", "依存関係を解放する"]
    result.columns = [Column(title: "登録", metric: "objects.registered", checkpoint: "realized")]
    result.trials[0].key.variant = "手放す"
    result.reference = "手放す"
    return result
  }

  private static func dying(_ index: Int) -> [TrialResult] {
    var trials = trials
    trials[index].samples = []
    trials[index].death = Death(
      cause: .signal(11), lastStep: "fetch: {entity: Employee}", pass: 1,
      lastEvents: ["fetch Employee (200)", "fault Department × 12", "save (3, unfinished)"],
      output: ["Fatal error: Index out of range"])
    return trials
  }

  static func scenario(
    trials: [TrialResult] = trials, judgements: [Judgement] = judgements(), repeats: Int = 3,
    columns: [Column] = columns, reference: String = "let go"
  ) -> ScenarioResult {
    ScenarioResult(
      name: "first-light", title: "Two who hold each other",
      file: "Scenarios/first-light.yaml", rules: ["C1", "C2", "C3", "R4"],
      notes: [
        "A manager holds the report and the report holds the manager. Nobody else holds either of\n"
          + "them, and still neither goes: that is a retain cycle."
      ],
      parameters: [Setting(name: "pairs", value: "10,000")], reference: reference,
      repeats: repeats, metrics: metrics, columns: columns, trials: trials,
      judgements: judgements)
  }

  /// Fourteen expectations that hold, or as many as asked for that do not.
  static func judgements(broken: Int = 0, of count: Int = 14) -> [Judgement] {
    (0..<count).map { index in
      Judgement(
        that: "objects.live@end == 0", because: "Refresh drops the references.",
        place: SourcePlace(file: "Scenarios/first-light.yaml", line: 40 + index, column: 11),
        variant: index.isMultiple(of: 2) ? "refresh" : nil,
        outcome: index < broken ? .broken : .held,
        detail: index < broken ? "objects.live@end was 400, expected 0" : "",
        asks: [Judgement.Asked(metric: "objects.live", checkpoint: "end")],
        bound: Judgement.Bound(.equal, 0))
    }
  }

  static func trial(
    _ variant: String, released: Int, end: Int, broken: Int, left: Int, calls: Int,
    peak: Int = 10_821_632
  ) -> TrialResult {
    let samples = (1...3).map { pass in
      Sample(
        pass: pass,
        checkpoints: [
          checkpoint("realized", ["objects.registered": 20_000, "cycles.count": 10_000]),
          checkpoint(
            "released",
            ["objects.live": .integer(released), "cycles.broken": .integer(broken)]),
          checkpoint(
            "end",
            [
              "objects.live": .integer(end), "bytes.live": .integer(left),
              "alloc.count": .integer(calls), "bytes.peak": .integer(peak),
              "time.wall": .integer(41_000_000 + pass),
            ]),
        ])
    }
    return TrialResult(
      TrialKey(scenario: "first-light", variant: variant),
      settings: [Setting(name: "way", value: variant)], samples: samples)
  }

  private static func checkpoint(
    _ name: String, _ readings: KeyValuePairs<String, Quantity>
  ) -> Checkpoint {
    Checkpoint(name: name, readings: readings.map { Reading(metric: $0.key, quantity: $0.value) })
  }

  private static func metric(
    _ name: String, _ group: Metric.Group, _ scale: Metric.Scale, _ polarity: Metric.Polarity,
    _ meaning: String, _ exactness: Metric.Exactness = .exact
  ) -> Metric {
    Metric(
      name: name, group: group, scale: scale, polarity: polarity, exactness: exactness,
      meaning: meaning)
  }
}
