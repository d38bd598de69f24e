// A save, as a list of named stages.

/// One save of a context: it lives as long as that takes, and keeps what has to be taken back if it fails.
///
/// It refers to its context, which waits for it: every stage reads and changes what the context's parts own, and by
/// their functions alone.
struct SavePipeline {
  let context: ManagedObjectContext
  private let isRoot: Bool
  /// What was derived for this save.
  var derived = Derived()

  init(_ context: ManagedObjectContext) {
    self.context = context
    isRoot = context.parent == nil
  }

  /// Writes all unsaved changes to the next level up, or throws and changes nothing.
  mutating func run() throws(GraphError) {
    if isRoot { context.noticeRemoteChanges() }
    let count = context.changes.list.count
    let start = EventHook.began(.save, count: count)
    defer { EventHook.ended(start, .save, count: count) }
    try context.processing()
    try context.propagateDeletes()
    guard context.hasSomethingToSave else {
      if isRoot { try context.persistentStoreCoordinator?.writeMetadata() }
      if isRoot, context.settings.behaviours.contains(.emptySavesAskTheStore) {
        context.persistentStoreCoordinator?.count()
        context.note(.roundTrips, of: nil)
      }
      return
    }
    context.learnNewKeys()
    if !context.isPlain {
      context.post(ManagedObjectContext.willSaveNotification)
      try context.processing()
      try context.propagateDeletes()
    }
    context.waiting?.forgetMembers()
    try EventHook.during(.stage, "prepare") { () throws(GraphError) in try letObjectsPrepare() }
    try EventHook.during(.stage, "validate") { () throws(GraphError) in try validate() }
    try judgeDanglingRelationships()
    do throws(GraphError) {
      try writeUntilSettled()
    } catch {
      takeBackDerivedValues()
      throw error
    }
  }

  /// Stages 3 to 7, again as often as a merge policy has to mend something.
  private mutating func writeUntilSettled() throws(GraphError) {
    let upstream = try context.upstream()
    while true {
      // What belongs to stores is the root's: values that are derived, and permanent keys.
      if isRoot {
        try EventHook.during(.stage, "derive") { () throws(GraphError) in try deriveValues() }
      }
      var attempt = SaveDraft(context)
      if !context.uniquesObjects { try attempt.agree() }
      let keys = PermanentKeys(context)
      let former = try EventHook.during(.stage, "identify") { () throws(GraphError) in
        try keys.assign(to: isRoot ? attempt.inserted : [])
      }
      do throws(GraphError) {
        try EventHook.during(.stage, "write") { () throws(GraphError) in
          try upstream.take(&attempt)
        }
      } catch {
        if attempt.keptSpaces.isEmpty {
          keys.takeBack(former)
        } else {
          finishHalf(&attempt, former)
        }
        throw error
      }
      if attempt.isUnopposed {
        context.publish(former)
        return finish(&attempt)
      }
      keys.takeBack(former)
      // A merge policy mends the objects, and then they are written as they are by now.
      if attempt.conflicts.isEmpty {
        try resolve(attempt.collisions)
      } else {
        try resolve(attempt.conflicts)
      }
      if !context.hasSomethingToSave { return }
    }
  }

  private func finish(_ attempt: inout SaveDraft) {
    var saved = context.isPlain ? nil : SavedObjects(attempt)
    EventHook.during(.stage, "settle") { settle(&attempt) }
    for (space, values) in attempt.derived { saved?.derived += context.adopt(values, in: space) }
    let dangling = context.agenda.dangling.confirm()
    context.statistics.danglingRelationships += dangling
    context.note(.danglingRelationships, of: nil, dangling)
    forgetAssignments()
    context.changes.noteSave()
    context.agenda.noteSave(lacking: attempt.debts)
    context.statistics.saves += 1
    context.undoManager?.noteSave()
    notify(attempt, saved)
  }

