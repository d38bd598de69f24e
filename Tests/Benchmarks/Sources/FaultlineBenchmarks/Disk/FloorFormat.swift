// How the floor's file is laid out: as a careful programmer would do it, or as the engine's format wants it.

/// Names of tables and columns, and what a row has besides.
///
/// The engine's file pays for what its format asks: an entity and a version in each row, a comparison of the version
/// in each change, pages that can be given back. What SQLite takes for that by hand is no cost of the engine.
struct FloorFormat: Sendable {
  let department: String
  let employee: String
  let id: String
  let name: String
  let budget: String
  let salary: String
  let hired: String
  let notes: String
  let employer: String
  /// The version of a row, which a change must find and raises; nil where rows have none.
  private let version: String?
  /// What a new row has besides, as columns and as values.
  private let more: (columns: String, values: String)
  /// What is run before there are tables.
  private(set) var preparation: [String]
  private let types: (text: String, real: String, date: String, reference: String)

  static let plain = FloorFormat(
    department: "department", employee: "employee", id: "id", name: "name", budget: "budget",
    salary: "salary", hired: "hired", notes: "notes", employer: "department_id", version: nil,
    more: ("", ""), preparation: [],
    types: ("TEXT", "REAL", "REAL", "INTEGER REFERENCES department(id)"))

  /// As much of a file as is mapped, which is more than any workload's.
  static let mappedBytes = 256 << 20

  /// The plain tables, in a file that the system maps.
  static let mapped = {
    var format = plain
    format.preparation = ["PRAGMA mmap_size = \(mappedBytes)"]
    return format
  }()

  static let store = FloorFormat(
    department: "ZDEPARTMENT", employee: "ZEMPLOYEE", id: "Z_PK", name: "ZNAME", budget: "ZBUDGET",
    salary: "ZSALARY", hired: "ZHIRED", notes: "ZNOTES", employer: "ZDEPARTMENT", version: "Z_OPT",
    more: (", Z_ENT, Z_OPT", ", 1, 1"), preparation: ["PRAGMA auto_vacuum = INCREMENTAL"],
    types: ("VARCHAR", "FLOAT", "TIMESTAMP", "INTEGER"))

  /// The tables, and the index of the relationship.
  var schema: String {
    let own = version.map { "Z_ENT INTEGER, \($0) INTEGER, " } ?? ""
    return """
      CREATE TABLE IF NOT EXISTS \(department)(\(id) INTEGER PRIMARY KEY, \(own)\(name) \(types.text),
        \(budget) \(types.real));
      CREATE TABLE IF NOT EXISTS \(employee)(\(id) INTEGER PRIMARY KEY, \(own)\(name) \(types.text),
        \(salary) \(types.real), \(hired) \(types.date), \(notes) \(types.text), \(employer) \(types.reference));
      CREATE INDEX IF NOT EXISTS employee_dept ON \(employee)(\(employer))
      """
  }

  // MARK: - Statements; places are in the order of the columns

  // Not joined from a list: the library would look up conformances for that, which no careful programmer pays for.
  private var columns: String { "\(id), \(name), \(salary), \(hired), \(notes), \(employer)" }

  var departmentInsertion: String {
    "INSERT INTO \(department)(\(id), \(name), \(budget)\(more.columns)) VALUES(?, ?, ?\(more.values))"
  }

  var insertion: String {
    "INSERT INTO \(employee)(\(columns)\(more.columns)) VALUES(?, ?, ?, ?, ?, ?\(more.values))"
  }

  var rows: String { "SELECT \(columns) FROM \(employee)" }
  var row: String { "\(rows) WHERE \(id) = ?" }
  var keys: String { "SELECT \(id) FROM \(employee)" }

  var departmentRow: String {
    "SELECT \(id), \(name), \(budget) FROM \(department) WHERE \(id) = ?"
  }

  /// A new salary for a row that was not changed since it was inserted.
  var raise: String {
    "UPDATE \(employee) SET \(salary) = ?\(version.map { ", \($0) = 2" } ?? "") WHERE \(unchanged)"
  }

  var deletion: String { "DELETE FROM \(employee) WHERE \(unchanged)" }

  private var unchanged: String { "\(id) = ?\(version.map { " AND \($0) = 1" } ?? "")" }
}
