// A question in SQL: the tables that it looks into, its text, and the values that are bound to it.

internal import Faultline
import Foundation

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

/// A statement with its values.
///
/// No value ever stands in the text, and no name that a user wrote does: columns and tables come from the
/// schema, everything else is bound.
struct QueryText {
  /// The values in the order of their places.
  private(set) var values: [Scalar] = []

  /// Notes a value, and says how the text refers to it.
  mutating func bind(_ value: Scalar) -> String {
    values.append(value)
    return "?\(values.count)"
  }
}

extension Statement {
  /// Binds the values of a question.
  func bind(_ values: [Scalar]) {
    for (index, value) in values.enumerated() { bind(value, at: Int32(index + 1)) }
  }

  /// Binds a value of any kind.
  func bind(_ value: Scalar, at place: Int32) {
    switch value {
    case .none, .object: bindNull(at: place)
    case .integer(let number): bind(Int64(number), at: place)
    case .real(let number): bind(number, at: place)
    case .text(let text): bindWhole(text, at: place)
    case .bytes(let data): bind(data, at: place)
    }
  }
}