  /// Ends a save of which some stores have their part and others have not: what was written is saved, and the rest is
  /// as it was before.
  private func finishHalf(_ attempt: inout SaveDraft, _ former: PermanentKeys.Former) {
    let (written, unwritten) = former.divided { object in
      attempt.keptSpaces.contains { $0 === object.identityTable.space }
    }
    PermanentKeys(context).takeBack(unwritten)
    context.publish(written)
    attempt.keepWritten()
    var saved = context.isPlain ? nil : SavedObjects(attempt)
    for object in attempt.allObjects { context.unpin(object) }
    settleDuplicates(attempt)
    for object in attempt.changed.reversed() { settle(object, on: attempt.rows.removeLast()) }
    for object in attempt.deleted + attempt.duplicates.deleted { leaveSaved(object) }
    for (space, values) in attempt.derived { saved?.derived += context.adopt(values, in: space) }
    context.agenda.noteHalfSave(lacking: attempt.debts)
    context.undoManager?.noteSave()
    notify(attempt, saved)
  }

  /// After a save, only objects that an undo or redo may bring back still need the stores that were chosen for them.
  private func forgetAssignments() {
    guard !context.agenda.assignments.isEmpty else { return }
    var shelved: [UInt32] = []
    context.forEachShelved { object in
      if object.identityTable.link === context.link { shelved.append(object.serial) }
    }
    context.agenda.keepAssignments(of: shelved)
  }

  /// Stage 7: objects and observers are notified.
  private func notify(_ attempt: SaveDraft, _ saved: SavedObjects?) {
    EventHook.during(.stage, "notify") {
      notifyObjects(attempt)
      guard let saved else { return }
      context.notifier.controllers.forEach { $0.follow(saved) }
      context.announceSave(saved)
    }
    if isRoot { context.persistentStoreCoordinator?.announceWrites(to: attempt.keptSpaces) }
  }

  /// Stage 1: classes of their own may change their objects once more, until none of them does.
  private func letObjectsPrepare() throws(GraphError) {
    guard context.changes.list.hasClasses else { return }
    let mostRounds = 1_000
    for _ in 0..<mostRounds {
      var isStable = true
      for object in context.changes.list.objects(where: {
        $0.identityTable.hasClassOfItsOwn && $0.hasChanges
      }) {
        let before = object.overlay?.words
        let count = context.changes.list.count
        object.willSave()
        if context.changes.list.count != count || object.isChanged(since: before) {
          isStable = false
        }
      }
      try context.processing()
      try context.propagateDeletes()
      if isStable { return }
    }
    throw GraphError(
      .save,
      "willSave changes its object each time anew; set a value only where it differs.")
  }

  /// Stage 2: may they be saved? Every fault of every object is reported at once.
  private func validate() throws(GraphError) {
    guard !context.isPlain else { return }
    var faults: [GraphError] = []
    let mayDangle = context.changes.mayHaveDanglingReferences
    context.changes.inOrder().forEachFetchedAhead(.objects) { object in
      if object.hasChanges { object.appendFaults(to: &faults, mayDangle: mayDangle) }
    }
    try ManagedObject.throwAll(faults)
  }

  /// Stage 6: objects live on the rows that were written, and the context lets go of them (R3).
  private func settle(_ draft: inout SaveDraft) {
    settleDuplicates(draft)
    // The rows move from the list to their objects: counting them up and down costs more than what is done here.
    let changed = draft.changed
    changed.forEachFetchedAhead(.rowsBeneath, isReversed: true) {
      settle($0, on: draft.rows.removeLast())
    }
    let released = context.changes.takeAll()
    let deleted = draft.deleted
    deleted.forEachFetchedAhead(.values) { leaveSaved($0) }
    for object in draft.duplicates.deleted { leaveSaved(object) }
    withExtendedLifetime(released) {}
  }

  /// Lets one object live on the row that was written for it, or on its own one, which has the values.
  @inline(__always) func settle(_ object: ManagedObject, on row: consuming Row?) {
    object.flags.subtract([.inserted, .updated, .pinned, .touched, .unannounced])
    if let row { object.settleSaved(on: row) } else { object.settleSaved() }
    object.forgetPendingMembers()
  }

  /// Releases an object whose record was removed.
  private func leaveSaved(_ object: ManagedObject) {
    object.flags.remove(.pinned)
    context.leave(object)
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
