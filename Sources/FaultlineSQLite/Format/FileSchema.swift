// What a file really has, whatever a model asks for.

internal import Faultline

/// The tables, entities and triggers of a file.
///
/// Only real tables are asked: a view or a virtual table could answer anything, for any length of time.
struct FileSchema {
  /// One row of `Z_PRIMARYKEY`.
  struct StoredEntity {
    let number: Int
    /// As it was when the row was written: a migration that renames leaves it.
    let name: String
    /// The parent's number; 0 for a root.
    let parent: Int
  }

  /// One table.
  struct Table {
    /// In the order of the file.
    var columns: [String] = []
    /// The declared types by the columns' names.
    var types: [String: String] = [:]

    /// Whether its rows are pairs of keys and no objects.
    var isJoin: Bool { types["Z_PK"] == nil }
  }

  /// One trigger.
  struct Trigger {
    let name: String
    let table: String
    let text: String
  }

  /// By their numbers.
  let entities: [StoredEntity]
  /// The numbers of a history's own entities.
  let historyNumbers: Set<Int>
  /// By name.
  let tables: [String: Table]
  /// By name.
  let triggers: [Trigger]
  /// By name.
  let virtualTables: [StoreInspection.VirtualTable]

  /// Numbers from here on are those of a history's own entities.
  static let firstHistoryNumber = 16_001

  init(_ connection: Connection) throws(GraphError) {
    var tables: [String: Table] = [:]
    let columns = try connection.prepare(
      """
      SELECT t.name, c.name, c.type FROM sqlite_schema t, pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.rootpage > 0
      """)
    while try columns.step() {
      let name = columns.string(0)
      // The format's names have no others, and these stand in statements as they are.
      guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { continue }
      tables[name, default: Table()].columns.append(columns.string(1))
      tables[name]?.types[columns.string(1)] = columns.string(2)
    }
    self.tables = tables
    guard ["Z_PRIMARYKEY", "Z_METADATA"].allSatisfy({ tables[$0] != nil }) else {
      throw GraphError(
        .open, "The file '\(connection.path)' is a database and no store; choose another file.")
    }
    var entities: [StoredEntity] = []
    let rows = try connection.prepare(
      "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT BETWEEN 1 AND ?1 ORDER BY Z_ENT")
    rows.bind(Int64(Self.firstHistoryNumber + HistoryTables.all.count - 1), at: 1)
    var historyNumbers: Set<Int> = []
    while try rows.step() {
      let number = Int(rows.integer(0))
      guard number < Self.firstHistoryNumber else {
        historyNumbers.insert(number)
        continue
      }
      entities.append(
        StoredEntity(
          number: number, name: rows.string(1),
          parent: Int(clamping: rows.integer(2))))
    }
    self.entities = entities
    self.historyNumbers = historyNumbers
    var triggers: [Trigger] = []
    let list = try connection.prepare(
      "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
    while try list.step() {
      triggers.append(Trigger(name: list.string(0), table: list.string(1), text: list.string(2)))
    }
    self.triggers = triggers
    var virtualTables: [StoreInspection.VirtualTable] = []
    let others = try connection.prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND rootpage = 0 ORDER BY name")
    while try others.step() {
      let module = others.string(1).firstMatch(of: #/(?i)\bUSING\s+"?(\w+)/#).map { String($0.1) }
      virtualTables.append(
        StoreInspection.VirtualTable(name: others.string(0), module: module ?? "unknown"))
    }
    self.virtualTables = virtualTables
  }
}
