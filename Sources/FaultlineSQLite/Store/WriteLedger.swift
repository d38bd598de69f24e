// What the change sets of one transaction have written so far, as a list that SQLite keeps.

internal import Faultline

/// The rows that were changed or removed in a transaction of several change sets.
///
/// A row that comes again gets no further version, and no further change in the history.
final class WriteLedger {
  private static let table = "temp.faultline_written"
  private static let order = "temp.faultline_order"

  private let connection: Connection
  private let schema: PhysicalSchema
  /// How many rows were written more than once, each counted as often as it was too often.
  private(set) var repeats = 0
  /// Whether a change set has written something.
  private(set) var hasWritten = false
  /// The transaction in the history, once there is one, and the first of its changes.
  private(set) var history: (transaction: Int64, firstChange: Int64)?
  /// The rows that the history lists before others.
  var listedFirst: [ForeignKey] = []
  /// The rows of the current change set that an earlier one has changed, with their changes in the history.
  private(set) var former: [ForeignKey: Int64] = [:]
  /// The changes in the history that the current change set has made.
  private var fresh: [ForeignKey: Int64] = [:]
  private var decrements: [Int: Statement] = [:]
  private lazy var search = Result { () throws(GraphError) in
    try connection.prepare(
      "SELECT change FROM \(Self.table) WHERE root = ?1 AND key = ?2 AND isGone = 0")
  }
  private lazy var entry = Result { () throws(GraphError) in
    try connection.prepare("INSERT OR REPLACE INTO \(Self.table) VALUES (?1, ?2, ?3, ?4, ?5)")
  }

  init(_ connection: Connection, _ schema: PhysicalSchema) throws(GraphError) {
    self.connection = connection
    self.schema = schema
    try connection.run(
      "CREATE TABLE \(Self.table) (root INTEGER, key INTEGER, entity INTEGER, change INTEGER, isGone INTEGER, "
        + "PRIMARY KEY (root, key)) WITHOUT ROWID")
  }

  /// Ends it; where the transaction was taken back the table has gone with it.
  func drop() {
    (search, entry) = (.failure(.readOnlyStore), .failure(.readOnlyStore))
    decrements = [:]
    connection.runAside("DROP TABLE IF EXISTS \(Self.table)")
  }

  private func root(of entity: Int) -> Int64 { Int64(schema.plans[entity].root) }

  // MARK: - One change set

  /// Begins a change set: finds out which of its rows were changed before.
  func begin(_ set: ChangeSet) throws(GraphError) {
    (former, fresh) = ([:], [:])
    // The first change set need not be looked through.
    guard hasWritten else { return }
    for update in set.updates { try look(for: update.entity, update.values.key) }
    for deletion in set.deletes { try look(for: deletion.entity, deletion.key) }
  }

  private func look(for entity: EntityDescription, _ key: Int64) throws(GraphError) {
    let search = try search.get()
    search.bind(root(of: entity.index), at: 1)
    search.bind(key, at: 2)
    guard try search.step() else { return }
    former[ForeignKey(entity: entity.index, key: key)] = search.integer(0)
    search.reset()
  }

  /// Ends a change set that was written: its rows have one new version in all.
  func end(_ set: ChangeSet) throws(GraphError) {
    for update in set.updates {
      let key = ForeignKey(entity: update.entity.index, key: update.values.key)
      guard former[key] == nil else {
        repeats += 1
        try takeBackVersion(of: key)
        continue
      }
      try enter(key, change: fresh[key] ?? 0, isGone: false)
    }
    for deletion in set.deletes {
      let key = ForeignKey(entity: deletion.entity.index, key: deletion.key)
      if former[key] != nil { repeats += 1 }
      try enter(key, change: fresh[key] ?? 0, isGone: true)
    }
    hasWritten = true
  }

