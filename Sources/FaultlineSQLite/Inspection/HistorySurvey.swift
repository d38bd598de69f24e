// Counts the rows of a store's history, and tries on a copy what a purge would free.

internal import Faultline
import Foundation

/// Reads the tables that persistent history is kept in.
struct HistorySurvey {
  /// What is found; nil where the store keeps no history.
  private(set) var history: StoreInspection.History?

  private static let transactions = HistoryTables.transactions.name
  private static let changes = HistoryTables.changes.name
  private static let names = HistoryTables.names.name
  /// Seconds since 2001 that are a date of some calendar; others are damage.
  private static let dates = -1e11...1e11

  private let connection: Connection
  private let file: FileSchema

  init(
    _ connection: Connection, _ file: FileSchema, _ survey: TableSurvey,
    purging limit: StoreInspection.HistoryLimit?, of url: URL
  ) throws(GraphError) {
    self.connection = connection
    self.file = file
    guard file.tables[Self.transactions] != nil || file.tables[Self.changes] != nil else { return }
    history = StoreInspection.History(
      transactions: try rows(of: Self.transactions, survey),
      changes: try rows(of: Self.changes, survey), names: try rows(of: Self.names, survey),
      oldest: try date("MIN"), newest: try date("MAX"), changed: try changed(),
      purge: try limit.flatMap { limit throws(GraphError) in try purge(before: limit, url) })
  }

  private func has(_ columns: [String], in table: String) -> Bool {
    columns.allSatisfy { file.tables[table]?.types[$0] != nil }
  }

  // MARK: - What is there

  private func rows(
    of name: String, _ survey: TableSurvey
  ) throws(GraphError) -> StoreInspection.History.Rows {
    let table = survey.tables.first { $0.name == name }
    return StoreInspection.History.Rows(
      count: table?.rows ?? 0, bytes: try Self.bytes(of: name, connection),
      pageBytes: (table?.indexes ?? []).reduce(table?.bytes ?? 0) { $0 + $1.bytes })
  }

  /// The bytes that stand in the rows of a table.
  private static func bytes(of table: String, _ connection: Connection) throws(GraphError) -> Int {
    let sql = "SELECT IFNULL(SUM(payload), 0) FROM dbstat WHERE name = '\(table)'"
    return try connection.value(sql) { Int(clamping: $0.integer(0)) } ?? 0
  }

  private func date(_ end: String) throws(GraphError) -> Date? {
    guard has(["ZTIMESTAMP"], in: Self.transactions) else { return nil }
    let sql = "SELECT \(end)(ZTIMESTAMP) FROM \(Self.transactions)"
    let seconds = try connection.value(sql) { $0.isNull(0) ? nil : $0.double(0) }
    return seconds.flatMap(\.self).flatMap { seconds in
      Self.dates.contains(seconds) ? Date(timeIntervalSinceReferenceDate: seconds) : nil
    }
  }

  private func changed() throws(GraphError) -> [StoreInspection.History.Changes] {
    guard has(["ZENTITY", "ZCHANGETYPE"], in: Self.changes) else { return [] }
    let known = Dictionary(
      file.entities.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
    let statement = try connection.prepare(
      """
      SELECT ZENTITY, SUM(ZCHANGETYPE IS 0), SUM(ZCHANGETYPE IS 1), SUM(ZCHANGETYPE IS 2)
      FROM \(Self.changes) GROUP BY ZENTITY ORDER BY ZENTITY
      """)
    var changed: [StoreInspection.History.Changes] = []
    while try statement.step() {
      let number = Int(clamping: statement.integer(0))
      changed.append(
        StoreInspection.History.Changes(
          entity: known[number] ?? "number \(number)",
          inserted: Int(clamping: statement.integer(1)),
          updated: Int(clamping: statement.integer(2)),
          deleted: Int(clamping: statement.integer(3))))
    }
    return changed
  }

  // MARK: - What a purge would do

  /// Nil where the history has not what a purge goes by.
  private func purge(
    before limit: StoreInspection.HistoryLimit, _ url: URL
  ) throws(GraphError) -> StoreInspection.History.Purge? {
    guard has(["Z_PK", "ZTIMESTAMP"], in: Self.transactions),
      has(["ZTRANSACTIONID"], in: Self.changes)
    else { return nil }
    let copy = try UntouchedFile(url, isCopied: true)
    // The copy must be there as long as something is read.
    defer { withExtendedLifetime(copy) {} }
    let connection = try copy.connection()
    let before = try Self.size(connection)
    try connection.run("BEGIN IMMEDIATE")
    let purged = try HistoryPurge(connection).run(before: limit.stored)
    try connection.run("COMMIT")
    let after = try Self.size(connection)
    return StoreInspection.History.Purge(
      before: limit.words, transactions: purged.transactions, changes: purged.changes,
      bytes: before.rows - after.rows, freedBytes: before.pages - after.pages)
  }

  /// The bytes of pages in use, and of what stands in the rows of a history.
  private static func size(_ connection: Connection) throws(GraphError) -> (pages: Int, rows: Int) {
    func number(_ pragma: String) throws(GraphError) -> Int {
      try connection.value("PRAGMA \(pragma)") { Int(clamping: $0.integer(0)) } ?? 0
    }
    let used = try number("page_count") - number("freelist_count")
    let rows = try bytes(of: transactions, connection) + bytes(of: changes, connection)
    return (used * (try number("page_size")), rows)
  }
}

extension StoreInspection.HistoryLimit {
  /// The same for the store that has the history.
  fileprivate var stored: HistoryLimit {
    switch self {
    case .date(let date): .date(date)
    case .transaction(let number): .transaction(number)
    }
  }
}
