// Values that SQLite computes, for rows or for groups of rows.

internal import CSQLite
internal import Faultline
import Foundation

extension Reader {
  /// The lines of a question for values.
  func table(_ query: TableQuery) throws(GraphError) -> [[TableCell]] {
    end()
    try begin()
    guard !query.rows.entities.isEmpty else { return [] }
    let query = query.about(try answerable(query.rows))
    let (text, values) = selection(query)
    let statement = try questions.statement(text, connection)
    statement.bind(values)
    var lines: [[TableCell]] = []
    while try statement.step() {
      var line: [TableCell] = []
      var place: Int32 = 0
      for column in query.columns {
        if case .object = column {
          line.append(object(statement, place))
          place += 2
        } else {
          line.append(.value(statement.scalar(place)))
          place += 1
        }
      }
      lines.append(line)
    }
    return lines
  }

  private func object(_ statement: Statement, _ place: Int32) -> TableCell {
    let key = statement.integer(place)
    guard ForeignKey.isKey(key), let entity = schema.indexOfNumber[statement.integer(place + 1)]
    else { return .value(.none) }
    return .object(ForeignKey(entity: entity, key: key))
  }

  private func selection(_ query: TableQuery) -> (text: String, values: [Scalar]) {
    var translation = QueryTranslation(query.rows, schema)
    let columns = query.columns.map { translation.column($0) }.joined(separator: ", ")
    let filter = translation.filter(query.rows).map { " WHERE \($0)" } ?? ""
    let groups = query.groups.map { translation.term($0) }.joined(separator: ", ")
    let having = query.having.map { " HAVING \(translation.condition($0))" } ?? ""
    let order: String
    if query.isGrouped {
      let keys = query.rows.order + query.lastOrder
      order = keys.map { translation.key($0) }.joined(separator: ", ")
    } else {
      order = translation.order(query.rows)
    }
    let limit = translation.bind(.integer(query.rows.limit == 0 ? -1 : query.rows.limit))
    let offset = translation.bind(.integer(query.rows.offset))
    let text =
      "SELECT \(columns) FROM \(translation.tables)\(filter)"
      + (groups.isEmpty ? "" : " GROUP BY \(groups)") + having
      + (order.isEmpty ? "" : " ORDER BY \(order)") + " LIMIT \(limit) OFFSET \(offset)"
    return (text, translation.text.values)
  }
}

extension QueryTranslation {
  /// A column of a line; an object is its key and the number of its entity.
  fileprivate mutating func column(_ term: BoundTerm) -> String {
    guard case .object(let path) = term else { return self.term(term) }
    return "\(object(at: path)), \(entityNumber(at: path))"
  }
}

extension Statement {
  /// A value of any kind.
  func scalar(_ place: Int32) -> Scalar {
    switch sqlite3_column_type(handle, place) {
    case SQLITE_INTEGER: .integer(Int(integer(place)))
    case SQLITE_FLOAT: .real(double(place))
    case SQLITE_TEXT: .text(string(place))
    case SQLITE_BLOB: .bytes(.init(bytes(place).map { Array($0) } ?? []))
    default: .none
    }
  }
}
