// The members of a to-many relationship, of one owner or of many.

internal import Faultline

/// The question for the members of one relationship, compiled once for each number of owners.
final class MemberQuery {
  private let place: PhysicalSchema.CollectionPlace
  private let indexOfNumber: EntityNumbers
  private let connection: Connection
  private var statements: [Statement?]

  init(
    _ place: PhysicalSchema.CollectionPlace, _ schema: PhysicalSchema, _ connection: Connection
  ) {
    self.place = place
    self.connection = connection
    indexOfNumber = schema.indexOfNumber
    statements = BatchStatements.sizes.map { _ in nil }
  }

  /// Key, owner, entity number, position.
  private func text(_ count: Int) -> String {
    let entity = place.memberEntity == nil ? "m.Z_ENT" : "0"
    let order = place.orderColumn.map { "t.\($0)" } ?? "NULL"
    let owner = "t.\(place.ownerColumn)"
    let places = Array(repeating: "?", count: count).joined(separator: ",")
    let condition = "WHERE \(owner) \(count == 1 ? "= ?" : "IN (\(places))")"
    guard case .join = place.kind else {
      return "SELECT t.Z_PK, \(owner), \(entity == "0" ? entity : "t.Z_ENT"), \(order) "
        + "FROM \(place.table) t \(condition) ORDER BY 1"
    }
    let rows =
      place.memberEntity == nil
      ? " JOIN \(place.memberTable) m ON m.Z_PK = t.\(place.memberColumn)" : ""
    return "SELECT t.\(place.memberColumn), \(owner), \(entity), \(order) "
      + "FROM \(place.table) t\(rows) \(condition) ORDER BY 1"
  }

  /// The members of one owner, as `members(of:)` lists them.
  func members(of owner: ForeignKey) throws(GraphError) -> [ForeignKey] {
    let statement = try statement(for: 1).statement
    statement.bind(owner.key, at: 1)
    guard place.orderColumn != nil || place.memberEntity == nil else {
      var members: [ForeignKey] = []
      let entity = place.memberEntity ?? 0
      while try statement.step() {
        let key = statement.integer(0)
        if ForeignKey.isKey(key) { members.append(ForeignKey(entity: entity, key: key)) }
      }
      return members
    }
    var found: [Int64: [Member]] = [:]
    try read(statement, into: &found)
    return inOrder(found[owner.key] ?? [])
  }

  /// The members of each owner in their own order, those without a place behind, by entity and key.
  func members(of owners: [ForeignKey]) throws(GraphError) -> [[ForeignKey]] {
    let most = BatchStatements.sizes.last ?? 1
    var found: [Int64: [Member]] = [:]
    for start in stride(from: 0, to: owners.count, by: most) {
      let chunk = owners[start..<min(owners.count, start + most)]
      let (statement, size) = try statement(for: chunk.count)
      for place in 0..<size {
        statement.bind(chunk[start + min(place, chunk.count - 1)].key, at: Int32(place + 1))
      }
      try read(statement, into: &found)
    }
    return owners.map { inOrder(found[$0.key] ?? []) }
  }

  private typealias Member = (position: Int64, key: ForeignKey)

  private func read(
    _ statement: Statement, into found: inout [Int64: [Member]]
  ) throws(GraphError) {
    while try statement.step() {
      let key = statement.integer(0)
      guard ForeignKey.isKey(key),
        let entity = place.memberEntity ?? indexOfNumber[statement.integer(2)]
      else { continue }
      found[statement.integer(1), default: []].append(
        (statement.isNull(3) ? .max : statement.integer(3), ForeignKey(entity: entity, key: key)))
    }
  }

  private func inOrder(_ members: [Member]) -> [ForeignKey] {
    members.sorted { ($0.position, $0.key.bits) < ($1.position, $1.key.bits) }.map(\.key)
  }

  private func statement(
    for count: Int
  ) throws(GraphError) -> (statement: Statement, size: Int) {
    let sizes = BatchStatements.sizes
    let place = sizes.firstIndex { $0 >= count } ?? sizes.count - 1
    if let known = statements[place] { return (known, sizes[place]) }
    let statement = try connection.prepare(text(sizes[place]), handsUpRows: true)
    statements[place] = statement
    return (statement, sizes[place])
  }
}
