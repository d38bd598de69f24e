// Whether a pass that is watched did the same work: by exact counts of the graph, and by nothing else.

import FaultlineMeasures
import Testing

@testable import FaultlineScenarios

@Suite struct WatchedWorkTests {
  private static let metrics = [
    metric("objects.live", .objects), metric("bytes.live", .heap, .bytes),
    metric("alloc.count", .heap), metric("leaked.objects", .end),
    metric("rows.bytes", .store, .bytes), metric("time.wall", .time, .nanoseconds, .informative),
    metric("arc.retains", .arc, .count, .informative), metric("store.roundtrips", .store),
  ]

  private static func metric(
    _ name: String, _ group: Metric.Group, _ scale: Metric.Scale = .count,
    _ exactness: Metric.Exactness = .exact
  ) -> Metric {
    Metric(
      name: name, group: group, scale: scale, polarity: .less, exactness: exactness, meaning: "")
  }

  private static func sample(_ changed: String? = nil, leavesOut: String? = nil) -> Sample {
    let readings = metrics.map(\.name).filter { $0 != leavesOut }.map {
      Reading(metric: $0, quantity: $0 == changed ? 8 : 7)
    }
    return Sample(pass: 1, checkpoints: [Checkpoint(name: "end", readings: readings)])
  }

  @Test func `only an exact count of the graph that differs says so`() {
    let trial = TrialResult(TrialKey(scenario: "s", variant: "v"), samples: [Self.sample()])
    #expect(trial.difference(from: Self.sample(), in: Self.metrics) == nil)
    for metric in Self.metrics {
      let difference = trial.difference(from: Self.sample(metric.name), in: Self.metrics)
      if ["objects.live", "store.roundtrips"].contains(metric.name) {
        #expect(
          difference
            == "watched, the work comes to something else, for \(metric.name)@end is 8 instead of 7"
        )
      } else {
        #expect(difference == nil, "\(metric.name)")
      }
    }
    #expect(
      trial.difference(from: Self.sample(leavesOut: "objects.live"), in: Self.metrics)
        == "watched, the work comes to something else, for objects.live@end is not read instead of 7"
    )
    let none = TrialResult(TrialKey(scenario: "s", variant: "v"), samples: [])
    #expect(none.difference(from: Self.sample(), in: Self.metrics) == nil)
  }
}
