// The side of a store that writes: one connection, everything or nothing.

internal import Faultline
import Foundation

/// Writes change sets; its store's lock confines it.
final class Writer {
  let connection: Connection
  let schema: PhysicalSchema
  private let entities: [EntityWriter]
  private let decoders: [RowDecoder]
  let files: ExternalFiles
  private var collections: [ObjectIdentifier: CollectionWriter] = [:]
  private var reservation: Statement?
  let log: WriteAheadLog
  /// Nil where the store keeps no history.
  let history: HistoryWriter?
  /// What was written before in the same transaction, where that takes several change sets.
  var ledger: WriteLedger?
  /// The deletions of the change set that have found their row; noted only for a history.
  private var deleted: [HistoryWriter.Deletion] = []
  /// What the file's triggers report; nil where there are none.
  private let reports: DerivedReports?
  /// Whether the change set that was begun is committed.
  private var isKept = false

  init(
    _ file: StoreFile, _ connection: Connection, _ model: ManagedObjectModel,
    _ schema: PhysicalSchema, _ machinery: ForeignMachinery?, _ history: HistoryWriter?
  ) throws(GraphError) {
    self.connection = connection
    self.history = history
    self.schema = schema
    let files = ExternalFiles(of: file)
    let triggers = schema.derivedTriggers(model)
    let foreign = machinery?.keptColumns ?? []
    let kept = foreign.union(triggers.map(\.keptColumn))
    let reports =
      machinery?.hasTriggers == true || !triggers.isEmpty
      ? DerivedReports(schema, model, in: connection) : nil
    self.reports = reports
    entities = zip(schema.plans, Uniqueness.byEntity(model)).map {
      EntityWriter(
        RowShape($0, leaving: kept), schema, $1, files, connection, reports,
        scatters: file.scattersNewRows)
    }
    decoders = schema.plans.map { RowDecoder(RowShape($0), schema.indexOfNumber, files) }
    self.files = files
    log = WriteAheadLog(of: file, connection)
    if machinery?.keepsPlaces == true { connection.trustSchema() }
    guard let machinery else { return }
    // A file that was made without them stays as it is: they are the connection's alone.
    for triggers in triggers where !machinery.keptColumns.contains(triggers.keptColumn) {
      for statement in triggers.statements(areTemporary: true) { try connection.run(statement) }
    }
  }

  /// Sets keys aside in a transaction of its own, so that they are never given twice.
  func reserveKeys(_ count: Int, for entity: EntityDescription) throws(GraphError) -> Int64 {
    let first = try connection.write { () throws(GraphError) -> Int64? in
      try takeKeys(count, for: entity)
    }
    return first ?? 0
  }

