// Holders: how many of the registered objects are alive for which reason.

import Faultline
package import FaultlineMeasures

/// Counts the registered objects that are held, by who holds them; one may be held by several.
package enum HolderProbe: Probe {
  package static let metrics = [
    held("held.change", "the context holds because of unsaved changes", ["R3"]),
    held("held.pool", "the autorelease pool of the turn holds", ["L2", "R1"]),
    held("held.retain", "the context holds because it retains registered objects", ["R4"]),
    held("held.undo", "the undo manager holds", ["U1"]),
    held("held.relationship", "a realized relationship holds", ["C1"]),
    held("held.container", "an array, a dictionary or a controller holds", ["R5"]),
    held("held.outside", "somebody holds of whom the engine knows nothing: a variable", ["C3"]),
  ]

  private static func held(_ name: String, _ holder: String, _ rules: [String]) -> Metric {
    Metric(
      name: name, group: .objects, scale: .count, polarity: .less, exactness: .exact,
      meaning: "objects that \(holder)", rules: rules)
  }

  package static func read(_ subject: Subject, into readings: inout [Reading]) {
    readings.add("held.change", subject.sum(\.changedObjectCount))
    readings.add("held.pool", subject.sum(\.pooledObjectCount))
    readings.add(
      "held.retain",
      subject.sum { $0.retainsRegisteredObjects ? $0.registeredObjectCount : 0 })
    readings.add("held.undo", subject.sum { $0.undoManager?.heldObjectCount ?? 0 })
    guard let census = subject.census else { return }
    readings.add("held.relationship", census.related)
    readings.add("held.container", census.contained)
    readings.add("held.outside", census.outside)
  }
}
