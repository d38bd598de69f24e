// A save, as a list of named stages.

extension ManagedObjectContext {
  /// Writes all unsaved changes to the stores, or throws and changes nothing.
  public func save() throws(GraphError) {
    try processing()
    try propagateDeletes()
    guard hasChanges else { return }
    let (changed, deleted) = collect()
    try validate(changed, deleted)
    try judgeDanglingRelationships()
    // Stage 3: new objects get permanent IDs, so that rows can refer to them.
    let formerPlaces = try assignIdentities(changed.filter(\.isNew))
    let rows: [Row]
    do throws(GraphError) {
      rows = try writeRows(changed)
      try handDown(changed, rows, deleted)
    } catch {
      takeBackIdentities(formerPlaces)
      throw error
    }
    settle(changed, on: rows)
    for object in deleted { detach(object) }
    _ = changes.takeAll()
    confirmDanglingRelationships()
    assignments = [:]
    statistics.saves += 1
    OperationHook.fire()
  }

  /// Stage 1: the objects to be written and to be removed, in the order of their registration.
  private func collect() -> (changed: [ManagedObject], deleted: [ManagedObject]) {
    (changes.objects { $0.hasChanges && !$0.isDeleted }, deletedObjects)
  }

  /// Stage 2: may they be saved? Every fault of every object is told at once.
  private func validate(
    _ changed: [ManagedObject], _ deleted: [ManagedObject]
  ) throws(GraphError) {
    var faults: [GraphError] = []
    for object in changed { object.appendMissingValues(to: &faults) }
    for object in deleted { appendDeniedDeletes(of: object, to: &faults) }
    guard let first = faults.first else { return }
    guard faults.count > 1 else { throw first }
    throw GraphError(
      .validationMultipleErrors, "\(faults.count) things forbid the save; mend them and save again.",
      detailed: faults)
  }

  /// Stage 4: the rows as they will be.
  private func writeRows(_ changed: [ManagedObject]) throws(GraphError) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(changed.count)
    for object in changed { rows.append(try object.changedRow()) }
    return rows
  }

  /// Stage 5: one change set a store, written whole or not at all.
  private func handDown(
    _ changed: [ManagedObject], _ rows: [Row], _ deleted: [ManagedObject]
  ) throws(GraphError) {
    var batches = StoreBatches()
    for (object, row) in zip(changed, rows) {
      try batches.changes(for: object.home.space) { (changes) throws(GraphError) in
        changes.add(
          ChangeSet.Change(entity: object.entity, row: row, changed: object.changedSlots),
          isNew: object.isNew)
        try object.appendRelations(to: &changes)
      }
    }
    for object in deleted {
      try batches.changes(for: object.home.space) { (changes) throws(GraphError) in
        changes.deletes.append(
          ChangeSet.Deletion(
            entity: object.entity, key: object.key, version: object.row?.version ?? 0))
        try object.appendRelations(to: &changes)
      }
    }
    let coordinator = try upstream()
    for (space, changes) in batches.all { try coordinator.commit(changes, to: space) }
  }

  /// Stage 6: objects live on the rows that were written, and the context lets go of them (R3).
  private func settle(_ changed: [ManagedObject], on rows: [Row]) {
    for (object, row) in zip(changed, rows) {
      object.flags.subtract([.inserted, .updated, .pinned])
      object.settleSaved(on: row)
      object.forgetPendingMembers()
    }
  }
}

/// The change sets of a save, one a store, in the order in which stores come up.
private struct StoreBatches {
  private(set) var all: [(space: KeySpace, changes: ChangeSet)] = []
  private var current = 0

  /// Adds to the change set of a store; most objects are of the same store as the one before.
  mutating func changes(
    for space: KeySpace, _ body: (inout ChangeSet) throws(GraphError) -> Void
  ) throws(GraphError) {
    if all.isEmpty || all[current].space !== space {
      current = all.firstIndex { $0.space === space } ?? all.count
      if current == all.count { all.append((space, ChangeSet())) }
    }
    try body(&all[current].changes)
  }
}
