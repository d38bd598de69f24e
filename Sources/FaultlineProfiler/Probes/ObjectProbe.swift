// Objects: how many there are, and in what state.

import Faultline
import FaultlineMeasures

/// Counts objects.
package enum ObjectProbe: Probe {
  package static let gauges: [Gauge<Subject>] = [
    Gauge(
      "objects.registered", .objects, "objects that a context can find and that are alive",
      ["R1", "R4"],
      parts: { $0.parts(\.registered) }
    ) { $0.census?.registered },
    Gauge(
      "objects.realized", .objects,
      "registered objects that have their values in memory", ["F1"], better: .neutral,
      parts: { $0.parts(\.realized) }
    ) { $0.census?.realized },
    Gauge(
      MetricName.objectsFaults, .objects, "registered objects that are faults", ["F1"],
      better: .neutral,
      parts: { $0.parts(\.faults) }
    ) { $0.census.map { $0.registered - $0.realized } },
    Gauge(
      MetricName.objectsLive, .objects,
      "instances that exist, whether a context knows them or not", ["L1", "C3"],
      parts: { $0.parts(\.live) }
    ) { Population.liveCount(since: $0.moment) },
    Gauge(
      MetricName.objectsInserted, .objects, "objects inserted and not saved yet", ["R3"],
      better: .neutral, parts: { $0.parts(\.inserted) }
    ) { $0.sum(\.insertedObjectCount) },
    Gauge(
      MetricName.objectsUpdated, .objects, "saved objects with unsaved changes", ["R3"],
      better: .neutral, parts: { $0.parts(\.updated) }
    ) { $0.sum(\.updatedObjectCount) },
    Gauge(
      MetricName.objectsDeleted, .objects, "objects that the next save removes", ["L3"],
      better: .neutral, parts: { $0.parts(\.deleted) }
    ) { $0.sum(\.deletedObjectCount) },
    Gauge(
      MetricName.objectsCollected, .objects,
      "objects that a collected environment has let go, retain cycles and all", ["C1"],
      better: .neutral
    ) {
      // When everything is over, no context is there that has counted.
      $0.contexts.isEmpty ? nil : $0.statistics.objectsCollected
    },
  ]
}
