// Deletes the older part of a store's history.

internal import Faultline
import Foundation

/// The statements of a purge; the transaction around them is the caller's.
struct HistoryPurge {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Deletes the transactions before a limit with their changes.
  ///
  /// Their pages become free, and the file keeps them.
  func run(before limit: HistoryLimit) throws(GraphError) -> PurgedHistory {
    let (changes, transactions) = (HistoryTables.changes.name, HistoryTables.transactions.name)
    let older = "\(transactions) WHERE \(limit.column) < ?1"
    let removed = try delete(
      "\(changes) WHERE ZTRANSACTIONID IN (SELECT Z_PK FROM \(older))", limit)
    return PurgedHistory(transactions: try delete(older, limit), changes: removed)
  }

  /// Deletes names that no transaction has.
  func removeUnusedNames() throws(GraphError) -> Int {
    let used = HistoryTables.nameColumns.map {
      "SELECT \($0) FROM \(HistoryTables.transactions.name) WHERE \($0) NOT NULL"
    }
    try connection.run(
      "DELETE FROM \(HistoryTables.names.name) WHERE Z_PK NOT IN (\(used.joined(separator: " UNION ")))"
    )
    return connection.changedRows
  }

  private func delete(_ rows: String, _ limit: HistoryLimit) throws(GraphError) -> Int {
    let statement = try connection.prepare("DELETE FROM \(rows)")
    limit.bind(to: statement)
    try statement.run()
    return connection.changedRows
  }
}

extension HistoryLimit {
  /// The column of a transaction that it is about.
  var column: String {
    switch self {
    case .date: "ZTIMESTAMP"
    case .transaction: "Z_PK"
    }
  }

  /// Binds it in the first place.
  func bind(to statement: Statement) {
    switch self {
    case .date(let date): statement.bind(date.timeIntervalSinceReferenceDate, at: 1)
    case .transaction(let number): statement.bind(number, at: 1)
    }
  }
}
