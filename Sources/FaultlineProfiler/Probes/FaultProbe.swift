// Faults: how often one fired, and how often an object was turned back into one.

import Faultline
package import FaultlineMeasures

/// Counts what faults did since the context was made.
package enum FaultProbe: Probe {
  package static let metrics = [
    Metric(
      name: "faults.fired", group: .faults, scale: .count, polarity: .less, exactness: .exact,
      meaning: "objects that were filled with their values when touched", rules: ["F2", "F5"]),
    Metric(
      name: "faults.relationship", group: .faults, scale: .count, polarity: .less,
      exactness: .exact, meaning: "to-many relationships that were filled when touched",
      rules: ["F9"]),
    Metric(
      name: "faults.batched", group: .faults, scale: .count, polarity: .more, exactness: .exact,
      meaning: "faults that were given their rows together with others", rules: ["F5"]),
    Metric(
      name: "faults.prefetched", group: .faults, scale: .count, polarity: .neutral,
      exactness: .exact, meaning: "objects that a fetch brought along by its paths", rules: ["F5"]),
    Metric(
      name: "faults.turned", group: .faults, scale: .count, polarity: .neutral, exactness: .exact,
      meaning: "objects that were turned back into faults", rules: ["F6", "C2"]),
    Metric(
      name: "faults.dangling", group: .faults, scale: .count, polarity: .less, exactness: .exact,
      meaning: "relationships saved at one end, while a refresh had taken the other end back",
      rules: ["C4"]),
  ]

  package static func read(_ subject: Subject, into readings: inout [Reading]) {
    guard !subject.contexts.isEmpty else { return }
    var statistics = subject.former
    subject.forEachContext { statistics += $0.statistics }
    readings.add("faults.fired", statistics.faultsFired)
    readings.add("faults.relationship", statistics.relationshipFaultsFired)
    readings.add("faults.batched", statistics.faultsBatched)
    readings.add("faults.prefetched", statistics.faultsPrefetched)
    readings.add("faults.turned", statistics.objectsTurnedIntoFaults)
    readings.add("faults.dangling", statistics.danglingRelationships)
  }
}
