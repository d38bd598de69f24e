// A hand-made result of a matrix: three ways to import in 24 combinations, of which the half keeps all that can be
// undone and breaks its budget.

import FaultlineMeasures
import FaultlineReports

enum Cells {
  static let metrics = [
    metric("objects.live", .objects), metric("faults.fired", .faults),
    metric("store.roundtrips", .store), metric("sql.statements", .store),
    metric("bytes.live", .heap, .bytes), metric("bytes.peak", .heap, .bytes),
    metric("alloc.count", .heap), metric("time.wall", .time, .nanoseconds, .informative),
  ]

  static let budget = "bytes.peak@end <= 64 * 1024 * 1024"

  static let result = scenario { _ in [] }

  /// The scenario with more readings at the end of each cell.
  static func scenario(
    columns: [Column] = [], reading more: (Int) -> [Reading]
  ) -> ScenarioResult {
    let trials = keys.enumerated().map { place, key in trial(key, place, more(place)) }
    return ScenarioResult(
      name: "staff-import", title: "An import in many ways", file: "Scenarios/staff-import.yaml",
      reference: "default", repeats: 3, metrics: metrics, columns: columns, trials: trials,
      judgements: trials.map(judgement))
  }

  private static let keys = ["unlimited", "none"].flatMap { undo in
    ["nothing", "reset", "refresh", "release"].flatMap { after in
      [10, 100, 1_000].map { batch in
        TrialKey(
          scenario: "staff-import", variant: "default",
          axes: [
            Setting(name: "batch", value: batch), Setting(name: "after", value: after),
            Setting(name: "undo", value: undo),
          ])
      }
    }
  }

  private static func trial(_ key: TrialKey, _ place: Int, _ more: [Reading]) -> TrialResult {
    let batch = key.axes[0].value.whole ?? 1
    let keeps = key.axes[2].value.plain == "unlimited"
    let rounds = (1...4).map { round in
      Checkpoint(
        name: "batch-\(round)",
        readings: readings([("objects.live", round * (keeps ? 5_000 : 10))]),
        origin: CheckpointOrigin(
          template: "batch-{i}", rounds: [LoopRound(loop: "i", number: round)]))
    }
    let end = readings([
      ("objects.live", 0), ("faults.fired", 7), ("store.roundtrips", 20_000 / batch),
      ("sql.statements", 3), ("bytes.live", 0),
      ("bytes.peak", (keeps ? 94_224_848 : 2_500_000) + place * 1_000),
      ("alloc.count", 900_000 + place * 50_000),
    ])
    return TrialResult(
      key, settings: key.axes,
      samples: (1...3).map { pass in
        Sample(pass: pass, checkpoints: rounds + [Checkpoint(name: "end", readings: end + more)])
      })
  }

  private static func judgement(_ trial: TrialResult) -> Judgement {
    let peak = trial.reading("bytes.peak", at: "end") ?? 0
    return Judgement(
      that: budget, because: "The smallest telephone has no more.",
      place: SourcePlace(file: "Scenarios/staff-import.yaml", line: 61, column: 11),
      variant: trial.cell, outcome: peak > .integer(64 * 1_024 * 1_024) ? .broken : .held,
      detail: "bytes.peak@end was \(NumberText.full(peak, .bytes))", trials: [trial.id])
  }

  static func readings(_ numbers: [(String, Int)]) -> [Reading] {
    numbers.map { Reading(metric: $0.0, quantity: .integer($0.1)) }
  }

  private static func metric(
    _ name: String, _ group: Metric.Group, _ scale: Metric.Scale = .count,
    _ exactness: Metric.Exactness = .exact
  ) -> Metric {
    Metric(
      name: name, group: group, scale: scale, polarity: .less, exactness: exactness,
      meaning: "so much of \(name)")
  }
}

extension Report.Block {
  /// The blocks of a part that only a whole report shows.
  var inner: [Report.Block] { if case .more(let more) = self { more.blocks } else { [] } }
}
