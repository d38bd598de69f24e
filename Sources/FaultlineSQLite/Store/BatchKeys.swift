// The rows that a batch is about, as a list that SQLite keeps: however many they are, they take no memory here.

internal import Faultline

/// Keys of rows in two temporary tables: those that were chosen, and those at the other ends of their relationships.
struct BatchKeys {
  private let connection: Connection
  private let schema: PhysicalSchema
  private static let chosen = "temp.faultline_chosen"
  private static let touched = "temp.faultline_touched"

  init(_ connection: Connection, _ schema: PhysicalSchema) {
    self.connection = connection
    self.schema = schema
  }

  /// Makes both tables, in the transaction that is open.
  ///
  /// Keys are unique in a whole tree of entities, so a row is its root and its key. The round says how far it is from
  /// those that were asked for.
  func make() throws(GraphError) {
    try connection.run(
      "CREATE TABLE \(Self.chosen) (root INTEGER, key INTEGER, round INTEGER, PRIMARY KEY (root, key)) "
        + "WITHOUT ROWID")
    try connection.run(
      "CREATE TABLE \(Self.touched) (root INTEGER, key INTEGER, PRIMARY KEY (root, key)) WITHOUT ROWID"
    )
  }

  /// Ends what `make` began; where the transaction was taken back the tables have gone with it.
  func drop() {
    connection.runAside("DROP TABLE IF EXISTS \(Self.chosen)")
    connection.runAside("DROP TABLE IF EXISTS \(Self.touched)")
  }

  // MARK: - As conditions and sources of statements

  /// The chosen keys of a tree.
  static func chosen(of root: Int) -> String {
    "(SELECT key FROM \(chosen) WHERE root = \(root))"
  }

  /// The chosen keys of a tree that came in one round.
  static func chosen(of root: Int, in round: Int) -> String {
    "(SELECT key FROM \(chosen) WHERE root = \(root) AND round = \(round))"
  }

  /// The touched keys of a tree.
  static func touched(of root: Int) -> String {
    "(SELECT key FROM \(touched) WHERE root = \(root))"
  }

  // MARK: - Filling

  /// Chooses the rows that a request is about; says how many.
  func choose(_ target: StoreBatch.Target) throws(GraphError) -> Int {
    switch target {
    case .query(let query):
      guard let first = query.entities.first else { return 0 }
      var translation = QueryTranslation(query, schema)
      let filter = translation.filter(query).map { " WHERE \($0)" } ?? ""
      var window = ""
      if query.limit > 0 || query.offset > 0 {
        let order = translation.order(query)
        let limit = translation.bind(.integer(query.limit == 0 ? -1 : query.limit))
        window =
          " ORDER BY \(order) LIMIT \(limit) OFFSET \(translation.bind(.integer(query.offset)))"
      }
      let statement = try connection.prepare(
        "INSERT INTO \(Self.chosen) SELECT \(schema.plans[first.index].root), \(QueryTranslation.alias).Z_PK, 0 "
          + "FROM \(translation.tables)\(filter)\(window)")
      statement.bind(translation.text.values)
      try statement.run()
      return connection.changedRows
    case .keys(let keys): return try choose(keys)
    }
  }

  private func choose(_ keys: [ForeignKey]) throws(GraphError) -> Int {
    var count = 0
    var start = 0
    while start < keys.count {
      let plan = schema.plans[keys[start].entity]
      var end = start + 1
      while end < keys.count, keys[end].entity == keys[start].entity,
        end - start < BatchStatements.sizes.last ?? 1
      { end += 1 }
      let places = Array(repeating: "?", count: end - start).joined(separator: ",")
      let own = plan.sharesTable ? " AND Z_ENT = \(plan.number)" : ""
      let statement = try connection.prepare(
        "INSERT OR IGNORE INTO \(Self.chosen) SELECT \(plan.root), Z_PK, 0 FROM \(plan.table) "
          + "WHERE Z_PK IN (\(places))\(own)")
      for (place, key) in keys[start..<end].enumerated() {
        statement.bind(key.key, at: Int32(place + 1))
      }
      try statement.run()
      count += connection.changedRows
      start = end
    }
    return count
  }

  /// Chooses further rows of a table, of those that a statement names; says how many were new.
  func choose(
    _ plan: PhysicalSchema.EntityPlan, among keys: String, round: Int
  ) throws(GraphError) -> Int {
    try run(
      "INSERT OR IGNORE INTO \(Self.chosen) SELECT \(plan.root), Z_PK, \(round) FROM \(plan.table) "
        + "WHERE Z_PK IN (\(keys))")
  }

  /// Notes that rows of a table are changed along, of those that a statement names.
  func touch(_ plan: PhysicalSchema.EntityPlan, among keys: String) throws(GraphError) {
    _ = try run(
      "INSERT OR IGNORE INTO \(Self.touched) SELECT \(plan.root), Z_PK FROM \(plan.table) "
        + "WHERE Z_PK IN (\(keys))")
  }

  /// Leaves out of the touched rows those that were chosen themselves.
  func keepOnlyOthers() throws(GraphError) {
    _ = try run(
      "DELETE FROM \(Self.touched) WHERE EXISTS (SELECT 1 FROM \(Self.chosen) c "
        + "WHERE c.root = faultline_touched.root AND c.key = faultline_touched.key)")
  }

  /// Runs a statement by itself; says how many rows it has changed.
  func run(_ text: String) throws(GraphError) -> Int {
    let statement = try connection.prepare(text)
    try statement.run()
    return connection.changedRows
  }

  // MARK: - Reading

  /// The chosen or the touched rows that are there: round by round, entity by entity, in the order of their keys.
  func list(chosen isChosen: Bool) throws(GraphError) -> [ForeignKey] {
    var found: [(round: Int64, key: ForeignKey)] = []
    var seen: Set<Int> = []
    for plan in schema.numberedPlans where plan.isKept && seen.insert(plan.root).inserted {
      let table = isChosen ? Self.chosen : Self.touched
      let statement = try connection.prepare(
        "SELECT k.key, t.Z_ENT, \(isChosen ? "k.round" : "0") FROM \(table) k "
          + "JOIN \(plan.table) t ON t.Z_PK = k.key WHERE k.root = \(plan.root)", handsUpRows: true)
      while try statement.step() {
        let key = try statement.key()
        guard let entity = schema.indexOfNumber[statement.integer(1)] else { continue }
        found.append((statement.integer(2), ForeignKey(entity: entity, key: key)))
      }
    }
    found.sort { ($0.round, $0.key.bits) < ($1.round, $1.key.bits) }
    return found.map(\.key)
  }

  /// Which of some keys of a tree are in one of the tables.
  func known(among keys: [Int64], root: Int) throws(GraphError) -> [Int64] {
    let most = BatchStatements.sizes.last ?? 1
    var found: [Int64] = []
    for start in stride(from: 0, to: keys.count, by: most) {
      let chunk = keys[start..<min(keys.count, start + most)]
      let places = (1...chunk.count).map { "?\($0)" }.joined(separator: ",")
      let statement = try connection.prepare(
        "SELECT key FROM \(Self.chosen) WHERE root = \(root) AND key IN (\(places)) "
          + "UNION SELECT key FROM \(Self.touched) WHERE root = \(root) AND key IN (\(places))")
      for (place, key) in chunk.enumerated() { statement.bind(key, at: Int32(place + 1)) }
      while try statement.step() { found.append(statement.integer(0)) }
    }
    return found
  }
}
