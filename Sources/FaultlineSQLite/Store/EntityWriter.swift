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
  private var insertion: Statement?
  private var deletion: Statement?
  private var updates: [ChangedSlots: Update] = [:]
  /// Objects that are changed together are mostly changed alike.
  private var latest: (changed: ChangedSlots, update: Update)?
  private var formerData: Statement?

  init(_ shape: RowShape, _ numbers: [Int64], _ files: ExternalFiles, _ connection: Connection) {
    self.shape = shape
    self.files = files
    self.connection = connection
    binder = RowBinder(shape, numbers, files)
    externalFields = shape.externalFields
  }

  func insert(_ row: Row) throws(GraphError) {
    let statement = try insertStatement()
    statement.bind(row.key, at: 1)
    statement.bind(Int64(row.version), at: 3)
    _ = try binder.bind(shape.fields, of: row, to: statement, from: 4)
    try statement.run()
  }

  /// Writes what was changed, if the row still has the version before; says whether it had.
  func update(_ row: Row, _ changed: ChangedSlots) throws(GraphError) -> Bool {
    let update = try self.update(changed)
    if update.hasExternalData { try abandonData(of: row.key) }
    let statement = update.statement
    let next = try binder.bind(update.fields, of: row, to: statement, from: 1)
    statement.bind(Int64(row.version), at: next)
    statement.bind(row.key, at: next + 1)
    statement.bind(Int64(row.version) - 1, at: next + 2)
    try statement.run()
    return connection.changedRows == 1
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
    // Nobody else binds the second place, so it stays.
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
    if let latest, latest.changed == changed { return latest.update }
    if let known = updates[changed] {
      latest = (changed, known)
      return known
    }
    let fields = shape.fields.filter { changed.contains($0.slot) }
    let slots = Set(fields.map(\.slot))
    let update = Update(
      statement: try connection.prepare(shape.updateText(fields)), fields: fields,
      hasExternalData: externalFields.contains { slots.contains($0.slot) })
    updates[changed] = update
    latest = (changed, update)
    return update
  }
}
