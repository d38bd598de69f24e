// Retain cycles: knots of objects that keep each other alive.

package import FaultlineMeasures

/// Counts knots.
package enum CycleProbe: Probe {
  package static let metrics = [
    Metric(
      name: "cycles.count", group: .cycles, scale: .count, polarity: .less, exactness: .exact,
      meaning: "knots: objects that hold each other in a circle", rules: ["C1"]),
    Metric(
      name: "cycles.pairs", group: .cycles, scale: .count, polarity: .less, exactness: .exact,
      meaning: "relationships that are realized from both ends", rules: ["C1"]),
    Metric(
      name: "cycles.kinds", group: .cycles, scale: .count, polarity: .less, exactness: .exact,
      meaning: "kinds of knots, told apart by the names in their shortest circle", rules: ["C1"]),
    Metric(
      name: "cycles.objects", group: .cycles, scale: .count, polarity: .less, exactness: .exact,
      meaning: "objects that are part of a knot", rules: ["C1"]),
    Metric(
      name: "cycles.broken", group: .cycles, scale: .count, polarity: .more, exactness: .exact,
      meaning: "knots that a refresh or a reset has broken so far", rules: ["C2"]),
    Metric(
      name: "cycles.freed", group: .cycles, scale: .count, polarity: .more, exactness: .exact,
      meaning: "objects of broken retain cycles that went with the step that broke them",
      rules: ["C2", "C3"]),
    Metric(
      name: "cycles.freed.bytes", group: .cycles, scale: .bytes, polarity: .more, exactness: .exact,
      meaning: "bytes by which the heap shrank in steps that broke retain cycles",
      rules: ["C2", "C3", "F6"]),
  ]

  package static func read(_ subject: Subject, into readings: inout [Reading]) {
    if let knots = subject.census?.knots {
      readings.add("cycles.count", knots.count)
      readings.add("cycles.pairs", knots.pairs)
      readings.add("cycles.kinds", knots.kinds.count)
      readings.add("cycles.objects", knots.objects)
    }
    readings.add("cycles.broken", subject.knotWatch.broken)
    readings.add("cycles.freed", subject.knotWatch.freed)
    if let bytes = subject.knotWatch.freedBytes { readings.add("cycles.freed.bytes", bytes) }
  }
}
