// The rows that a question finds.

internal import CSQLite
internal import Faultline
import Foundation

/// Compiled questions, by their text.
struct QueryStatements {
  /// Beyond so many, all are forgotten: a program has few shapes of questions.
  private static let most = 64
  private var known: [String: Statement] = [:]
  /// Families of entities that are read by one statement.
  private var families: [Family: FamilyReading] = [:]

  /// Entities by their indexes, and what is read of each row.
  private struct Family: Hashable {
    let entities: [Int]
    let part: RowPart?
  }

  mutating func statement(
    _ text: String, _ connection: Connection, handsUpRows: Bool = true
  ) throws(GraphError) -> Statement {
    if let known = known[text] { return known }
    let statement = try connection.prepare(text, handsUpRows: handsUpRows)
    if known.count >= Self.most { known = [:] }
    known[text] = statement
    return statement
  }

  /// How the rows of several entities are read.
  mutating func family(
    _ entities: [EntityDescription], _ part: RowPart?, _ make: () -> FamilyReading
  ) -> FamilyReading {
    let key = Family(entities: entities.map(\.index), part: part)
    if let known = families[key] { return known }
    let family = make()
    if families.count >= Self.most { families = [:] }
    families[key] = family
    return family
  }
}

/// How rows of several entities are read, or parts of rows.
final class FamilyReading {
  let columns: [String]
  let shapes: [RowShape]
  /// By the entity's index.
  let decoders: [Int: RowDecoder]

  init(_ shape: FamilyShape, _ schema: PhysicalSchema, _ files: ExternalFiles) {
    columns = shape.columns
    shapes = shape.shapes
    var decoders: [Int: RowDecoder] = [:]
    for shape in shape.shapes {
      decoders[shape.plan.entity.index] = RowDecoder(shape, schema.indexOfNumber, files)
    }
    self.decoders = decoders
  }
}

/// A statement that selects rows, and how they are read.
struct RowSelection {
  let text: String
  let values: [Scalar]

  init(_ query: StoreQuery, _ schema: PhysicalSchema, columns: [String]) {
    var translation = QueryTranslation(query, schema)
    let filter = translation.filter(query).map { " WHERE \($0)" } ?? ""
    let order = translation.order(query)
    let limit = translation.bind(.integer(query.limit == 0 ? -1 : query.limit))
    let offset = translation.bind(.integer(query.offset))
    let list = columns.map { "\(QueryTranslation.alias).\($0)" }.joined(separator: ", ")
    text =
      "SELECT \(list) FROM \(translation.tables)\(filter) ORDER BY \(order) "
      + "LIMIT \(limit) OFFSET \(offset)"
    values = translation.text.values
  }

  init(counting query: StoreQuery, _ schema: PhysicalSchema) {
    var translation = QueryTranslation(query, schema)
    let filter = translation.filter(query).map { " WHERE \($0)" } ?? ""
    text = "SELECT COUNT(*) FROM \(translation.tables)\(filter)"
    values = translation.text.values
  }
}

extension StoreQuery {
  /// The questions that are a statement each: an entity after the other where nothing is sorted or counted off.
  var statements: [StoreQuery] {
    isPlain && offset == 0 && limit == 0 ? entities.map { about([$0]) } : [self]
  }
}

extension Reader {
  /// Hands up the rows that satisfy a query, in its order.
  func find(_ query: StoreQuery, into rows: FetchedRows) throws(GraphError) {
    guard let first = query.entities.first else { return }
    let isFamily = query.entities.count > 1
    let isPartial = query.part != nil
    let family = isFamily || isPartial ? self.family(query.entities, query.part) : nil
    let columns = columns(query, first)
    let selection = RowSelection(query, schema, columns: columns)
    let statement = try questions.statement(selection.text, connection)
    statement.bind(selection.values)
    var current: Int64 = -1
    var decoder = family?.decoders[first.index] ?? self.decoders[first.index]
    if !isFamily { rows.begin(first) }
    while try statement.step() {
      if isFamily, let family {
        let number = statement.integer(Int32(columns.count - 1))
        if number != current, let entity = self.entity(number: number) {
          current = number
          rows.begin(entity)
          decoder = family.decoders[entity.index] ?? decoder
        }
      }
      let key = try statement.key()
      if !query.wantsValues {
        rows.append(key: key)
      } else if isPartial {
        rows.append(try row(decoder, statement))
      } else {
        try read(statement, key, decoder, into: rows)
      }
    }
  }

