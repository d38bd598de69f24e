// The tables that a question looks into, each under a name of its own.

internal import Faultline

/// The rows of one scope, with those that to-one relationships lead to.
final class QueryScope {
  /// The name of the scope's own row.
  let alias: String
  private let table: String
  private var joins: [String] = []
  /// Names of rows at the end of paths, by the relationships of the path.
  private var known: [[ObjectIdentifier]: String] = [:]

  init(alias: String, table: String) {
    self.alias = alias
    self.table = table
  }

  /// What stands behind FROM.
  var text: String { (["\(table) \(alias)"] + joins).joined(separator: " ") }

  /// The name of the row at the end of a path; a row that is not there has no values.
  func row(
    along path: [ObjectIdentifier], table: String, key: String, _ name: () -> String
  ) -> String {
    if let known = known[path] { return known }
    let alias = name()
    joins.append("LEFT JOIN \(table) \(alias) ON \(alias).Z_PK = \(key)")
    known[path] = alias
    return alias
  }

  /// Adds a table of pairs.
  func join(_ table: String, _ alias: String, on condition: String) {
    joins.append("JOIN \(table) \(alias) ON \(condition)")
  }
}
