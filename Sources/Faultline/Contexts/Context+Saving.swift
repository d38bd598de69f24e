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
      var attempt = draft()
      let former = try assignIdentities(
        changes.inserted == 0 ? [] : attempt.changed.filter { $0.isNew })
      do throws(GraphError) {
        try write(&attempt)
      } catch {
        takeBackIdentities(former)
        throw error
      }
      if attempt.conflicts.isEmpty, attempt.collisions.isEmpty { return finish(attempt) }
      takeBackIdentities(former)
      // A merge policy mends the objects, and then they are written as they are by now.
      if attempt.conflicts.isEmpty {
        try resolve(attempt.collisions)
      } else {
        try resolve(attempt.conflicts)
      }
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
    var changed: [ManagedObject] = []
    var deleted: [ManagedObject] = []
    /// Objects that are not written, and whose rows must be as they are known.
    let compared: [ManagedObject]
    /// Whether some of them have a class that may want to hear of the save.
    let hasClasses: Bool
    var rows: [Row] = []
    var conflicts: [MergeCandidate] = []
    var collisions: [Collision] = []
  }

  /// Stage 1: classes of their own may change their objects once more, until none of them does.
  private func letObjectsPrepare() throws(GraphError) {
    guard changes.hasClasses else { return }
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
    for case let object? in changes.inOrder() where object.hasChanges {
      object.appendFaults(to: &faults)
    }
    try ManagedObject.throwAll(faults)
  }

  /// Stage 3: the objects to be written and to be removed, in the order of their registration.
  private func draft() -> SaveDraft {
    var draft = SaveDraft(
      compared: watched.isEmpty ? [] : objectsToCompare(), hasClasses: changes.hasClasses)
    draft.changed.reserveCapacity(changes.count - changes.deleted)
    for case let object? in changes.inOrder() {
      if object.isDeleted {
        draft.deleted.append(object)
      } else if object.hasChanges {
        draft.changed.append(object)
      }
    }
    return draft
  }

  /// Stage 5: rows as they will be, one change set a store, written whole or not at all.
  private func write(_ draft: inout SaveDraft) throws(GraphError) {
    var batches = StoreBatches()
    draft.rows.reserveCapacity(draft.changed.count)
    for object in draft.changed {
      let row = try object.changedRow()
      draft.rows.append(row)
      let batch = batches.place(of: object.home.space)
      batches.all[batch].changes.add(row, of: object, expecting: draft.changed.count)
      if object.hasCollections { try object.appendRelations(to: &batches.all[batch].changes) }
    }
    for object in draft.deleted {
      let batch = batches.place(of: object.home.space)
      batches.all[batch].changes.deletes.append(
        ChangeSet.Version(
          entity: object.entity, key: object.key, version: object.row?.version ?? 0))
      if object.hasCollections { try object.appendRelations(to: &batches.all[batch].changes) }
    }
    for object in draft.compared {
      let batch = batches.place(of: object.home.space)
      batches.all[batch].changes.checks.append(
        ChangeSet.Version(
          entity: object.entity, key: object.key, version: object.row?.version ?? 0))
    }
    let coordinator = try upstream()
    for (space, changes) in batches.all where draft.conflicts.isEmpty && draft.collisions.isEmpty {
      let objections = try coordinator.commit(changes, to: space)
      for conflict in objections.conflicts {
        let home = home(of: conflict.entity, in: space)
        guard let object = home.object(conflict.key) else { continue }
        draft.conflicts.append(MergeCandidate(object: object, current: conflict.current))
      }
      draft.collisions += objections.collisions.compactMap { collision($0, in: space) }
    }
  }

  /// Stage 6: objects live on the rows that were written, and the context lets go of them (R3).
  private func settle(_ draft: SaveDraft) {
    for place in draft.changed.indices {
      let object = draft.changed[place]
      object.flags.subtract([.inserted, .updated, .pinned])
      object.settleSaved(on: draft.rows[place])
      object.forgetPendingMembers()
    }
    let released = changes.takeAll()
    for object in draft.deleted {
      object.flags.remove(.pinned)
      leave(object)
    }
    withExtendedLifetime(released) {}
  }

  /// Stage 7: classes of their own hear of it; what they change now is for the next save.
  private func tellObjects(_ draft: SaveDraft) {
    guard draft.hasClasses else { return }
    for object in draft.changed + draft.deleted where object.home.hasClassOfItsOwn {
      object.didSave()
    }
  }
}

/// The change sets of a save, one a store, in the order in which stores come up.
private struct StoreBatches {
  var all: [(space: KeySpace, changes: ChangeSet)] = []
  private var current = 0

  /// Where the change set of a store is; most objects are of the same store as the one before.
  mutating func place(of space: KeySpace) -> Int {
    if all.isEmpty || all[current].space !== space {
      current = all.firstIndex { $0.space === space } ?? all.count
      if current == all.count { all.append((space, ChangeSet())) }
    }
    return current
  }
}

extension ChangeSet {
  /// Adds the row of an object, new or changed; only a row that replaces another is compared with it.
  fileprivate mutating func add(_ row: Row, of object: ManagedObject, expecting count: Int) {
    let isNew = object.isNew
    let change = Change(
      entity: object.entity, row: row, changed: isNew ? ChangedSlots() : object.changedSlots)
    if isNew {
      if inserts.isEmpty { inserts.reserveCapacity(count) }
      inserts.append(change)
    } else {
      if updates.isEmpty { updates.reserveCapacity(count) }
      updates.append(change)
    }
  }
}

extension ManagedObject {
  /// Whether there are to-many relationships of which rows may not tell.
  fileprivate final var hasCollections: Bool { home.plan.pointee.hasCollections && ties != nil }
}
