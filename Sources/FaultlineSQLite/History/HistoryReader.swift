// Reads the history of a store: that of this engine's stores and that of an app's alike.

internal import Faultline
import Foundation

/// Questions about a history; its store's lock confines it.
struct HistoryReader {
  private let connection: Connection
  private let schema: PhysicalSchema

  init(_ connection: Connection, _ schema: PhysicalSchema) {
    self.connection = connection
    self.schema = schema
  }

  /// From where to where it reaches: a look into the books, and no row that is handed up.
  func extent() throws(GraphError) -> HistoryExtent {
    let transactions = HistoryTables.transactions
    let statement = try connection.prepare(
      """
      SELECT MIN(Z_PK), (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(transactions.number)) \
      FROM \(transactions.name)
      """)
    var extent = HistoryExtent(oldest: nil, last: 0)
    while try statement.step() {
      extent = HistoryExtent(
        oldest: statement.isNull(0) ? nil : statement.integer(0), last: statement.integer(1))
    }
    return extent
  }

  /// What was saved after a limit; changes of entities that the model does not have are left out.
  func transactions(after limit: HistoryLimit) throws(GraphError) -> [StoredTransaction] {
    let changes = try changes(after: limit)
    let names = HistoryTables.nameColumns.map { column in
      "(SELECT ZNAME FROM \(HistoryTables.names.name) n WHERE n.Z_PK = t.\(column))"
    }
    let statement = try connection.prepare(
      """
      SELECT Z_PK, ZTIMESTAMP, \(names.joined(separator: ", ")) FROM \(HistoryTables.transactions.name) t \
      WHERE \(limit.column) > ?1 ORDER BY Z_PK
      """, handsUpRows: true)
    limit.bind(to: statement)
    var transactions: [StoredTransaction] = []
    while try statement.step() {
      func name(_ place: Int32) -> String? {
        statement.isNull(place) ? nil : statement.string(place)
      }
      var transaction = StoredTransaction(
        number: statement.integer(0),
        date: Date(timeIntervalSinceReferenceDate: statement.double(1)))
      transaction.author = name(2)
      transaction.bundleID = name(3)
      transaction.contextName = name(4)
      transaction.processID = name(5)
      transaction.changes = changes[transaction.number] ?? []
      transactions.append(transaction)
    }
    return transactions
  }

  private func changes(
    after limit: HistoryLimit
  ) throws(GraphError) -> [Int64: [StoredTransaction.Change]] {
    let columns = schema.plans.map { ChangedColumns($0) }
    let kept = schema.plans.map { KeptAttributes($0) }
    let keepsValues = kept.contains { !$0.columns.isEmpty }
    let mostKept = keepsValues ? try KeptAttributes.count(connection) : 0
    let keptNames = KeptAttributes.columnNames(mostKept).map { ", c.\($0)" }.joined()
    let statement = try connection.prepare(
      """
      SELECT c.Z_PK, c.ZCHANGETYPE, c.ZENTITY, c.ZENTITYPK, c.ZTRANSACTIONID, c.ZCOLUMNS\(keptNames) \
      FROM \(HistoryTables.transactions.name) t JOIN \(HistoryTables.changes.name) c ON c.ZTRANSACTIONID = t.Z_PK \
      WHERE t.\(limit.column) > ?1 ORDER BY c.Z_PK
      """, handsUpRows: true)
    limit.bind(to: statement)
    var changes: [Int64: [StoredTransaction.Change]] = [:]
    while try statement.step() {
      guard let entity = schema.indexOfNumber[statement.integer(2)],
        let type = PersistentHistoryChange.ChangeType(
          rawValue: Int(clamping: statement.integer(1))),
        ForeignKey.isKey(statement.integer(3))
      else { continue }
      var change = StoredTransaction.Change(
        number: statement.integer(0), type: type, entity: entity, key: statement.integer(3))
      switch type {
      case .insert: break
      case .update:
        change.updatedKeys = statement.bytes(5).flatMap { columns[entity].names(of: $0) }
      case .delete:
        for (place, kept) in kept[entity].columns.prefix(mostKept).enumerated() {
          change.kept[kept.name] = statement.scalar(Int32(6 + place))
        }
      }
      changes[statement.integer(4), default: []].append(change)
    }
    return changes
  }
}
