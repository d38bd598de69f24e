// Retain cycles: groups of objects that keep each other alive.

import FaultlineMeasures

/// Counts retain cycles.
package enum CycleProbe: Probe {
  package static let gauges: [Gauge<Subject>] = [
    Gauge(
      MetricName.cyclesCount, .cycles, "groups of objects that hold each other in a circle", ["C1"],
      parts: { $0.cycleParts }
    ) { $0.census?.cycles.count },
    Gauge("cycles.pairs", .cycles, "relationships that are realized from both ends", ["C1"]) {
      $0.census?.cycles.pairs
    },
    Gauge(
      "cycles.kinds", .cycles,
      "kinds of retain cycles, distinguished by the names in their shortest circle",
      ["C1"]
    ) { $0.census?.cycles.kinds.count },
    Gauge(
      "cycles.objects", .cycles, "objects that are part of a retain cycle", ["C1"],
      parts: { $0.parts(\.inCycles) }
    ) {
      $0.census?.cycles.objects
    },
    Gauge(
      MetricName.cyclesBroken, .cycles,
      "retain cycles that steps have broken: none of their objects is in a cycle after the step",
      ["C2"],
      better: .more, by: [.cause, .context, .entity], parts: { $0.cycleWatch.brokenParts }
    ) { $0.cycleWatch.broken },
    Gauge(
      MetricName.cyclesFreed, .cycles,
      "objects of broken retain cycles that were gone at the end of the step that broke them",
      ["C2", "C3"], better: .more, parts: { $0.cycleWatch.freedParts }
    ) { $0.cycleWatch.freed },
    Gauge(
      "cycles.freed.bytes", .cycles,
      "bytes by which the heap shrank in steps that broke retain cycles", ["C2", "C3", "F6"],
      in: .bytes, better: .more
    ) { $0.cycleWatch.freedBytes },
  ]
}
