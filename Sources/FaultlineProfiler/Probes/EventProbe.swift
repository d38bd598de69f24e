// Events: what listeners were notified of, and what merges brought in.

import Faultline
import FaultlineMeasures

/// What listeners were notified of since a pass began.
package struct EventCounts: Sendable, Equatable {
  /// How often results controllers have reported that their results changed, and of which objects.
  package var resultChanges = 0
  package var resultInserts = 0
  package var resultDeletes = 0
  package var resultMoves = 0
  package var resultUpdates = 0
  /// How often observers of single properties were notified, by what had happened.
  package var observedChanges = 0
  package var observedFaults = 0
  package var observedFires = 0
  /// Notifications that listeners have heard.
  package var notifications = 0

  /// Nothing was counted.
  package init() {}
}

/// Counts events in passes in which a step listens or merges; in others there is nothing to count.
package enum EventProbe: Probe {
  /// What listeners were notified of, and how many objects merges brought in.
  package typealias Facts = (heard: EventCounts, merged: Int)

  package static func facts(of subject: Subject) -> Facts? {
    subject.events.map { ($0, subject.statistics.objectsMerged) }
  }

  package static let gauges = [
    gauge("results.changes", "times that a results controller reported changes", "N3") {
      $0.heard.resultChanges
    },
    gauge("results.inserts", "objects that came into results", "N3") { $0.heard.resultInserts },
    gauge("results.deletes", "objects that left results", "N3") { $0.heard.resultDeletes },
    gauge("results.moves", "objects that got another place in results", "N3") {
      $0.heard.resultMoves
    },
    gauge("results.updates", "objects that changed in results and kept their place", "N3") {
      $0.heard.resultUpdates
    },
    gauge("observed.changes", "observed values that have changed", "F7") {
      $0.heard.observedChanges
    },
    gauge("observed.faults", "observed values that went because an object became a fault", "F7") {
      $0.heard.observedFaults
    },
    gauge("observed.fires", "observed values that came because a fault fired", "F7") {
      $0.heard.observedFires
    },
    gauge("heard.notifications", "notifications that listeners have heard", "N1") {
      $0.heard.notifications
    },
    gauge(
      MetricName.mergedObjects, "objects that merges brought in, up to date or to their end", "N2",
      parts: { $0.parts(of: .objectsMerged) }
    ) {
      $0.merged
    },
  ]

  private static func gauge(
    _ name: String, _ meaning: String, _ rule: String,
    parts: (@Sendable (Subject) -> Breakdown?)? = nil,
    read: @escaping @Sendable (Facts) -> Int?
  ) -> Gauge<Facts> {
    Gauge(name, .events, meaning, [rule], better: .neutral, parts: parts, read: read)
  }
}
