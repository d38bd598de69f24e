// Who belongs to a to-many relationship.

internal import Faultline

/// The question for the members of one relationship, compiled once.
final class MemberQuery {
  private let statement: Statement
  private let place: PhysicalSchema.CollectionPlace
  private let indexOfNumber: [Int]

  init(
    _ place: PhysicalSchema.CollectionPlace, _ schema: PhysicalSchema, _ connection: Connection
  ) throws(GraphError) {
    self.place = place
    indexOfNumber = schema.indexOfNumber
    statement = try connection.prepare(Self.text(place))
  }

  /// Key, entity number, position.
  private static func text(_ place: PhysicalSchema.CollectionPlace) -> String {
    let entity = place.memberEntity == nil ? "m.Z_ENT" : "0"
    let order = place.orderColumn.map { "t.\($0)" } ?? "NULL"
    let condition = "WHERE t.\(place.ownerColumn) = ?1"
    guard case .join = place.kind else {
      return "SELECT t.Z_PK, \(entity == "0" ? entity : "t.Z_ENT"), \(order) "
        + "FROM \(place.table) t \(condition) ORDER BY t.Z_PK"
    }
    let rows =
      place.memberEntity == nil
      ? " JOIN \(place.memberTable) m ON m.Z_PK = t.\(place.memberColumn)" : ""
    return "SELECT t.\(place.memberColumn), \(entity), \(order) FROM \(place.table) t\(rows) "
      + "\(condition) ORDER BY 1"
  }

  /// The members in their own order, those without a place behind, by entity and key.
  func members(of owner: ForeignKey) throws(GraphError) -> [ForeignKey] {
    statement.bind(owner.key, at: 1)
    var members: [ForeignKey] = []
    guard place.orderColumn != nil || place.memberEntity == nil else {
      let entity = place.memberEntity ?? 0
      while try statement.step() {
        members.append(ForeignKey(entity: entity, key: statement.integer(0)))
      }
      return members
    }
    var found: [(position: Int64, key: ForeignKey)] = []
    while try statement.step() {
      let number = Int(truncatingIfNeeded: statement.integer(1))
      guard
        let entity = place.memberEntity
          ?? (indexOfNumber.indices.contains(number - 1) ? indexOfNumber[number - 1] : nil)
      else { continue }
      found.append(
        (
          statement.isNull(2) ? .max : statement.integer(2),
          ForeignKey(entity: entity, key: statement.integer(0))
        ))
    }
    found.sort { ($0.position, $0.key.bits) < ($1.position, $1.key.bits) }
    return found.map(\.key)
  }
}
