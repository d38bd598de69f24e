// Bringing another context's save in: by its notification, by IDs from anywhere, or by itself (N2).

public import Foundation

extension ManagedObjectContext {
  /// Merges what another context has saved (semantics 186): updated objects that are loaded here are brought up to
  /// date and keep their local changes, inserted ones are here as well, deleted ones are deleted.
  ///
  /// It may be called on any thread, as notifications come on that of the save: off its own queue the context does it
  /// as soon as it can, before everything that is sent to it later.
  public func mergeChanges(fromContextDidSave notification: Notification) {
    guard notification.object as AnyObject? !== self,
      let changes = SavedChanges(notification)
    else { return }
    mergeChanges(changes)
  }

  /// Merges what was saved elsewhere, on this thread or as soon as the context can.
  public func mergeChanges(_ changes: SavedChanges) {
    guard !queue.isOpen, concurrencyType != .confinement else {
      // A context that is confined has no queue to hop to: checked or not, no other thread may merge into it.
      queue.check("mergeChanges")
      do throws(GraphError) { try merging(changes) } catch { misuse(error) }
      return
    }
    queue.send { [weak self] in
      guard let self else { return }
      queue.asCurrent {
        do throws(GraphError) { try self.merging(changes) } catch { misuse(error) }
      }
    }
  }

  /// Merges what was saved elsewhere into several contexts, parents before their children (semantics 187).
  ///
  /// The lists stand under the raw values of `NotificationKey`; what one of them names twice counts once.
  public static func mergeChanges(
    fromRemoteContextSave lists: [String: [ManagedObjectID]], into contexts: [ManagedObjectContext]
  ) {
    var changes = SavedChanges(lists: lists)
    changes.mayRepeat = true
    for context in contexts.sorted(by: { $0.generation < $1.generation }) {
      context.mergeChanges(changes)
    }
  }

  /// How many contexts there are above.
  private var generation: Int { parent.map { $0.generation + 1 } ?? 0 }

  /// Merges what was saved elsewhere, or throws an error that says why it cannot.
  package func merging(_ changes: SavedChanges) throws(GraphError) {
    var merge = Merge(self)
    try merge.run(changes)
  }
}

/// One merge into a context, which waits for it.
///
/// IDs are looked at one by one: those of which the context has no object cost nothing, however many a batch has changed.
struct Merge {
  /// How many objects get their newest rows at a time: so many rows are held twice, the former ones and those.
  private static let rowsAChunk = 1_000

  let context: ManagedObjectContext
  /// Objects whose rows were removed elsewhere.
  private var gone: [ManagedObject] = []

  init(_ context: ManagedObjectContext) { self.context = context }

  /// Brings in what was saved elsewhere.
  mutating func run(_ changes: SavedChanges) throws(GraphError) {
    let start = EventHook.began(.merge)
    defer { EventHook.ended(start, .merge) }
    try context.processing()
    context.learnNewKeys()
    // What was read before in this turn is what was before the save.
    context.persistentStoreCoordinator?.endReading()
    context.waiting?.forgetMembers()
    let ids = try OwnIDs(context, mayRepeat: changes.mayRepeat)
    if context.notifier.isFollowed {
      let isMissed = context.settings.behaviours.contains(.controllersMissFaults)
      context.notifier.merge(
        updated: isMissed ? [] : ids.list(changes.updated), deleted: ids.list(changes.deleted))
    }
    var merged: [NotificationKey: [ManagedObjectID]] = [:]
    let refreshed = mergeUpdates(registered(changes.updated, ids) { $0.anyObject(of: $1) })
    merged[.refreshedObjects] = refreshed.map(\.objectID)
    // Kept until observers were notified: an observer that wants to keep them longer does so then.
    let arrived = mergeInsertions(ids.list(changes.inserted))
    merged[.insertedObjects] = arrived.map(\.objectID)
    merged[.deletedObjects] = mergeDeletions(registered(changes.deleted, ids) { $0.object(of: $1) })
    try followRules(ofGone: gone)
    try followRules(ofDeletedBehind: refreshed)
    try withExtendedLifetime(arrived) { () throws(GraphError) in try context.processing() }
    context.post(ManagedObjectContext.didMergeChangesObjectIDsNotification, ids: merged)
    context.followers.merge(changes, from: context)
  }

  /// The registered objects of some records, each once; where a record may have several, each of them.
  private func registered(
    _ changed: [ManagedObjectID], _ ids: OwnIDs,
    _ object: (Registry, ManagedObjectID) -> ManagedObject?
  ) -> [ManagedObject] {
    guard context.uniquesObjects else {
      let all = context.registry.objects()
      let known = Set(all.map(\.registeredID))
      var wanted: Set<ManagedObjectID> = []
      ids.forEach(of: changed) { if known.contains($0) { wanted.insert($0) } }
      return all.filter { wanted.contains($0.registeredID) }
    }
    var seen: Set<UInt32> = []
    var found: [ManagedObject] = []
    ids.forEach(of: changed) { id in
      guard let object = object(context.registry, id),
        !ids.mayRepeat || seen.insert(object.serial).inserted
      else { return }
      found.append(object)
    }
    return found
  }

