// The history of stores, as far as steps read it.

import FaultlineMeasures

/// The counts of what was read from the history of stores.
package struct HistoryCounts: Sendable, Equatable {
  package var transactions = 0
  package var changes = 0

  /// Nothing was read.
  package init() {}
}

/// Counts what was read from the history of stores.
package enum HistoryProbe: Probe {
  package static func facts(of subject: Subject) -> HistoryCounts? { subject.history }

  package static let gauges: [Gauge<HistoryCounts>] = [
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
