// The tables in which the format keeps the history of a store.

internal import Faultline
import Foundation

/// The names, numbers and forms of a history's three tables.
enum HistoryTables {
  /// One of the tables, an entity of its own that no model has.
  struct Table: Sendable {
    let name: String
    /// What `Z_PRIMARYKEY` calls it.
    let entity: String
    let number: Int
    /// In the order of the format, the first three left out.
    let columns: [(name: String, type: String)]
    /// What a writer must find.
    let needed: [String]
    let indexes: [String]

    /// The statement that makes it, with more columns of data behind its own.
    func creationStatement(adding more: [String]) -> String {
      let own = columns.map { "\($0.name) \($0.type)" } + more.map { "\($0) BLOB" }
      let parts = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"] + own
      return "CREATE TABLE \(name) ( \(parts.joined(separator: ", ")) )"
    }
  }

  /// A row for each object of a save.
  static let changes = Table(
    name: "ACHANGE", entity: "CHANGE", number: FileSchema.firstHistoryNumber,
    columns: [
      ("ZCHANGETYPE", "INTEGER"), ("ZENTITY", "INTEGER"), ("ZENTITYPK", "INTEGER"),
      ("ZTRANSACTIONID", "INTEGER"), ("ZCOLUMNS", "BLOB"),
    ],
    needed: ["ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZTRANSACTIONID", "ZCOLUMNS"],
    indexes: ["CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)"])

  /// What a transaction says in names, each by its key among them.
  static let nameColumns = ["ZAUTHORTS", "ZBUNDLEIDTS", "ZCONTEXTNAMETS", "ZPROCESSIDTS"]

  /// A row for each save.
  static let transactions = Table(
    name: "ATRANSACTION", entity: "TRANSACTION", number: FileSchema.firstHistoryNumber + 1,
    columns: nameColumns.map { ($0, "INTEGER") } + [
      ("ZTIMESTAMP", "FLOAT"), ("ZAUTHOR", "VARCHAR"), ("ZBUNDLEID", "VARCHAR"),
      ("ZCONTEXTNAME", "VARCHAR"), ("ZPROCESSID", "VARCHAR"), ("ZQUERYGEN", "BLOB"),
    ],
    needed: nameColumns + ["ZTIMESTAMP"],
    indexes: nameColumns.map {
      "CREATE INDEX ATRANSACTION_\($0)_INDEX ON ATRANSACTION (\($0))"
    } + [
      "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
      "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
    ])

  /// A row for each name, however many transactions have it.
  static let names = Table(
    name: "ATRANSACTIONSTRING", entity: "TRANSACTIONSTRING",
    number: FileSchema.firstHistoryNumber + 2, columns: [("ZNAME", "VARCHAR")], needed: ["ZNAME"],
    indexes: [
      "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)"
    ])

  static let all = [changes, transactions, names]

  /// Makes the tables of an empty history; within a transaction of the caller's.
  static func make(_ schema: PhysicalSchema, _ connection: Connection) throws(GraphError) {
    let kept = schema.numberedPlans.map { KeptAttributes($0).columns.count }.max() ?? 0
    for table in all {
      let more = table.number == changes.number ? KeptAttributes.columnNames(kept) : []
      try connection.run(table.creationStatement(adding: more))
    }
    for index in all.flatMap(\.indexes) { try connection.run(index) }
    let keys = try connection.prepare(
      "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?1, ?2, 0, 0)")
    for table in all {
      keys.bind(Int64(table.number), at: 1)
      keys.bind(table.entity, at: 2)
      try keys.run()
    }
  }

  /// Why a history cannot be kept up, in a part of a sentence; nil where it can, or where there is none.
  static func misfit(_ file: FileSchema) -> String? {
    for table in all where isThere(file) {
      guard let found = file.tables[table.name] else {
        return "it has a history of its changes without the table \(table.name)"
      }
      for column in ["Z_PK", "Z_ENT"] + table.needed where found.types[column] == nil {
        return
          "it has a history of its changes ('\(table.name)') without the column \(column)"
      }
      guard file.historyNumbers.contains(table.number) else {
        return "it has a history of its changes and no keys for '\(table.entity)'"
      }
    }
    return nil
  }

  /// Whether a file keeps a history.
  static func isThere(_ file: FileSchema) -> Bool {
    all.contains { file.tables[$0.name] != nil }
  }
}

/// The statements of a purge; the transaction around them is the caller's.
struct HistoryPurge {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Deletes the transactions of an author, or of all, before a limit with their changes.
  ///
  /// Their pages become free, and the file keeps them.
  func run(before limit: HistoryLimit, by author: String? = nil) throws(GraphError) -> PurgedHistory
  {
    let (changes, transactions) = (HistoryTables.changes.name, HistoryTables.transactions.name)
    var older = "\(transactions) WHERE \(limit.column) < ?1"
    if author != nil {
      older += " AND ZAUTHORTS IN (SELECT Z_PK FROM \(HistoryTables.names.name) WHERE ZNAME = ?2)"
    }
    let removed = try delete(
      "\(changes) WHERE ZTRANSACTIONID IN (SELECT Z_PK FROM \(older))", limit, author)
    return PurgedHistory(transactions: try delete(older, limit, author), changes: removed)
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

  private func delete(
    _ rows: String, _ limit: HistoryLimit, _ author: String?
  ) throws(GraphError) -> Int {
    let statement = try connection.prepare("DELETE FROM \(rows)")
    limit.bind(to: statement)
    if let author { statement.bindWhole(author, at: 2) }
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
