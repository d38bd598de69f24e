// Objects: how many there are, and in what state.

import Faultline
package import FaultlineMeasures

/// Counts objects.
package enum ObjectProbe: Probe {
  package static let metrics = [
    Metric(
      name: "objects.registered", group: .objects, scale: .count, polarity: .less,
      exactness: .exact, meaning: "objects that a context can find and that are alive",
      rules: ["R1", "R4"]),
    Metric(
      name: "objects.realized", group: .objects, scale: .count, polarity: .neutral,
      exactness: .exact, meaning: "registered objects that have their values in memory",
      rules: ["F1"]),
    Metric(
      name: "objects.faults", group: .objects, scale: .count, polarity: .neutral,
      exactness: .exact, meaning: "registered objects that are faults", rules: ["F1"]),
    Metric(
      name: "objects.live", group: .objects, scale: .count, polarity: .less, exactness: .exact,
      meaning: "instances that exist, whether a context knows them or not", rules: ["L1", "C3"]),
    Metric(
      name: "objects.inserted", group: .objects, scale: .count, polarity: .neutral,
      exactness: .exact, meaning: "objects inserted and not saved yet", rules: ["R3"]),
    Metric(
      name: "objects.updated", group: .objects, scale: .count, polarity: .neutral,
      exactness: .exact, meaning: "saved objects with unsaved changes", rules: ["R3"]),
    Metric(
      name: "objects.deleted", group: .objects, scale: .count, polarity: .neutral,
      exactness: .exact, meaning: "objects that the next save removes", rules: ["L3"]),
    Metric(
      name: "objects.collected", group: .objects, scale: .count, polarity: .neutral,
      exactness: .exact,
      meaning: "objects that a collected environment has let go, knots and all", rules: ["C1"]),
  ]

  package static func read(_ subject: Subject, into readings: inout [Reading]) {
    if let census = subject.census {
      readings.add("objects.registered", census.registered)
      readings.add("objects.realized", census.realized)
      readings.add("objects.faults", census.registered - census.realized)
    }
    readings.add("objects.live", Population.liveCount(since: subject.moment))
    readings.add("objects.inserted", subject.sum(\.insertedObjectCount))
    readings.add("objects.updated", subject.sum(\.updatedObjectCount))
    readings.add("objects.deleted", subject.sum(\.deletedObjectCount))
    // When everything is over, nobody is there who has counted.
    guard !subject.contexts.isEmpty else { return }
    let collected = subject.former.objectsCollected + subject.sum(\.statistics.objectsCollected)
    readings.add("objects.collected", collected)
  }
}