  /// Sets keys aside in the transaction that is open.
  func takeKeys(_ count: Int, for entity: EntityDescription) throws(GraphError) -> Int64 {
    let statement: Statement
    if let reservation {
      statement = reservation
    } else {
      statement = try connection.prepare(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + ?1 WHERE Z_ENT = ?2 RETURNING Z_MAX")
      reservation = statement
    }
    statement.bind(Int64(count), at: 1)
    statement.bind(Int64(schema.plans[entity.index].root), at: 2)
    guard try statement.step() else {
      throw GraphError(
        .open,
        "The store '\(connection.path)' has lost the keys of '\(entity.name)'; restore it.")
    }
    let last = statement.integer(0)
    try statement.run()
    return last - Int64(count) + 1
  }

  /// Changes what the store says about itself.
  func changeMetadata(_ body: (inout Metadata) -> Void) throws(GraphError) {
    _ = try connection.write { () throws(GraphError) -> Bool? in
      try Metadata.change(connection, body)
      return true
    }
  }

  // MARK: - Change sets

  /// Writes a change set in a transaction that stays open, or says what is in the way and leaves none.
  func begin(_ changes: ChangeSet) throws(GraphError) -> StoreObjections {
    reports?.forget()
    // What may take long is done before locks are taken, or while there is nothing yet that could be torn.
    if !changes.companions.isEmpty { log.moveIfLong() }
    try connection.begin()
    do throws(GraphError) {
      let objections = try write(changes)
      if !objections.isEmpty {
        try connection.run("ROLLBACK")
        end()
      } else if !changes.companions.isEmpty {
        try Metadata.change(connection) { $0.countSharedSaves(with: changes.companions) }
        try connection.flush()
        log.waits = true
      }
      return objections
    } catch {
      end()
      throw error
    }
  }

  /// Commits what `begin` has written.
  func keep() throws(GraphError) {
    try connection.commit()
    isKept = true
  }

  /// What triggers have derived since `begin`.
  var derivedValues: [DerivedValue] { reports?.values ?? [] }

  /// Ends what `begin` has begun: what was not committed by now is taken back.
  func end() {
    connection.takeBack()
    reports?.forget()
    files.settle(isCommitted: isKept)
    history?.settle(isCommitted: isKept)
    log.waits = false
    if isKept { log.endSave() }
    isKept = false
  }

  /// Carries out a batch as one transaction of statements; nil, and nothing was done, where it takes objects.
  func carryOut(
    _ batch: StoreBatch, settle: (StoreBatch.Question) -> Void
  ) throws(GraphError) -> StoreBatch.Outcome? {
    // A history has a row for each object that is changed, with what was set and what is kept of it.
    guard reports == nil, history == nil else { return nil }
    let keys = BatchKeys(connection, schema)
    try connection.begin()
    defer {
      end()
      keys.drop()
    }
    try keys.make()
    guard let outcome = try write(batch, keys) else { return nil }
    guard outcome.rowsWritten > 0 else { return outcome }
    try keep()
    settle { [schema] (known, entity) throws(GraphError) in
      try keys.known(among: known, root: schema.plans[entity.index].root)
    }
    return outcome
  }

  private func write(
    _ batch: StoreBatch, _ keys: BatchKeys
  ) throws(GraphError) -> StoreBatch.Outcome? {
    let found = try keys.choose(batch.target)
    var outcome = StoreBatch.Outcome(count: found, rowsWritten: found)
    switch batch.work {
    case .delete(let followsRules):
      var deletion = BatchDeletion(keys, schema, connection, files, followsRules: followsRules)
      guard found > 0 else { return outcome }
      try deletion.choose(from: batch.target)
      // Before they go, since only a row says its entity.
      if batch.wantsKeys { outcome.deleted = try keys.list(chosen: true) }
      let (gone, changed) = try deletion.run()
      (outcome.count, outcome.rowsWritten) = (gone, gone + changed)
      if batch.wantsKeys { outcome.updated = try keys.list(chosen: false) }
    case .update(let assignments):
      guard case .query(let query) = batch.target, let entity = query.entities.first else {
        return nil
      }
      guard found > 0, !assignments.isEmpty else {
        outcome.rowsWritten = 0
        if batch.wantsKeys { outcome.updated = try keys.list(chosen: true) }
        return outcome
      }
      let updating = BatchUpdating(keys, of: entity, schema, connection, files)
      guard let others = try updating.run(assignments, query.space) else { return nil }
      outcome.rowsWritten += others
      if batch.wantsKeys { outcome.updated = try keys.list(chosen: true) }
    }
    return outcome
  }

  /// Writes a change set in the transaction that is open, or says what is in the way of it.
  func write(_ changes: ChangeSet) throws(GraphError) -> StoreObjections {
    var objections = StoreObjections()
    var deletionConflicts: [StoreConflict] = []
    deleted.removeAll()
    // For values that must be unique, deleted rows make room for changed and new ones.
    try ChangeSet.forEachRun(of: changes.deletes) { (entity, run) throws(GraphError) in
      try delete(run, of: entity, &deletionConflicts)
    }
    try ChangeSet.forEachRun(of: changes.updates) { (entity, run) throws(GraphError) in
      try entities[entity.index].makeRoom(for: run)
    }
    try ChangeSet.forEachRun(of: changes.updates) { (entity, run) throws(GraphError) in
      try entities[entity.index].update(run, decoders[entity.index], &objections)
    }
    objections.conflicts += deletionConflicts
    for check in changes.checks { try compare(check, &objections.conflicts) }
    // Only where the rows were not changed elsewhere is it worth reporting which values are taken.
    guard objections.conflicts.isEmpty else {
      objections.collisions = []
      return objections
    }
    try ChangeSet.forEachRun(of: changes.inserts) { (entity, run) throws(GraphError) in
      try entities[entity.index].insert(run, &objections)
    }
    guard objections.isEmpty else { return objections }
    for link in changes.links { try collection(link.relationship)?.change(link) }
    for order in changes.orders { try collection(order.relationship)?.order(order) }
    try history?.write(changes, deleted: deleted, after: ledger)
    return objections
  }

  // MARK: - Rows

  private func compare(
    _ check: ChangeSet.Version, _ conflicts: inout [StoreConflict]
  ) throws(GraphError) {
    let current = try entities[check.entity.index].current(
      check.key, decoders[check.entity.index])
    guard current?.version != check.version else { return }
    conflicts.append(StoreConflict(entity: check.entity, key: check.key, current: current))
  }

  private func delete(
    _ deletions: UnsafeBufferPointer<ChangeSet.Version>, of entity: EntityDescription,
    _ conflicts: inout [StoreConflict]
  ) throws(GraphError) {
    let writer = entities[entity.index]
    let collections = entity.layout.collections.compactMap {
      collection(entity.layout.ties[$0].relationship)
    }
    for deletion in deletions {
      let noted = try history?.note(deletion)
      guard try writer.delete(deletion.key, version: deletion.version) else {
        // Deleting what was already deleted elsewhere is no conflict.
        if let current = try writer.current(deletion.key, decoders[entity.index]) {
          conflicts.append(StoreConflict(entity: entity, key: deletion.key, current: current))
        }
        continue
      }
      if let noted { deleted.append(noted) }
      for collection in collections { try collection.forget(deletion.key) }
    }
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

// Several change sets in one transaction: a chunk of a batch each.
extension Writer {
  /// Runs a body in one transaction that takes several change sets; says whether they have written something.
  ///
  /// `settle` is called once all is committed.
  func inOneTransaction(
    _ body: (WriteLedger) throws(GraphError) -> Void, settle: (WriteLedger) -> Void
  ) throws(GraphError) {
    try connection.begin()
    defer {
      end()
      ledger?.drop()
      ledger = nil
    }
    let ledger = try WriteLedger(connection, schema)
    self.ledger = ledger
    try body(ledger)
    guard ledger.hasWritten else { return }
    try history?.putInOrder(ledger)
    try keep()
    settle(ledger)
  }

  /// Writes one more change set into the transaction, or nothing of it and says what is in the way.
  func add(_ changes: ChangeSet) throws(GraphError) -> StoreObjections {
    let savepoint = "faultline_changes"
    try connection.run("SAVEPOINT \(savepoint)")
    try ledger?.begin(changes)
    let objections = try write(changes)
    if objections.isEmpty {
      try ledger?.end(changes)
    } else {
      try connection.run("ROLLBACK TO \(savepoint)")
    }
    try connection.run("RELEASE \(savepoint)")
    return objections
  }

  /// The rows that go when some do, those themselves first.
  func going(
    with asked: [ForeignKey], followingRules: Bool
  ) throws(GraphError) -> [ForeignKey] {
    let keys = BatchKeys(connection, schema)
    try keys.make()
    defer { keys.drop() }
    _ = try keys.choose(.keys(asked))
    var deletion = BatchDeletion(
      keys, schema, connection, files, followsRules: followingRules)
    try deletion.choose(from: .keys(asked))
    let all = try keys.list(chosen: true)
    // Those that were asked for keep their order.
    var missing = Set(all)
    let first = asked.filter { missing.remove($0) != nil }
    return first + all.filter { missing.contains($0) }
  }
}
