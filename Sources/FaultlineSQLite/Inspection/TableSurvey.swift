// Counts the rows of a file, and measures the pages that they take.

internal import Faultline

/// The rows and bytes of a store by table, and in each by the numbers of entities.
struct TableSurvey {
  /// By name.
  private(set) var tables: [StoreInspection.Table] = []

  private let connection: Connection
  private let file: FileSchema
  /// Asks for the indexes of a table with their columns.
  private let indexList: Statement
  /// The bytes of tables and indexes by name.
  private var pages: [String: Int] = [:]
  /// By the name of a table.
  private var counts: [String: Count] = [:]

  /// What is in one table, by the numbers of entities.
  private struct Count {
    var rows: [Int64: Int] = [:]
    var bytes: [Int64: Int] = [:]
  }

  init(
    _ connection: Connection, _ file: FileSchema, _ schema: PhysicalSchema?
  ) throws(GraphError) {
    self.connection = connection
    self.file = file
    indexList = try connection.prepare(
      """
      SELECT i.name, i."unique", c.name FROM pragma_index_list(?1) i, pragma_index_info(i.name) c
      ORDER BY i.name, c.seqno
      """)
    try weigh()
    let shared = Self.sharedColumns(schema)
    for name in file.tables.keys.sorted() { try count(name, shared[name] ?? []) }
  }

  /// How many rows of a table are of the entity of a number.
  func rows(of number: Int, in table: String) -> Int { counts[table]?.rows[Int64(number)] ?? 0 }

  /// The bytes of a table's pages that the rows of an entity take, by the share of what stands in them.
  func bytes(of number: Int, in table: String) -> Int {
    guard let count = counts[table], let own = count.bytes[Int64(number)] else { return 0 }
    let all = count.bytes.values.reduce(0.0) { $0 + Double($1) }
    return all > 0 ? Int((Double(pages[table] ?? 0) * Double(own) / all).rounded()) : 0
  }

  private mutating func weigh() throws(GraphError) {
    let statement = try connection.prepare("SELECT name, SUM(pgsize) FROM dbstat GROUP BY name")
    while try statement.step() { pages[statement.string(0)] = Int(clamping: statement.integer(1)) }
  }

  /// Counts the rows of each entity, and what stands in them where several share the table.
  private mutating func count(_ name: String, _ columns: Set<String>) throws(GraphError) {
    var count = Count()
    let table = file.tables[name]
    let isOfRows = table?.isJoin == false && table?.types["Z_ENT"] != nil
    let statement = try connection.prepare(
      isOfRows
        ? "SELECT Z_ENT, COUNT(*), \(Self.weight(columns)) FROM \(name) GROUP BY Z_ENT"
        : "SELECT 0, SUM(1), 0 FROM \(name)")
    while try statement.step() {
      let number = statement.integer(0)
      count.rows[number] = Int(clamping: statement.integer(1))
      count.bytes[number] = Int(clamping: statement.integer(2))
    }
    counts[name] = count
    tables.append(
      StoreInspection.Table(
        name: name, rows: count.rows.values.reduce(0, +), bytes: pages[name] ?? 0,
        indexes: try indexes(of: name)))
  }

  /// The columns of tables that several entities share.
  private static func sharedColumns(_ schema: PhysicalSchema?) -> [String: Set<String>] {
    var columns: [String: Set<String>] = [:]
    for plan in schema?.plans ?? [] where plan.sharesTable && plan.isKept {
      columns[plan.table, default: []].formUnion(plan.places.compactMap { $0?.column })
    }
    return columns
  }

  /// The bytes of the values in a row, about; a row has a few more of its own.
  private static func weight(_ columns: Set<String>) -> String {
    guard !columns.isEmpty else { return "COUNT(*)" }
    let lengths = columns.sorted().map { "IFNULL(LENGTH(CAST(\($0) AS BLOB)), 0)" }
    return "SUM(8 + \(lengths.joined(separator: " + ")))"
  }

  private func indexes(of table: String) throws(GraphError) -> [StoreInspection.Index] {
    indexList.bind(table, at: 1)
    var columns: [String: [String]] = [:]
    var unique: Set<String> = []
    while try indexList.step() {
      let name = indexList.string(0)
      columns[name, default: []].append(indexList.isNull(2) ? "an expression" : indexList.string(2))
      if indexList.integer(1) != 0 { unique.insert(name) }
    }
    return columns.keys.sorted().map { name in
      StoreInspection.Index(
        name: name, columns: columns[name] ?? [], isUnique: unique.contains(name),
        bytes: pages[name] ?? 0)
    }
  }
}
