// What is read only in a pass with a step that is about it: elsewhere these numbers would always be zero.

import Faultline
import FaultlineMeasures

/// What is read because a step of the pass is about it.
package struct ExtraFacts: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The kinds of IDs.
  package static let ids = ExtraFacts(rawValue: 1)
  /// What was read from the history of stores.
  package static let history = ExtraFacts(rawValue: 2)
  /// The memory of the app's own.
  package static let appBytes = ExtraFacts(rawValue: 4)
}

/// Counts IDs by their kind, in passes with a step that changes it.
package enum IdentityProbe: Probe {
  package static func facts(of subject: Subject) -> Subject? {
    subject.extras.contains(.ids) ? subject : nil
  }

  package static let gauges: [Gauge<Subject>] = [
    Gauge(
      "objects.temporaryIDs", .objects, "registered objects whose ID is a temporary one", ["P7"],
      better: .neutral
    ) { subject in
      subject.sum { context in
        var count = 0
        context.forEachRegistered { if $0.objectID.isTemporaryID { count += 1 } }
        return count
      }
    }
  ]
}

/// Reads what the app has allocated beside Core Data, in passes with a step that does.
package enum AppBytesProbe: Probe {
  package static func facts(of subject: Subject) -> OwnedBytes? {
    subject.extras.contains(.appBytes) ? subject.census?.owned : nil
  }

  package static let gauges: [Gauge<OwnedBytes>] = [
    Gauge(
      "bytes.app", .heap, "bytes of what the app itself allocates, as decoded images are", [],
      in: .bytes
    ) { $0[.app] }
  ]
}

/// Counts what was read from the history of stores.
package enum HistoryProbe: Probe {
  package static func facts(of subject: Subject) -> EventCounts.History? { subject.events?.history }

  package static let gauges: [Gauge<EventCounts.History>] = [
    Gauge(
      "history.transactions", .events, "transactions that were read from the history of stores",
      ["N2"], better: .neutral
    ) { $0.transactions },
    Gauge(
      "history.changes", .events, "changes in the transactions that were read from the history",
      ["N2"], better: .neutral
    ) { $0.changes },
  ]
}
