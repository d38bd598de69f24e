// A hand-made result of an import in batches: what the undo manager holds grows in every round, a
// cache fills once, and one setting costs no memory but statements.

import FaultlineMeasures

enum Loops {
  static let rounds = 6

  static let metrics = [
    metric("objects.registered", .objects, .count), metric("rowcache.entries", .rowcache, .count),
    metric("store.roundtrips", .store, .count), metric("sql.statements", .store, .count),
    metric("undo.objects", .undo, .count), metric("bytes.live", .heap, .bytes),
    metric("bytes.peak", .heap, .bytes), metric("bytes.undo", .heap, .bytes),
    metric("bytes.objects", .heap, .bytes), metric("leaked.bytes", .end, .bytes),
    metric("leaked.objects", .end, .count), metric("held.undo", .objects, .count),
  ]

  static let result = ScenarioResult(
    name: "import", title: "What an undo manager costs an import", file: "Scenarios/import.yaml",
    rules: ["U1", "U5"], reference: "default", repeats: 2, metrics: metrics,
    columns: [
      Column(title: "registered", metric: "objects.registered", checkpoint: "batch-6"),
      Column(title: "peak", metric: "bytes.peak", checkpoint: "batch-6"),
      Column(title: "statements", metric: "sql.statements", checkpoint: "batch-6"),
      Column(title: "live", metric: "bytes.live", checkpoint: "batch-6"),
    ],
    trials: [
      trial("default", undo: 1_000, statements: 60), trial("no-undo", undo: 0, statements: 60),
      trial("scrub", undo: 10, statements: 50),
      trial("careless", undo: 0, statements: 40, left: 64),
      trial("eager", undo: 900, statements: 70), trial("late", undo: 1_001, statements: 61),
    ],
    judgements: [
      Judgement(
        that: "bytes.live@end <= 150_000", place: SourcePlace(file: "a.yaml", line: 1, column: 1),
        outcome: .held, detail: "",
        asks: [Judgement.Asked(metric: "bytes.live", checkpoint: "end")],
        bound: Judgement.Bound(.lessOrEqual, 150_000))
    ])

  private static func trial(
    _ variant: String, undo: Int, statements: Int, left: Int = 0
  ) -> TrialResult {
    let checkpoints = (1...rounds).map { round in
      let objects = round * 100
      let held = round * undo
      return Checkpoint(
        name: "batch-\(round)",
        readings: readings([
          ("objects.registered", objects), ("rowcache.entries", min(objects, 300)),
          ("store.roundtrips", round * 2), ("sql.statements", round * statements / rounds),
          ("undo.objects", held), ("held.undo", held),
          ("bytes.live", objects * 100 + held * 48), ("bytes.peak", objects * 110 + held * 48),
          ("bytes.undo", held * 48), ("bytes.objects", objects * 90),
        ]),
        origin: CheckpointOrigin(
          template: "batch-{i}", rounds: [LoopRound(loop: "i", number: round)]))
    }
    let end = Checkpoint(
      name: "end",
      readings: readings([
        ("bytes.live", left), ("leaked.bytes", left), ("leaked.objects", left / 64),
      ]))
    return TrialResult(
      TrialKey(scenario: "import", variant: variant),
      settings: [Setting(name: "undo", value: "\(undo)")],
      samples: (1...2).map { Sample(pass: $0, checkpoints: checkpoints + [end]) })
  }

  private static func readings(_ numbers: [(String, Int)]) -> [Reading] {
    numbers.map { Reading(metric: $0.0, quantity: .integer($0.1)) }
  }

  private static func metric(
    _ name: String, _ group: Metric.Group, _ scale: Metric.Scale
  ) -> Metric {
    Metric(
      name: name, group: group, scale: scale, polarity: .less, exactness: .exact,
      meaning: "so much of \(name)")
  }
}
