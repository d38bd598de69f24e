// Stores: requests, statements, rows.

import Faultline
package import FaultlineMeasures

/// Counts what stores were asked and told.
package enum StoreProbe: Probe {
  package static let metrics = [
    Metric(
      name: "store.roundtrips", group: .store, scale: .count, polarity: .less, exactness: .exact,
      meaning: "requests that went to a store", rules: ["F5"]),
    Metric(
      name: "sql.statements", group: .store, scale: .count, polarity: .less, exactness: .exact,
      meaning:
        "statements that stores ran, those that opened them and every BEGIN and COMMIT included; "
        + "a store in memory has none", rules: ["F5", "P9"]),
    Metric(
      name: "sql.rows.read", group: .store, scale: .count, polarity: .less, exactness: .exact,
      meaning:
        "rows that stores handed up to be read: with values, as keys alone, known already, or as "
        + "members of a relationship; not counts, and not what a save compares", rules: ["F5"]),
    Metric(
      name: "sql.rows.written", group: .store, scale: .count, polarity: .less, exactness: .exact,
      meaning: "rows that stores were given to write or to remove"),
    Metric(
      name: "sql.transactions", group: .store, scale: .count, polarity: .less, exactness: .exact,
      meaning:
        "transactions that wrote and were committed: one for a save's rows, one for the new keys of "
        + "each entity, and those that make a file"),
    Metric(
      name: "wal.bytes", group: .store, scale: .bytes, polarity: .less, exactness: .exact,
      meaning:
        "bytes of the write-ahead logs beside the stores' files, as long as they ever had to be; "
        + "a store in memory has none", rules: ["P9"]),
  ]

  package static func read(_ subject: Subject, into readings: inout [Reading]) {
    guard let statistics = subject.coordinator?.statistics else { return }
    readings.add("store.roundtrips", statistics.roundTrips)
    readings.add("sql.statements", statistics.statements)
    readings.add("sql.rows.read", statistics.rowsRead)
    readings.add("sql.rows.written", statistics.rowsWritten)
    readings.add("sql.transactions", statistics.transactions)
    readings.add("wal.bytes", statistics.logBytes)
  }
}