  // MARK: - Updates

  /// Brings objects up to date that are loaded: faults are, once they fire (semantics 188).
  ///
  /// Where no store answers, since it is busy or closed, objects stay as they are: a merge has no caller to report
  /// an error to, and a save meets the conflict.
  private mutating func mergeUpdates(_ known: [ManagedObject]) -> [ManagedObject] {
    // What a partial fault knows may be old: it is to know nothing, and to get everything when it fires.
    for object in known { object.forgetPart() }
    let loaded = known.filter {
      !$0.isFault && !$0.isNew && !$0.flags.contains(.gone) && $0.row != nil
    }
    var refreshed: [ManagedObject] = []
    for start in stride(from: 0, to: loaded.count, by: Self.rowsAChunk) {
      let chunk = loaded[start..<min(loaded.count, start + Self.rowsAChunk)]
      guard let rows = try? newestRows(of: Array(chunk)) else { break }
      for (object, row) in zip(chunk, rows) where renew(object, row) { refreshed.append(object) }
    }
    context.rereadMembers()
    noteMerged(refreshed)
    return refreshed
  }

  /// Counts objects that the merge has brought in.
  private func noteMerged(_ objects: [ManagedObject]) {
    context.statistics.objectsMerged += objects.count
    for object in objects { context.note(.objectsMerged, of: object.entity) }
  }

  /// Lets an object live on the newest row; says whether it shows other values now.
  private mutating func renew(_ object: ManagedObject, _ row: Row?) -> Bool {
    guard let row else {
      guard !object.isDeleted else { return false }
      markGone(merged: object)
      gone.append(object)
      return false
    }
    guard row !== object.row else { return false }
    context.rebase(object, on: row)
    // It is not shown any more; should its deletion be taken back, it has the values that are stored.
    guard !object.isDeleted else { return false }
    context.notifier.refresh(object)
    return true
  }

  /// The rows of objects as they are by now, one request an entity for those that are not in memory.
  private func newestRows(of objects: [ManagedObject]) throws(GraphError) -> [Row?] {
    var rows: [UInt32: Row] = [:]
    var wishes: [(identityTable: IdentityTable, keys: [Int64])] = []
    let isOneByOne = context.settings.behaviours.contains(.mergesAskOneByOne)
    for object in objects {
      if context.settings.usesRowCache,
        let row = object.identityTable.rows?.peek(object.key, notOlderThan: -1), row !== object.row
      {
        rows[object.serial] = row
      } else if !isOneByOne,
        let wish = wishes.firstIndex(where: { $0.identityTable === object.identityTable })
      {
        wishes[wish].keys.append(object.key)
      } else {
        wishes.append((object.identityTable, [object.key]))
      }
    }
    for (identityTable, keys) in wishes {
      let fetched = try context.upstream().fetchRows(
        keys, of: identityTable.entity, in: identityTable.space)
      let several =
        context.uniquesObjects
        ? nil : RecordObjects(objects.filter { $0.identityTable === identityTable })
      fetched.forEachRun { run, places in
        for place in places {
          let key = fetched.key(at: place)
          guard let object = several?[key].first ?? identityTable.object(key) else { continue }
          let row =
            fetched.takeRow(at: place, of: run) ?? context.filling.lostRow(of: object, fetched)
          rows[object.serial] = row
          for other in several?[key].dropFirst() ?? [] { rows[other.serial] = row }
        }
      }
    }
    return objects.map { rows[$0.serial] }
  }

  // MARK: - Insertions

  /// Registers new objects, with their values; observers that are notified of them may keep them.
  ///
  /// Those whose values cannot be fetched now are faults, which report the reason once they fire.
  private func mergeInsertions(_ ids: [ManagedObjectID]) -> [ManagedObject] {
    let objects = ids.map { context.fault(of: $0) }
    if context.settings.behaviours.contains(.mergesAskOneByOne) {
      for object in objects { try? context.fill([object]) }
    } else {
      try? context.fill(objects)
    }
    for object in objects where !object.isFault && !object.isNew {
      context.notifier.arrive(context.handOut(object))
    }
    noteMerged(objects)
    return objects
  }

  // MARK: - Deletions

  /// Marks objects deleted that are in use; a save has nothing to write for them (semantics 188, 189).
  private mutating func mergeDeletions(_ known: [ManagedObject]) -> [ManagedObjectID] {
    let objects = known.filter { !$0.isDeleted }
    for object in objects { markGone(merged: object) }
    gone += objects
    noteMerged(objects)
    return objects.map(\.objectID)
  }

