// A save, as a list of named stages.

extension ManagedObjectContext {
  /// Writes all unsaved changes to the stores, or throws and changes nothing.
  public func save() throws(GraphError) {
    checkQueue()
    try saving()
  }

  /// Saves; a parent that is asked to does so on its own queue.
  package func saving() throws(GraphError) {
    if parent == nil { noticeRemoteChanges() }
    let count = changes.list.count
    let start = EventHook.began(.save, count: count)
    defer { EventHook.ended(start, .save, count: count) }
    try processing()
    try propagateDeletes()
    guard hasChanges || !watched.isEmpty else {
      if parent == nil { try persistentStoreCoordinator?.writeMetadata() }
      return
    }
    learnNewKeys()
    if !isPlain {
      post(Self.willSaveNotification)
      try processing()
      try propagateDeletes()
    }
    try EventHook.during(.stage, "prepare") { () throws(GraphError) in try letObjectsPrepare() }
    try EventHook.during(.stage, "validate") { () throws(GraphError) in try validate() }
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
    let upstream = try upstream()
    while true {
      // What belongs to stores is the root's: values that are derived, and permanent keys.
      if parent == nil {
        try EventHook.during(.stage, "derive") { () throws(GraphError) in
          try deriveValues(&derived)
        }
      }
      var attempt = SaveDraft(self)
      if !uniquesObjects { try attempt.agree() }
      let former = try EventHook.during(.stage, "identify") { () throws(GraphError) in
        try assignIdentities(parent == nil ? attempt.inserted : [])
      }
      do throws(GraphError) {
        try EventHook.during(.stage, "write") { () throws(GraphError) in
          try upstream.take(&attempt)
        }
      } catch {
        if attempt.keptSpaces.isEmpty {
          takeBackIdentities(former)
        } else {
          finishHalf(&attempt, former)
        }
        throw error
      }
      if attempt.isUnopposed {
        publish(former)
        return finish(&attempt)
      }
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

  private func finish(_ attempt: inout SaveDraft) {
    let saved = isPlain ? nil : SavedObjects(attempt)
    EventHook.during(.stage, "settle") { settle(&attempt) }
    confirmDanglingRelationships()
    forgetAssignments()
    changes.noteSave()
    watched = []
    saveCount += 1
    debts = attempt.debts
    statistics.saves += 1
    undoManager?.noteSave()
    notify(attempt, saved)
  }

  /// Ends a save of which some stores have their part and others have not: what was written is saved, and the rest is
  /// as it was before.
  private func finishHalf(_ attempt: inout SaveDraft, _ former: FormerKeys) {
    let (written, unwritten) = former.divided { object in
      attempt.keptSpaces.contains { $0 === object.identityTable.space }
    }
    takeBackIdentities(unwritten)
    publish(written)
    attempt.keepWritten()
    let saved = isPlain ? nil : SavedObjects(attempt)
    for object in attempt.allObjects { unpin(object) }
    settleDuplicates(attempt)
    for object in attempt.changed.reversed() { settle(object, on: attempt.rows.removeLast()) }
    for object in attempt.deleted + attempt.duplicates.deleted { leaveSaved(object) }
    debts = attempt.debts
    undoManager?.noteSave()
    notify(attempt, saved)
  }

  /// Stage 7: objects and observers are notified.
  private func notify(_ attempt: SaveDraft, _ saved: SavedObjects?) {
    EventHook.during(.stage, "notify") {
      notifyObjects(attempt)
      guard let saved else { return }
      notifier.controllers.forEach { $0.follow(saved) }
      announceSave(saved)
    }
    if parent == nil { persistentStoreCoordinator?.announceWrites(to: attempt.keptSpaces) }
  }

  /// Stage 1: classes of their own may change their objects once more, until none of them does.
  private func letObjectsPrepare() throws(GraphError) {
    guard changes.list.hasClasses else { return }
    let mostRounds = 1_000
    for _ in 0..<mostRounds {
      var isStable = true
      for object in changes.list.objects(where: {
        $0.identityTable.hasClassOfItsOwn && $0.hasChanges
      }) {
        let before = object.overlay?.words
        let count = changes.list.count
        object.willSave()
        if changes.list.count != count || object.isChanged(since: before) { isStable = false }
      }
      try processing()
      try propagateDeletes()
      if isStable { return }
    }
    throw GraphError(
      .save,
      "willSave changes its object each time anew; set a value only where it differs.")
  }

  /// Stage 2: may they be saved? Every fault of every object is reported at once.
  private func validate() throws(GraphError) {
    guard !isPlain else { return }
    var faults: [GraphError] = []
    let mayDangle = changes.mayHaveDanglingReferences
    for case let object? in changes.inOrder() where object.hasChanges {
      object.appendFaults(to: &faults, mayDangle: mayDangle)
    }
    try ManagedObject.throwAll(faults)
  }

  /// Stage 6: objects live on the rows that were written, and the context lets go of them (R3).
  private func settle(_ draft: inout SaveDraft) {
    settleDuplicates(draft)
    // The rows move from the list to their objects: counting them up and down costs more than what is done here.
    for object in draft.changed.reversed() { settle(object, on: draft.rows.removeLast()) }
    let released = changes.takeAll()
    for object in draft.deleted { leaveSaved(object) }
    for object in draft.duplicates.deleted { leaveSaved(object) }
    withExtendedLifetime(released) {}
  }

  /// Lets one object live on the row that was written for it.
  @inline(__always) func settle(_ object: ManagedObject, on row: consuming Row) {
    object.flags.subtract([.inserted, .updated, .pinned, .touched, .unannounced])
    object.settleSaved(on: row)
    object.forgetPendingMembers()
  }

  /// Releases an object whose record was removed.
  private func leaveSaved(_ object: ManagedObject) {
    object.flags.remove(.pinned)
    leave(object)
  }

  /// Objects with a class of their own are notified; what they change now is for the next save.
  private func notifyObjects(_ draft: SaveDraft) {
    guard draft.hasClasses else { return }
    for object in draft.changed + draft.deleted where object.identityTable.hasClassOfItsOwn {
      object.didSave()
    }
    draft.duplicates.forEach { if $0.identityTable.hasClassOfItsOwn { $0.didSave() } }
  }
}
