// The side of a store that writes: one connection, everything or nothing.

internal import Faultline
import Foundation

/// Writes change sets; its store's lock confines it.
final class Writer {
  let connection: Connection
  private let schema: PhysicalSchema
  private let model: ManagedObjectModel
  private let shapes: [RowShape]
  private let entities: [EntityWriter]
  private let files: ExternalFiles
  private var collections: [ObjectIdentifier: CollectionWriter] = [:]
  private var reservation: Statement?
  /// Change sets that were written.
  private(set) var commits = 0

  init(
    _ file: StoreFile, _ connection: Connection, _ model: ManagedObjectModel,
    _ schema: PhysicalSchema
  ) {
    self.connection = connection
    self.model = model
    self.schema = schema
    let files = ExternalFiles(besides: file.url)
    let shapes = schema.plans.map { RowShape($0) }
    let numbers = schema.plans.map { Int64($0.number) }
    entities = shapes.map { EntityWriter($0, numbers, files, connection) }
    self.files = files
    self.shapes = shapes
  }

  /// Sets keys aside in a transaction of its own, so that they are never given twice.
  func reserveKeys(_ count: Int, for entity: EntityDescription) throws(GraphError) -> Int64 {
    let statement: Statement
    if let reservation {
      statement = reservation
    } else {
      statement = try connection.prepare(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + ?1 WHERE Z_ENT = ?2 RETURNING Z_MAX")
      reservation = statement
    }
    let last = try connection.write { () throws(GraphError) -> Int64? in
      statement.bind(Int64(count), at: 1)
      statement.bind(Int64(schema.plans[entity.index].root), at: 2)
      guard try statement.step() else { return nil }
      let last = statement.integer(0)
      try statement.run()
      return last
    }
    guard let last else {
      throw GraphError(
        .open,
        "The store '\(connection.path)' has lost the keys of '\(entity.name)'; restore it.")
    }
    return last - Int64(count) + 1
  }

  /// Writes a change set, or returns the rows that are not as it expects them.
  func commit(_ changes: ChangeSet) throws(GraphError) -> [StoreConflict] {
    var conflicts: [StoreConflict] = []
    var deletionConflicts: [StoreConflict] = []
    do throws(GraphError) {
      let isWritten: Bool? = try connection.write { () throws(GraphError) -> Bool? in
        // Who goes makes room, for what must be unique, for those who change and those who come.
        for deletion in changes.deletes { try delete(deletion, &deletionConflicts) }
        for change in changes.updates { try update(change, &conflicts) }
        conflicts += deletionConflicts
        for check in changes.checks { try compare(check, &conflicts) }
        guard conflicts.isEmpty else { return nil }
        for change in changes.inserts { try entities[change.entity.index].insert(change.row) }
        for link in changes.links { try collection(link.relationship)?.change(link) }
        for order in changes.orders { try collection(order.relationship)?.order(order) }
        return true
      }
      files.settle(isCommitted: isWritten == true)
    } catch {
      files.settle(isCommitted: false)
      throw error
    }
    if conflicts.isEmpty { commits += 1 }
    return conflicts
  }

  // MARK: - Rows

  private func update(
    _ change: ChangeSet.Change, _ conflicts: inout [StoreConflict]
  ) throws(GraphError) {
    guard try !entities[change.entity.index].update(change.row, change.changed) else { return }
    let current = try current(change.row.key, of: change.entity)
    conflicts.append(
      StoreConflict(entity: change.entity, key: change.row.key, current: current))
  }

  private func compare(
    _ check: ChangeSet.Version, _ conflicts: inout [StoreConflict]
  ) throws(GraphError) {
    let current = try current(check.key, of: check.entity)
    guard current?.version != check.version else { return }
    conflicts.append(StoreConflict(entity: check.entity, key: check.key, current: current))
  }

  private func delete(
    _ deletion: ChangeSet.Version, _ conflicts: inout [StoreConflict]
  ) throws(GraphError) {
    let (entity, key) = (deletion.entity, deletion.key)
    guard try entities[entity.index].delete(key, version: deletion.version) else {
      // Deleting what somebody else has deleted is no conflict.
      if let current = try current(key, of: entity) {
        conflicts.append(StoreConflict(entity: entity, key: key, current: current))
      }
      return
    }
    for tie in entity.layout.ties where tie.isToMany {
      try collection(tie.relationship)?.forget(key)
    }
  }

  private func current(_ key: Int64, of entity: EntityDescription) throws(GraphError) -> Row? {
    let decoder = RowDecoder(shapes[entity.index], schema.indexOfNumber, files)
    return try entities[entity.index].current(key, decoder)
  }

  private func collection(_ relationship: RelationshipDescription) -> CollectionWriter? {
    let id = ObjectIdentifier(relationship)
    if let known = collections[id] { return known }
    guard let place = schema.collections[id] else { return nil }
    let writer = CollectionWriter(place, connection)
    collections[id] = writer
    return writer
  }
}