  /// The columns of an answer: the key, what else is wanted, and the entity where it is not clear.
  func columns(_ query: StoreQuery, _ first: EntityDescription) -> [String] {
    let isFamily = query.entities.count > 1
    let known =
      isFamily || query.part != nil
      ? family(query.entities, query.part).columns : shapes[first.index].columns
    let version = query.part == nil ? ["Z_OPT"] : []
    return ["Z_PK"] + (query.wantsValues ? version + known : []) + (isFamily ? ["Z_ENT"] : [])
  }

  /// How many rows satisfy a query.
  func count(_ query: StoreQuery) throws(GraphError) -> Int {
    end()
    try begin()
    guard !query.entities.isEmpty else { return 0 }
    let query = try answerable(query)
    let selection = RowSelection(counting: query, schema)
    // A count is no row of anything.
    let statement = try questions.statement(selection.text, connection, handsUpRows: false)
    statement.bind(selection.values)
    var count = 0
    while try statement.step() { count = Int(statement.integer(0)) }
    return count
  }

  func family(_ entities: [EntityDescription], _ part: RowPart?) -> FamilyReading {
    questions.family(entities, part) {
      FamilyReading(FamilyShape(entities, part, schema), schema, files)
    }
  }

  private func entity(number: Int64) -> EntityDescription? {
    schema.indexOfNumber[number].map { model.entities[$0] }
  }
}

/// Several entities of one table, read by one statement.
struct FamilyShape {
  /// Every column that belongs to a slot of one of them.
  let columns: [String]
  /// The entities, with their places among those columns.
  let shapes: [RowShape]

  init(_ entities: [EntityDescription], _ part: RowPart?, _ schema: PhysicalSchema) {
    let own = entities.map { RowShape(schema.plans[$0.index], only: part) }
    var columns: [String] = []
    for column in own.flatMap(\.columns) where !columns.contains(column) { columns.append(column) }
    self.columns = columns
    shapes = own.map { RowShape($0, among: columns) }
  }
}

// What SQLite makes of a question, shown to people.
extension Reader {
  /// The statements of a query, each with SQLite's own plan for it.
  func explain(_ query: StoreQuery) throws(GraphError) -> [QueryPlan.Statement] {
    end()
    try begin()
    var statements: [QueryPlan.Statement] = []
    for (text, values) in texts(try answerable(query)) {
      statements.append(
        QueryPlan.Statement(
          text: text, values: values.map(\.words), steps: try steps(text, values)))
    }
    return statements
  }

  private func texts(_ query: StoreQuery) -> [(text: String, values: [Scalar])] {
    guard !query.isPlain || query.part != nil else {
      let limit = query.limit == 0 ? -1 : query.end(of: .max)
      return query.entities.map {
        let shape = shapes[$0.index]
        return (query.wantsValues ? shape.fetchText : shape.keysText, [.integer(limit)])
      }
    }
    return query.statements.compactMap { query in
      guard let first = query.entities.first else { return nil }
      let selection = RowSelection(query, schema, columns: columns(query, first))
      return (selection.text, selection.values)
    }
  }

  private func steps(_ text: String, _ values: [Scalar]) throws(GraphError) -> [String] {
    try connection.plan(of: text) { $0.bind(values) }
  }
}

// Values that SQLite computes, for rows or for groups of rows.
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
