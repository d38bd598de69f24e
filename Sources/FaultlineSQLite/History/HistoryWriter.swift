// Writes what a save has done into the history of its store.

internal import Faultline
import Foundation

/// A transaction for each save, a change for each row of it, and each name once; its store's lock confines it.
final class HistoryWriter {
  private let connection: Connection
  private let schema: PhysicalSchema
  private let origin: HistoryOrigin
  private let columns: [ChangedColumns]
  private let kept: [KeptAttributes]
  /// By entity, the statements that read what is kept of a row that goes.
  private var readings: [Int: Statement] = [:]
  private var statements: Statements?
  private var amendments: HistoryAmendments?
  /// Rows that were written and are not committed yet.
  private var pendingRows = 0
  /// Rows that were written or removed.
  private(set) var rows = 0

  /// A row that goes, with the values that are kept of it.
  struct Deletion {
    let entity: EntityDescription
    let key: Int64
    let values: [Scalar]
  }

  private struct Statements {
    let keys: Statement
    let names: Statement
    let name: Statement
    let transaction: Statement
    let change: Statement
    /// How many values of what was deleted a change can keep.
    let mostKept: Int
  }

  init(
    _ connection: Connection, _ schema: PhysicalSchema, _ origin: HistoryOrigin
  ) {
    self.connection = connection
    self.schema = schema
    self.origin = origin
    columns = schema.plans.map { ChangedColumns($0) }
    kept = schema.plans.map { KeptAttributes($0) }
  }

  /// Writes a change set that is about to be committed; of the deletions those that have found their row.
  ///
  /// Where it is one of several in the same transaction, the ledger knows what the others have written.
  func write(
    _ changes: ChangeSet, deleted: [Deletion], after ledger: WriteLedger? = nil
  ) throws(GraphError) {
    func former(_ entity: EntityDescription, _ key: Int64) -> Int64? {
      ledger?.former[ForeignKey(entity: entity.index, key: key)]
    }
    var count = changes.inserts.count + changes.updates.count + deleted.count
    guard count > 0 else { return }
    if let ledger, !ledger.former.isEmpty {
      count -= changes.updates.count { former($0.entity, $0.values.key) != nil }
    }
    let statements = try prepared()
    let opened = ledger?.history?.transaction
    let transaction =
      if let opened { opened } else { try lastKey(of: HistoryTables.transactions, adding: 1) }
    var change = try lastKey(of: HistoryTables.changes, adding: count) - Int64(count)
    if opened == nil {
      try open(transaction, of: changes)
      ledger?.begin(transaction, firstChange: change + 1)
    }
    func write(
      _ type: PersistentHistoryChange.ChangeType, _ entity: EntityDescription, _ key: Int64,
      _ bits: [UInt8], keeping values: [Scalar] = []
    ) throws(GraphError) {
      change += 1
      statements.change.bind(change, at: 1)
      statements.change.bind(Int64(type.rawValue), at: 2)
      statements.change.bind(Int64(schema.plans[entity.index].number), at: 3)
      statements.change.bind(key, at: 4)
      statements.change.bind(transaction, at: 5)
      if bits.isEmpty {
        statements.change.bindNull(at: 6)
      } else {
        statements.change.bind(bits, at: 6)
      }
      for place in 0..<statements.mostKept {
        statements.change.bind(place < values.count ? values[place] : .none, at: Int32(7 + place))
      }
      try statements.change.run()
    }
    for insert in changes.inserts { try write(.insert, insert.entity, insert.values.key, []) }
    for update in changes.updates {
      let bits = columns[update.entity.index].bits(of: update.changed)
      guard let ledger else {
        try write(.update, update.entity, update.values.key, bits)
        continue
      }
      if let known = former(update.entity, update.values.key) {
        try amending().add(bits, to: known)
      } else {
        try write(.update, update.entity, update.values.key, bits)
        ledger.note(
          change, of: ForeignKey(entity: update.entity.index, key: update.values.key))
      }
    }
    for deletion in deleted {
      if let known = former(deletion.entity, deletion.key) {
        try amending().remove(known)
        pendingRows -= 1
      }
      try write(.delete, deletion.entity, deletion.key, [], keeping: deletion.values)
      ledger?.note(change, of: ForeignKey(entity: deletion.entity.index, key: deletion.key))
    }
    pendingRows += (opened == nil ? 1 : 0) + count
  }

  /// What mends changes that an earlier change set of the same transaction has written.
  private func amending() throws(GraphError) -> HistoryAmendments {
    if let amendments { return amendments }
    let made = try HistoryAmendments(connection)
    amendments = made
    return made
  }

  /// Puts the changes of several change sets in the order that one would have; none of their keys is left out.
  func putInOrder(_ ledger: WriteLedger) throws(GraphError) {
    guard let first = ledger.history?.firstChange, let count = try ledger.orderChanges() else {
      return
    }
    try connection.run(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = \(first - 1 + Int64(count)) "
        + "WHERE Z_ENT = \(HistoryTables.changes.number)")
  }

