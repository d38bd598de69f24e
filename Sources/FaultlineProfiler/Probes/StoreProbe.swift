// Stores: requests, statements, rows.

package import Faultline
import FaultlineMeasures

/// Counts what stores were asked to do, and what SQLite did for it.
package enum StoreProbe: Probe {
  package static func facts(of subject: Subject) -> CoordinatorStatistics? {
    subject.coordinator?.statistics
  }

  package static let gauges: [Gauge<CoordinatorStatistics>] = [
    Gauge(
      MetricName.roundTrips, .store, "requests that went to a store", ["F5"],
      parts: { $0.parts(of: .roundTrips) }
    ) { $0.roundTrips },
    Gauge(
      MetricName.statements, .store,
      "statements that stores ran, those that opened them and every BEGIN and COMMIT included; "
        + "a store in memory has none", ["F5", "P9"]
    ) { $0.statements },
    Gauge(
      "sql.rows.read", .store,
      "rows that stores handed up to be read: with values, as keys alone, known already, or as "
        + "members of a relationship; not counts, and not what a save compares", ["F5"]
    ) { $0.rowsRead },
    Gauge(
      MetricName.rowsWritten, .store, "rows that stores were given to write or to remove"
    ) { $0.rowsWritten },
    Gauge(
      "sql.transactions", .store,
      "transactions that wrote and were committed: one for a save's rows, one for the new keys of "
        + "each entity, and those that make a file"
    ) { $0.transactions },
    Gauge(
      "wal.bytes", .store,
      "bytes of the write-ahead logs beside the stores' files, as long as they ever had to be "
        + "unless 'maintenance' cuts them; a store in memory has none", ["P9"], in: .bytes
    ) { $0.logBytes },
    Gauge(
      "wal.bytes.peak", .store,
      "the most bytes that the write-ahead logs beside the stores' files have had after a save; "
        + "a store in memory has none", ["P9"], in: .bytes
    ) { $0.longestLogBytes },
    Gauge(
      "file.bytes", .store,
      "bytes of the stores' files; what was saved last may lie in their logs alone; a store in memory has none",
      in: .bytes
    ) { $0.fileBytes },
    Gauge(
      "file.pages.free", .store,
      "pages of the stores' files that were free after the last save, read where 'maintenance' gives such pages back"
    ) { $0.freePages },
    Gauge(
      "file.pages.returned", .store,
      "free pages that 'maintenance' has given back, which makes a file smaller"
    ) { $0.pagesGivenBack },
  ]
}
