// The statements that make a new file.

internal import Faultline

extension PhysicalSchema {
  /// The bookkeeping tables, which every file has behind those of its model.
  static let bookkeeping = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
  ]

  /// All tables, then all indexes, then the bookkeeping.
  var creationStatements: [String] {
    tables.map(\.creationStatement) + tables.flatMap(\.indexes) + Self.bookkeeping
  }
}

extension PhysicalSchema.Table {
  /// The statement that makes the table.
  var creationStatement: String {
    let own = columns.map { "\($0.name) \($0.form.rawValue)" }
    let parts =
      keyColumns.isEmpty
      ? ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"] + own
      : own + ["PRIMARY KEY (\(keyColumns.joined(separator: ", ")))"]
    return "CREATE TABLE \(name) ( \(parts.joined(separator: ", ")) )"
  }
}