  /// Marks an object deleted whose row was removed elsewhere; its values stay until a save.
  private func markGone(merged object: ManagedObject) {
    object.layOverlay()
    context.changes.recountIfListed(object) {
      object.flags.insert([.changed, .deleted, .gone])
    }
    context.changes.pin(object)
    context.touch(object)
  }
}

// What a deletion that was merged does to others here: its delete rules, as far as the objects know each other.
extension Merge {
  /// Follows the delete rules of objects whose rows were removed elsewhere.
  func followRules(ofGone gone: [ManagedObject]) throws(GraphError) {
    guard context.settings.mergedDeletionsFollowRules, !gone.isEmpty else { return }
    try withoutUndo { () throws(GraphError) in
      for object in gone {
        for index in object.identityTable.layout.ties.indices {
          for other in object.knownDestinations(index) {
            try follow(index, from: object, to: other)
          }
        }
      }
      try clearUnsavedReferences()
    }
  }

  /// Follows the delete rules of objects whose deletion is pending here, for updated objects that refer to them by now.
  ///
  /// The rules were followed when the objects were deleted, and another context has added references since. They
  /// would lead to objects without a context after the save.
  func followRules(ofDeletedBehind updated: [ManagedObject]) throws(GraphError) {
    guard context.changes.list.deleted > 0, !updated.isEmpty else { return }
    try withoutUndo { () throws(GraphError) in
      for object in updated where !object.isDeleted {
        for (index, tie) in object.identityTable.layout.ties.enumerated() {
          guard let inverse = tie.inverse else { continue }
          for other in object.knownDestinations(index)
          where other.isDeleted && !other.flags.contains(.gone) {
            try follow(inverse, from: other, to: object)
          }
        }
      }
    }
  }

  /// Follows the delete rule of a deleted object's relationship, for one object that it leads to.
  private func follow(
    _ index: Int, from deleted: ManagedObject, to object: ManagedObject
  ) throws(GraphError) {
    let tie = deleted.identityTable.layout.ties[index]
    switch tie.relationship.deleteRule {
    case .noAction: return
    // The save asks the rule itself. What has happened can be denied no more, and leads nowhere.
    case .deny where !deleted.flags.contains(.gone): return
    case .cascade:
      guard !object.isDeleted, !object.isFault else { return }
      object.prepareForDeletion()
      try context.markDeleted(object)
    case .nullify, .deny:
      guard let inverse = tie.inverse else { return }
      try object.letGo(of: deleted, inverse)
      try deleted.letGo(of: object, index)
    }
  }

  /// Changes what follows from another context's save: no step of this one, and so none that can be undone.
  private func withoutUndo(_ body: () throws(GraphError) -> Void) throws(GraphError) {
    context.undoManager?.disableUndoRegistration()
    defer { context.undoManager?.enableUndoRegistration() }
    try body()
    if context.propagatesDeletesAtEndOfEvent { try context.propagateDeletes() }
  }

  /// Clears what unsaved changes still refer to that is gone, by relationships of which the deleted objects do not know.
  private func clearUnsavedReferences() throws(GraphError) {
    for object in context.changes.list.objects(where: { $0.ties != nil && !$0.isDeleted }) {
      for (index, tie) in object.identityTable.layout.ties.enumerated()
      where object.overlay?.isChanged(tie: index) == true {
        for other in object.knownDestinations(index) where other.flags.contains(.gone) {
          try object.letGo(of: other, index)
          if let inverse = tie.inverse { try other.letGo(of: object, inverse) }
        }
      }
    }
  }
}

/// Says what IDs of any coordinator are called here; what lies in stores of others is left out.
struct OwnIDs {
  private let context: ManagedObjectContext
  private let coordinator: PersistentStoreCoordinator
  /// Whether a list may name what it has named before.
  let mayRepeat: Bool

  init(_ context: ManagedObjectContext, mayRepeat: Bool) throws(GraphError) {
    self.context = context
    self.mayRepeat = mayRepeat
    coordinator = try context.coordinator()
  }

  /// Visits the IDs one by one; none is kept.
  func forEach(of ids: [ManagedObjectID], _ body: (ManagedObjectID) -> Void) {
    var latest: (strange: KeySpace, own: KeySpace?)?
    for id in ids {
      if latest?.strange !== id.space {
        let own = id.space.store.map { coordinator.space(ofStore: $0) } ?? coordinator.temporaryKeys
        latest = (id.space, own)
      }
      guard let space = latest?.own else { continue }
      body(context.current(ManagedObjectID(entity: id.entity, key: id.key, space: space)))
    }
  }

  /// The IDs as a list, each once.
  func list(_ ids: [ManagedObjectID]) -> [ManagedObjectID] {
    var seen: Set<ManagedObjectID> = []
    var list: [ManagedObjectID] = []
    list.reserveCapacity(ids.count)
    forEach(of: ids) { if !mayRepeat || seen.insert($0).inserted { list.append($0) } }
    return list
  }
}
