// Changes of a history that are mended before their transaction ends, since its rows have changed once more.

internal import Faultline

/// Mends changes that an earlier change set of the open transaction has written.
struct HistoryAmendments {
  private let columns: Statement
  private let newColumns: Statement
  private let removal: Statement

  init(_ connection: Connection) throws(GraphError) {
    let table = HistoryTables.changes.name
    columns = try connection.prepare("SELECT ZCOLUMNS FROM \(table) WHERE Z_PK = ?1")
    newColumns = try connection.prepare("UPDATE \(table) SET ZCOLUMNS = ?1 WHERE Z_PK = ?2")
    removal = try connection.prepare("DELETE FROM \(table) WHERE Z_PK = ?1")
  }

  /// Adds properties, a bit for each, to those that a change is about.
  func add(_ bits: [UInt8], to change: Int64) throws(GraphError) {
    guard !bits.isEmpty else { return }
    var all = bits
    columns.bind(change, at: 1)
    while try columns.step() {
      guard let known = columns.bytes(0) else { continue }
      for (place, byte) in known.enumerated() where place < all.count { all[place] |= byte }
    }
    newColumns.bind(all, at: 1)
    newColumns.bind(change, at: 2)
    try newColumns.run()
  }

  /// Removes a change.
  func remove(_ change: Int64) throws(GraphError) {
    removal.bind(change, at: 1)
    try removal.run()
  }
}
