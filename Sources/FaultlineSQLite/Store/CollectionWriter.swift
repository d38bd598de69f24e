// Writes what no row contains: members of to-many relationships, and their order.

internal import Faultline

/// The statements for one to-many relationship.
final class CollectionWriter {
  private let place: PhysicalSchema.CollectionPlace
  private let connection: Connection
  private var statements: [Purpose: Statement] = [:]

  private enum Purpose: Hashable {
    case add, remove, forget, positions, position
  }

  init(_ place: PhysicalSchema.CollectionPlace, _ connection: Connection) {
    self.place = place
    self.connection = connection
  }

  // MARK: - Members

  func change(_ link: ChangeSet.Link) throws(GraphError) {
    for member in link.removed { try run(.remove, link.owner.key, member.key) }
    for member in link.added { try run(.add, link.owner.key, member.key) }
    guard case .join(isReflexive: true) = place.kind else { return }
    for member in link.removed { try run(.remove, member.key, link.owner.key) }
    for member in link.added { try run(.add, member.key, link.owner.key) }
  }

  /// Takes out an owner that goes.
  func forget(_ owner: Int64) throws(GraphError) {
    if case .inverse = place.kind { return }
    try run(.forget, owner, owner)
  }

  private func run(_ purpose: Purpose, _ owner: Int64, _ member: Int64) throws(GraphError) {
    let statement = try statement(purpose)
    statement.bind(owner, at: 1)
    statement.bind(member, at: 2)
    try statement.run()
  }

  // MARK: - Order

  /// Gives the members positions in this order, and leaves alone those that stand right already.
  ///
  /// Members that the order does not name come after them, in their former order.
  func order(_ order: ChangeSet.Order) throws(GraphError) {
    guard place.orderColumn != nil else { return }
    let reading = try statement(.positions)
    reading.bind(order.owner.key, at: 1)
    var current: [Int64: Int64] = [:]
    while try reading.step() {
      if !reading.isNull(1) { current[reading.integer(0)] = reading.integer(1) }
    }
    let named = order.members.map(\.key)
    let others = Set(current.keys).subtracting(named)
    let keys = named + others.sorted { (current[$0] ?? 0, $0) < (current[$1] ?? 0, $1) }
    let writing = try statement(.position)
    for (key, position) in zip(keys, SparseOrder.positions(keys.map { current[$0] }))
    where current[key] != position {
      writing.bind(order.owner.key, at: 1)
      writing.bind(key, at: 2)
      writing.bind(position, at: 3)
      try writing.run()
    }
  }

  // MARK: - Statements

  private func statement(_ purpose: Purpose) throws(GraphError) -> Statement {
    if let known = statements[purpose] { return known }
    let statement = try connection.prepare(text(purpose))
    statements[purpose] = statement
    return statement
  }

  /// The owner is bound first, then the member, then the position.
  private func text(_ purpose: Purpose) -> String {
    let (table, owner, member) = (place.table, place.ownerColumn, place.memberColumn)
    let pair = "\(owner) = ?1 AND \(member) = ?2"
    let position = place.orderColumn ?? "NULL"
    switch (purpose, place.kind) {
    case (.add, .join):
      return "INSERT OR IGNORE INTO \(table) (\(owner), \(member)) VALUES (?1, ?2)"
    case (.add, _): return "UPDATE \(table) SET \(owner) = ?1 WHERE \(member) = ?2"
    case (.remove, .join): return "DELETE FROM \(table) WHERE \(pair)"
    case (.remove, _): return "UPDATE \(table) SET \(owner) = NULL WHERE \(pair)"
    case (.forget, .join(isReflexive: true)):
      return "DELETE FROM \(table) WHERE \(owner) = ?1 OR \(member) = ?2"
    case (.forget, .join): return "DELETE FROM \(table) WHERE \(owner) = ?1"
    case (.forget, _): return "UPDATE \(table) SET \(owner) = NULL WHERE \(owner) = ?1"
    case (.positions, _): return "SELECT \(member), \(position) FROM \(table) WHERE \(owner) = ?1"
    case (.position, _): return "UPDATE \(table) SET \(position) = ?3 WHERE \(pair)"
    }
  }
}