  /// Reads what is to be kept of a row that is about to go.
  func note(_ deletion: ChangeSet.Version) throws(GraphError) -> Deletion {
    let (entity, key) = (deletion.entity, deletion.key)
    let kept = kept[entity.index]
    guard !kept.columns.isEmpty else { return Deletion(entity: entity, key: key, values: []) }
    let statement: Statement
    if let known = readings[entity.index] {
      statement = known
    } else {
      statement = try connection.prepare(kept.text)
      readings[entity.index] = statement
    }
    statement.bind(key, at: 1)
    var values: [Scalar] = []
    while try statement.step() { values = kept.columns.indices.map { statement.scalar(Int32($0)) } }
    return Deletion(entity: entity, key: key, values: values)
  }

  /// Ends a save: what it has written counts, or was taken back.
  func settle(isCommitted: Bool) {
    if isCommitted { rows += pendingRows }
    pendingRows = 0
  }

  /// Deletes what an author, or everybody, has saved before a limit, and names that no transaction has any more.
  func purge(before limit: HistoryLimit, by author: String?) throws(GraphError) -> PurgedHistory {
    let purged = try connection.write { () throws(GraphError) -> (PurgedHistory, names: Int)? in
      let purged = try HistoryPurge(connection).run(before: limit, by: author)
      return (purged, try HistoryPurge(connection).removeUnusedNames())
    }
    guard let (purged, names) = purged else { return PurgedHistory() }
    rows += purged.transactions + purged.changes + names
    return purged
  }

  // MARK: - A transaction

  private func open(_ transaction: Int64, of changes: ChangeSet) throws(GraphError) {
    let statement = try prepared().transaction
    statement.bind(transaction, at: 1)
    statement.bind(origin.date(of: transaction).timeIntervalSinceReferenceDate, at: 2)
    let said = [changes.author, origin.bundleID, changes.contextName, origin.processID]
    let keys = try keys(of: said)
    for (place, name) in said.enumerated() {
      if let key = name.flatMap({ keys[$0] }) {
        statement.bind(key, at: Int32(3 + place))
      } else {
        statement.bindNull(at: Int32(3 + place))
      }
    }
    try statement.run()
  }

  /// The keys of names; those that are not there yet are written.
  ///
  /// They are looked up for each save, since another process may have purged what was there.
  private func keys(of said: [String?]) throws(GraphError) -> [String: Int64] {
    let names = said.compactMap(\.self)
    guard let first = names.first else { return [:] }
    let search = try prepared().names
    for place in said.indices {
      search.bindWhole(place < names.count ? names[place] : first, at: Int32(1 + place))
    }
    var keys: [String: Int64] = [:]
    while try search.step() { keys[search.string(1)] = search.integer(0) }
    for name in names where keys[name] == nil {
      let key = try lastKey(of: HistoryTables.names, adding: 1)
      let statement = try prepared().name
      statement.bind(key, at: 1)
      statement.bindWhole(name, at: 2)
      try statement.run()
      keys[name] = key
      pendingRows += 1
    }
    return keys
  }

  /// Sets keys aside in the save's own transaction, and says the last of them.
  private func lastKey(
    of table: HistoryTables.Table, adding count: Int
  ) throws(GraphError) -> Int64 {
    let statement = try prepared().keys
    statement.bind(Int64(count), at: 1)
    statement.bind(Int64(table.number), at: 2)
    guard try statement.step() else {
      throw GraphError(
        .open,
        "The store '\(connection.path)' has lost the keys of its history's '\(table.entity)'; restore it."
      )
    }
    let last = statement.integer(0)
    try statement.run()
    return last
  }

  // MARK: - Statements

  private func prepared() throws(GraphError) -> Statements {
    if let statements { return statements }
    let (changes, transactions) = (HistoryTables.changes, HistoryTables.transactions)
    let (names, nameColumns) = (HistoryTables.names, HistoryTables.nameColumns)
    // Most models keep nothing, and then the file is not asked.
    let keepsValues = kept.contains { !$0.columns.isEmpty }
    let mostKept = keepsValues ? try KeptAttributes.count(connection) : 0
    let keptNames = KeptAttributes.columnNames(mostKept)
    let statements = Statements(
      keys: try connection.prepare(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + ?1 WHERE Z_ENT = ?2 RETURNING Z_MAX"),
      names: try connection.prepare(
        "SELECT Z_PK, ZNAME FROM \(names.name) WHERE ZNAME IN (?1, ?2, ?3, ?4)"),
      name: try connection.prepare(
        "INSERT INTO \(names.name) (Z_PK, Z_ENT, ZNAME) VALUES (?1, \(names.number), ?2)"),
      transaction: try connection.prepare(
        "INSERT INTO \(transactions.name) (Z_PK, Z_ENT, ZTIMESTAMP, \(nameColumns.joined(separator: ", "))) "
          + "VALUES (?1, \(transactions.number), ?2, ?3, ?4, ?5, ?6)"),
      change: try connection.prepare(
        "INSERT INTO \(changes.name) (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS"
          + keptNames.map { ", \($0)" }.joined()
          + ") VALUES (?1, \(changes.number), ?2, ?3, ?4, ?5, ?6"
          + keptNames.indices.map { ", ?\(7 + $0)" }.joined() + ")"),
      mostKept: mostKept)
    self.statements = statements
    return statements
  }
}

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