  private func enter(_ key: ForeignKey, change: Int64, isGone: Bool) throws(GraphError) {
    let entry = try entry.get()
    entry.bind(root(of: key.entity), at: 1)
    entry.bind(key.key, at: 2)
    entry.bind(Int64(key.entity), at: 3)
    entry.bind(change, at: 4)
    entry.bind(Int64(isGone ? 1 : 0), at: 5)
    try entry.run()
  }

  private func takeBackVersion(of key: ForeignKey) throws(GraphError) {
    let statement: Statement
    if let known = decrements[key.entity] {
      statement = known
    } else {
      statement = try connection.prepare(
        "UPDATE \(schema.plans[key.entity].table) SET Z_OPT = Z_OPT - 1 WHERE Z_PK = ?1")
      decrements[key.entity] = statement
    }
    statement.bind(key.key, at: 1)
    try statement.run()
  }

  // MARK: - The history

  /// Notes the history's transaction, which is open from now on.
  func begin(_ transaction: Int64, firstChange: Int64) { history = (transaction, firstChange) }

  /// Notes the change of a row in the history.
  func note(_ change: Int64, of key: ForeignKey) { fresh[key] = change }

  /// Lists the history's changes as one change set would have; says how many there are.
  ///
  /// First is what came, then what was changed, then what went: in each part first the rows that are to be listed first.
  func orderChanges() throws(GraphError) -> Int? {
    guard let (transaction, first) = history else { return nil }
    let table = HistoryTables.changes.name
    try connection.run(
      "CREATE TABLE \(Self.order) (place INTEGER PRIMARY KEY, change INTEGER UNIQUE)")
    for type in [PersistentHistoryChange.ChangeType.insert, .update, .delete] {
      if type != .insert { try orderFirst(areGone: type == .delete) }
      try connection.run(
        "INSERT OR IGNORE INTO \(Self.order) (change) SELECT Z_PK FROM \(table) "
          + "WHERE ZTRANSACTIONID = \(transaction) AND ZCHANGETYPE = \(type.rawValue) ORDER BY Z_PK"
      )
    }
    try connection.run("UPDATE \(table) SET Z_PK = -Z_PK WHERE ZTRANSACTIONID = \(transaction)")
    try connection.run(
      "UPDATE \(table) SET Z_PK = \(first - 1) + o.place FROM \(Self.order) o "
        + "WHERE \(table).Z_PK = -o.change")
    let count = try connection.value("SELECT COUNT(*) FROM \(Self.order)") { Int($0.integer(0)) }
    try connection.run("DROP TABLE \(Self.order)")
    return count
  }

  private func orderFirst(areGone: Bool) throws(GraphError) {
    let statement = try connection.prepare(
      "INSERT OR IGNORE INTO \(Self.order) (change) SELECT change FROM \(Self.table) "
        + "WHERE root = ?1 AND key = ?2 AND change > 0 AND isGone = \(areGone ? 1 : 0)")
    for key in listedFirst {
      statement.bind(root(of: key.entity), at: 1)
      statement.bind(key.key, at: 2)
      try statement.run()
    }
  }

  // MARK: - Reading

  /// The rows that were changed and not removed.
  func changedRows() throws(GraphError) -> [ForeignKey] {
    let statement = try connection.prepare(
      "SELECT entity, key FROM \(Self.table) WHERE isGone = 0 ORDER BY entity, key")
    var rows: [ForeignKey] = []
    while try statement.step() {
      rows.append(ForeignKey(entity: Int(statement.integer(0)), key: statement.integer(1)))
    }
    return rows
  }

  /// Which of some keys of an entity were changed or removed.
  func known(among keys: [Int64], of entity: EntityDescription) throws(GraphError) -> [Int64] {
    let statement = try connection.prepare(
      "SELECT 1 FROM \(Self.table) WHERE root = \(root(of: entity.index)) AND key = ?1")
    var found: [Int64] = []
    for key in keys {
      statement.bind(key, at: 1)
      guard try statement.step() else { continue }
      found.append(key)
      statement.reset()
    }
    return found
  }
}
