// A hand-made run whose memory was followed: it rises round by round, falls when the loop is over, and keeps a rest.

import FaultlineMeasures

enum Followed {
  /// The result with a timeline for each of its trials, each a little higher than the one before.
  static func along(_ result: ScenarioResult) -> ScenarioResult {
    var result = result
    for place in result.trials.indices {
      let timeline = timeline(times: place + 1)
      let most = timeline.bytes.max() ?? 0
      result.trials[place].peak = PeakExplanation(
        bytes: most + 30_000, step: "save (a.yaml:9:5)",
        rounds: [LoopRound(loop: "i", number: 19)], operation: "save (write)",
        parts: [PeakExplanation.Part(.sqlite, count: 1, bytes: most + 30_000)], timeline: timeline)
    }
    return result
  }

  static func timeline(times: Int) -> MemoryTimeline {
    let moments = 40
    let objects = (0..<moments).map { $0 < 38 ? $0 * 2_000 * times : 4_000 }
    let sqlite = (0..<moments).map { 100_000 + ($0 % 4) * 20_000 }
    return MemoryTimeline(
      moments: 80, at: (0..<moments).map { $0 * 2 }, played: (0..<moments).map { $0 },
      steps: (0..<moments).map { $0 == 0 || $0 > 38 ? -1 : $0 % 2 },
      rounds: (0..<moments).map { $0 < 38 ? $0 / 2 : -1 }, bytes: zip(objects, sqlite).map(+),
      owners: [
        MemoryTimeline.Share(owner: "objects", bytes: objects),
        MemoryTimeline.Share(owner: "sqlite", bytes: sqlite),
      ], titles: ["insert (a.yaml:8:5)", "save (a.yaml:9:5)"],
      checkpoints: [
        MemoryTimeline.Mark(name: "imported", moment: 50),
        MemoryTimeline.Mark(name: "end", moment: 80),
      ])
  }
}
