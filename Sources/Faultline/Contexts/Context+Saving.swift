// A save, as a list of named stages.

extension ManagedObjectContext {
  /// Writes all unsaved changes to the stores, or throws and changes nothing.
  public func save() throws(GraphError) {
    try processing()
    try propagateDeletes()
    guard hasChanges || !watched.isEmpty else {
      try persistentStoreCoordinator?.writeMetadata()
      return
    }
    try letObjectsPrepare()
    try validate()
    try judgeDanglingRelationships()
    var derived = Derived()
    do throws(GraphError) {
      try writeUntilSettled(&derived)
    } catch {
      takeBack(derived)
      throw error
    }
  }

  /// Stages 3 to 7, again as often as a merge policy has to mend something.
  private func writeUntilSettled(_ derived: inout Derived) throws(GraphError) {
    while true {
      try deriveValues(&derived)
      var attempt = try draft()
      let former = try assignIdentities(attempt.changed.filter(\.isNew))
      do throws(GraphError) {
        try write(&attempt)
      } catch {
        takeBackIdentities(former)
        throw error
      }
      if attempt.conflicts.isEmpty { return finish(attempt) }
      takeBackIdentities(former)
      // A merge policy mends the objects, and then they are written as they are by now.
      try resolve(attempt.conflicts)
      if !hasChanges, watched.isEmpty { return }
    }
  }

  private func finish(_ attempt: SaveDraft) {
    settle(attempt)
    confirmDanglingRelationships()
    assignments = [:]
    hasLostNewcomers = false
    watched = []
    statistics.saves += 1
    OperationHook.fire()
    tellObjects(attempt)
  }

  /// What one attempt to save writes, and what came of it.
  struct SaveDraft {
    let changed: [ManagedObject]
    let deleted: [ManagedObject]
    /// Objects that are not written, and whose rows must be as they are known.
    let compared: [ManagedObject]
    var rows: [Row] = []
    var conflicts: [MergeCandidate] = []
  }

  /// Stage 1: classes of their own may change their objects once more, until none of them does.
  private func letObjectsPrepare() throws(GraphError) {
    let mostRounds = 1_000
    for _ in 0..<mostRounds {
      var isStable = true
      for object in changes.objects(where: { $0.home.hasClassOfItsOwn && $0.hasChanges }) {
        let before = object.overlay?.words
        let count = changes.count
        object.willSave()
        if changes.count != count || object.isChanged(since: before) { isStable = false }
      }
      try processing()
      try propagateDeletes()
      if isStable { return }
    }
    throw GraphError(
      .save,
      "willSave changes its object each time anew; set a value only where it differs.")
  }

  /// Stage 2: may they be saved? Every fault of every object is told at once.
  private func validate() throws(GraphError) {
    guard !isPlain else { return }
    var faults: [GraphError] = []
    for object in changes.objects(where: \.hasChanges) { object.appendFaults(to: &faults) }
    try ManagedObject.throwAll(faults)
  }

  /// Stage 3: the objects to be written and to be removed, in the order of their registration.
  private func draft() throws(GraphError) -> SaveDraft {
    SaveDraft(
      changed: changes.objects { $0.hasChanges && !$0.isDeleted }, deleted: deletedObjects,
      compared: watched.isEmpty ? [] : objectsToCompare())
  }

  /// Stage 5: rows as they will be, one change set a store, written whole or not at all.
  private func write(_ draft: inout SaveDraft) throws(GraphError) {
    var batches = StoreBatches()
    draft.rows.reserveCapacity(draft.changed.count)
    for object in draft.changed {
      let row = try object.changedRow()
      draft.rows.append(row)
      try batches.changes(for: object.home.space) { (changes) throws(GraphError) in
        changes.add(
          ChangeSet.Change(entity: object.entity, row: row, changed: object.changedSlots),
          isNew: object.isNew)
        try object.appendRelations(to: &changes)
      }
    }
    for object in draft.deleted {
      try batches.changes(for: object.home.space) { (changes) throws(GraphError) in
        changes.deletes.append(
          ChangeSet.Version(
            entity: object.entity, key: object.key, version: object.row?.version ?? 0))
        try object.appendRelations(to: &changes)
      }
    }
    for object in draft.compared {
      try batches.changes(for: object.home.space) { (changes) throws(GraphError) in
        changes.checks.append(
          ChangeSet.Version(
            entity: object.entity, key: object.key, version: object.row?.version ?? 0))
      }
    }
    let coordinator = try upstream()
    for (space, changes) in batches.all where draft.conflicts.isEmpty {
      for conflict in try coordinator.commit(changes, to: space) {
        let home = home(of: conflict.entity, in: space)
        guard let object = home.object(conflict.key) else { continue }
        draft.conflicts.append(MergeCandidate(object: object, current: conflict.current))
      }
    }
  }

  /// Stage 6: objects live on the rows that were written, and the context lets go of them (R3).
  private func settle(_ draft: SaveDraft) {
    for (object, row) in zip(draft.changed, draft.rows) {
      object.flags.subtract([.inserted, .updated, .pinned])
      object.settleSaved(on: row)
      object.forgetPendingMembers()
    }
    let released = changes.takeAll()
    for object in draft.deleted {
      object.flags.remove(.pinned)
      detach(object)
    }
    withExtendedLifetime(released) {}
  }

  /// Stage 7: classes of their own hear of it; what they change now is for the next save.
  private func tellObjects(_ draft: SaveDraft) {
    for object in draft.changed + draft.deleted where object.home.hasClassOfItsOwn {
      object.didSave()
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
