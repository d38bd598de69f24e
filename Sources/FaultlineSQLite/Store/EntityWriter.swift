// Writes the rows of one entity: one compiled statement for each shape of change.

internal import Faultline

/// New, changed and removed rows of one entity.
final class EntityWriter {
  private struct Update {
    let statement: Statement
    let fields: [RowShape.Field]
    /// Changed fields whose former data may lie in a file of its own.
    let hasExternalData: Bool
  }

  private let shape: RowShape
  private let binder: RowBinder
  private let connection: Connection
  private let files: ExternalFiles
  private let externalFields: [RowShape.Field]
  /// Nil where nothing must be unique.
  private let uniqueness: UniquenessWriter?
  private let schema: PhysicalSchema
  private let reports: DerivedReports?
  /// Whether new rows are written in scattered order, and not by ascending keys.
  private let scatters: Bool
  private var insertion: Statement?
  private var deletion: Statement?
  private var updates: [ChangedSlots: Update] = [:]
  private var formerData: Statement?

  init(
    _ shape: RowShape, _ schema: PhysicalSchema, _ constraints: [Uniqueness],
    _ files: ExternalFiles, _ connection: Connection, _ reports: DerivedReports?, scatters: Bool
  ) {
    self.reports = reports
    self.shape = shape
    self.scatters = scatters
    self.files = files
    self.connection = connection
    let binder = RowBinder(shape, schema.plans.map { Int64($0.number) }, files)
    self.binder = binder
    self.schema = schema
    uniqueness =
      constraints.isEmpty ? nil : UniquenessWriter(constraints, shape, binder, connection)
    externalFields = shape.externalFields
  }

  /// Makes room for what updates will write.
  func makeRoom(for changes: UnsafeBufferPointer<ChangeSet.Change>) throws(GraphError) {
    try uniqueness?.makeRoom(for: changes)
  }

  /// Runs a statement that writes a row; returns the row that has its values if that is why it was refused.
  private func write(
    _ row: RowValues, _ statement: Statement
  ) throws(GraphError) -> StoreCollision? {
    do throws(GraphError) {
      while try statement.step() {
        // The context may know a former value of what triggers keep.
        for field in shape.kept {
          reports?.noteUnlessKnown(statement, field, of: shape.plan.entity, row.key)
        }
      }
      return nil
    } catch {
      guard error.code == .constraintMerge,
        let collision = try uniqueness?.collision(of: row, schema)
      else { throw error }
      return collision
    }
  }

  /// Writes new rows, and says which have values of others.
  func insert(
    _ changes: UnsafeBufferPointer<ChangeSet.Change>, _ objections: inout StoreObjections
  ) throws(GraphError) {
    let statement = try insertStatement()
    let (fields, binder) = (shape.fields, binder)
    func insert(_ change: ChangeSet.Change) throws(GraphError) {
      let row = change.values
      statement.bind(row.key, at: 1)
      statement.bind(Int64(row.version), at: 3)
      _ = try binder.bind(fields, of: row, to: statement, from: 4)
      if let collision = try write(row, statement) { objections.collisions.append(collision) }
    }
    if scatters {
      for place in ScatteredOrder(changes.count) { try insert(changes[place]) }
    } else {
      for change in changes { try insert(change) }
    }
  }

  /// Writes what was changed in rows that still have the version before, and says which have not, or have values of
  /// others.
  func update(
    _ changes: UnsafeBufferPointer<ChangeSet.Change>, _ decoder: RowDecoder,
    _ objections: inout StoreObjections
  ) throws(GraphError) {
    guard let first = changes.first else { return }
    // Objects that are changed together are mostly changed alike.
    var changed = first.changed
    var update = try self.update(changed)
    for place in changes.indices {
      let change = changes[place]
      changes.prefetch(behind: place)
      if change.changed != changed {
        changed = change.changed
        update = try self.update(changed)
      }
      let row = change.values
      if update.hasExternalData { try abandonData(of: row.key) }
      let statement = update.statement
      let next = try binder.bind(update.fields, of: row, to: statement, from: 1)
      statement.bind(Int64(row.version), at: next)
      statement.bind(row.key, at: next + 1)
      statement.bind(Int64(row.version) - 1, at: next + 2)
      if let collision = try write(row, statement) {
        objections.collisions.append(collision)
      } else if connection.changedRows != 1 {
        objections.conflicts.append(
          StoreConflict(
            entity: shape.plan.entity, key: row.key, current: try current(row.key, decoder)))
      }
    }
  }

  /// Removes a row, if it still has a version; says whether it had.
  func delete(_ key: Int64, version: Int32) throws(GraphError) -> Bool {
    if !externalFields.isEmpty { try abandonData(of: key) }
    let statement = try deleteStatement()
    statement.bind(key, at: 1)
    statement.bind(Int64(version), at: 2)
    try statement.run()
    return connection.changedRows == 1
  }

  /// The row as the open transaction sees it.
  func current(_ key: Int64, _ decoder: RowDecoder) throws(GraphError) -> Row? {
    let statement = try connection.prepare(shape.rowText)
    statement.bind(key, at: 1)
    guard try statement.step() else { return nil }
    let row = try decoder.row(statement)
    statement.reset()
    return row
  }

  private func abandonData(of key: Int64) throws(GraphError) {
    let statement: Statement
    if let formerData {
      statement = formerData
    } else {
      let columns = externalFields.map(\.column).joined(separator: ", ")
      statement = try connection.prepare(
        "SELECT \(columns) FROM \(shape.plan.table) WHERE Z_PK = ?1")
      formerData = statement
    }
    statement.bind(key, at: 1)
    while try statement.step() {
      for place in externalFields.indices { files.abandon(statement.bytes(Int32(place))) }
    }
  }

  // MARK: - Statements

  private func insertStatement() throws(GraphError) -> Statement {
    if let insertion { return insertion }
    let statement = try connection.prepare(shape.insertText)
    // Nothing else binds the second place, so it stays.
    statement.bind(Int64(shape.plan.number), at: 2)
    insertion = statement
    return statement
  }

  private func deleteStatement() throws(GraphError) -> Statement {
    if let deletion { return deletion }
    let statement = try connection.prepare(shape.deleteText)
    deletion = statement
    return statement
  }

  private func update(_ changed: ChangedSlots) throws(GraphError) -> Update {
    if let known = updates[changed] { return known }
    let fields = shape.fields.filter { changed.contains($0.slot) }
    let slots = Set(fields.map(\.slot))
    let update = Update(
      statement: try connection.prepare(shape.updateText(fields)), fields: fields,
      hasExternalData: externalFields.contains { slots.contains($0.slot) })
    updates[changed] = update
    return update
  }
}
