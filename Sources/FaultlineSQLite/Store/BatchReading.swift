// Many rows by their keys, with few statements.

internal import Faultline

/// Statements that take many keys, one for each entity and size: a few sizes serve every number of keys.
struct BatchStatements {
  /// Few sizes mean few statements to compile; what is missing to the next one is filled with a key again.
  static let sizes = [1, 10, 100, 500]

  private var statements: [[Statement?]]

  private static func place(for count: Int) -> Int {
    sizes.firstIndex { $0 >= count } ?? sizes.count - 1
  }

  /// How many keys a statement takes for so many that are there.
  static func size(for count: Int) -> Int { sizes[place(for: count)] }

  init(_ entityCount: Int) {
    statements = Array(
      repeating: Array(repeating: nil, count: Self.sizes.count), count: entityCount)
  }

  /// The statement for the smallest size that takes so many keys, with how many it takes.
  mutating func statement(
    for count: Int, _ shape: RowShape, _ connection: Connection
  ) throws(GraphError) -> (Statement, size: Int) {
    let place = Self.place(for: count)
    let size = Self.sizes[place]
    let index = shape.plan.entity.index
    if let known = statements[index][place] { return (known, size) }
    let statement = try connection.prepare(shape.rowsText(size), handsUpRows: true)
    statements[index][place] = statement
    return (statement, size)
  }
}

extension Reader {
  /// Hands up the rows of keys, whole or in part, those that are missing left out.
  func rows(
    for keys: [Int64], of entity: EntityDescription, into rows: FetchedRows
  ) throws(GraphError) {
    try begin()
    guard schema.plans[entity.index].isKept else { return }
    rows.begin(entity, expecting: keys.count)
    let most = BatchStatements.sizes.last ?? 1
    var start = 0
    while start < keys.count {
      let chunk = keys[start..<min(keys.count, start + most)]
      let (statement, size) = try batchStatement(for: chunk.count, entity, rows.part)
      for place in 0..<size {
        statement.bind(chunk[start + min(place, chunk.count - 1)], at: Int32(place + 1))
      }
      try readBatch(statement, entity, into: rows)
      start += chunk.count
    }
  }
}
