// What must be unique in one entity's rows: room is made first, and the row that is in the way is found.

internal import Faultline

/// The statements for the uniqueness constraints of one entity.
final class UniquenessWriter {
  private let constraints: [Uniqueness]
  private let shape: RowShape
  private let binder: RowBinder
  private let connection: Connection
  private var vacations: [Int: Statement] = [:]
  private var searches: [Int: Statement] = [:]

  init(
    _ constraints: [Uniqueness], _ shape: RowShape, _ binder: RowBinder, _ connection: Connection
  ) {
    self.constraints = constraints
    self.shape = shape
    self.binder = binder
    self.connection = connection
  }

  /// Empties the values that updates are about to change, so that rows may exchange them.
  ///
  /// An index compares at each statement; what is empty equals nothing. A row that was changed elsewhere keeps its
  /// values: the resolution of the conflict needs them.
  func makeRoom(for changes: UnsafeBufferPointer<ChangeSet.Change>) throws(GraphError) {
    for change in changes {
      for constraint in constraints {
        // One missing value is enough.
        guard let slot = constraint.slots.first(where: change.changed.contains),
          let field = shape.fields.first(where: { $0.slot == slot })
        else { continue }
        let statement = try vacation(field)
        statement.bind(change.values.key, at: 1)
        statement.bind(Int64(change.values.version) - 1, at: 2)
        try statement.run()
      }
    }
  }

  /// The row that has the values of a refused one; nil if it was refused for another reason.
  func collision(
    of row: RowValues, _ schema: PhysicalSchema
  ) throws(GraphError) -> StoreCollision? {
    for (place, constraint) in constraints.enumerated() {
      let fields = shape.fields.filter { constraint.slots.contains($0.slot) }
      let statement = try search(place, fields)
      _ = try binder.bind(fields, of: row, to: statement, from: 1)
      guard try statement.step() else { continue }
      let (key, number) = (statement.integer(0), statement.integer(1))
      statement.reset()
      guard key != row.key, let index = schema.indexOfNumber[number] else { continue }
      return StoreCollision(
        entity: shape.plan.entity, key: row.key, keys: constraint.keys,
        holder: (schema.plans[index].entity, key))
    }
    return nil
  }

  // MARK: - Statements

  private func vacation(_ field: RowShape.Field) throws(GraphError) -> Statement {
    if let known = vacations[field.slot] { return known }
    let statement = try connection.prepare(
      "UPDATE \(shape.plan.table) SET \(field.column) = NULL WHERE Z_PK = ?1 AND Z_OPT = ?2")
    vacations[field.slot] = statement
    return statement
  }

  private func search(
    _ place: Int, _ fields: [RowShape.Field]
  ) throws(GraphError) -> Statement {
    if let known = searches[place] { return known }
    let columns = fields.flatMap { [$0.column] + ($0.entityColumn.map { [$0] } ?? []) }
    let condition = columns.map { "\($0) = ?" }.joined(separator: " AND ")
    let statement = try connection.prepare(
      "SELECT Z_PK, Z_ENT FROM \(shape.plan.table) WHERE \(condition)")
    searches[place] = statement
    return statement
  }
}
