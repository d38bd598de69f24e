// Events: what those were told who listen, and what merges brought in.

internal import Faultline
package import FaultlineMeasures

/// What listeners were told since a pass began.
package struct EventCounts: Sendable, Equatable {
  /// How often results controllers have told that their results changed, and of which objects.
  package var resultChanges = 0
  package var resultInserts = 0
  package var resultDeletes = 0
  package var resultMoves = 0
  package var resultUpdates = 0
  /// How often observers of single properties were told, by what had happened.
  package var observedChanges = 0
  package var observedFaults = 0
  package var observedFires = 0
  /// Notifications that listeners have heard.
  package var notifications = 0

  /// Nobody was told anything.
  package init() {}
}

/// Counts events in passes in which somebody listens or merges; in others there is nothing to tell.
package enum EventProbe: Probe {
  package static let metrics = [
    count("results.changes", "times that a results controller told of changes", ["N3"]),
    count("results.inserts", "objects that came into results", ["N3"]),
    count("results.deletes", "objects that left results", ["N3"]),
    count("results.moves", "objects that got another place in results", ["N3"]),
    count("results.updates", "objects that changed in results and kept their place", ["N3"]),
    count("observed.changes", "observed values that somebody has changed", ["F7"]),
    count("observed.faults", "observed values that went because an object became a fault", ["F7"]),
    count("observed.fires", "observed values that came because a fault fired", ["F7"]),
    count("heard.notifications", "notifications that listeners have heard", ["N1"]),
    count("merged.objects", "objects that merges brought in, up to date or to their end", ["N2"]),
  ]

  private static func count(_ name: String, _ meaning: String, _ rules: [String]) -> Metric {
    Metric(
      name: name, group: .events, scale: .count, polarity: .neutral, exactness: .exact,
      meaning: meaning, rules: rules)
  }

  package static func read(_ subject: Subject, into readings: inout [Reading]) {
    guard let events = subject.events else { return }
    readings.add("results.changes", events.resultChanges)
    readings.add("results.inserts", events.resultInserts)
    readings.add("results.deletes", events.resultDeletes)
    readings.add("results.moves", events.resultMoves)
    readings.add("results.updates", events.resultUpdates)
    readings.add("observed.changes", events.observedChanges)
    readings.add("observed.faults", events.observedFaults)
    readings.add("observed.fires", events.observedFires)
    readings.add("heard.notifications", events.notifications)
    readings.add(
      "merged.objects",
      subject.former.objectsMerged + subject.sum { $0.statistics.objectsMerged })
  }
}
