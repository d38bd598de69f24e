// Retain cycles: knots of objects that keep each other alive.

import FaultlineMeasures

/// Counts knots.
package enum CycleProbe: Probe {
  package static let gauges: [Gauge<Subject>] = [
    Gauge(
      MetricName.cyclesCount, .cycles, "knots: objects that hold each other in a circle", ["C1"]
    ) { $0.census?.knots.count },
    Gauge("cycles.pairs", .cycles, "relationships that are realized from both ends", ["C1"]) {
      $0.census?.knots.pairs
    },
    Gauge(
      "cycles.kinds", .cycles, "kinds of knots, told apart by the names in their shortest circle",
      ["C1"]
    ) { $0.census?.knots.kinds.count },
    Gauge("cycles.objects", .cycles, "objects that are part of a knot", ["C1"]) {
      $0.census?.knots.objects
    },
    Gauge(
      MetricName.cyclesBroken, .cycles,
      "knots that a refresh or a reset has broken so far", ["C2"], better: .more
    ) { $0.knotWatch.broken },
    Gauge(
      MetricName.cyclesFreed, .cycles,
      "objects of broken retain cycles that went with the step that broke them", ["C2", "C3"],
      better: .more
    ) { $0.knotWatch.freed },
    Gauge(
      "cycles.freed.bytes", .cycles,
      "bytes by which the heap shrank in steps that broke retain cycles", ["C2", "C3", "F6"],
      in: .bytes, better: .more
    ) { $0.knotWatch.freedBytes },
  ]
}
