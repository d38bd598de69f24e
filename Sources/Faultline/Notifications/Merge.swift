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
    let changes = SavedChanges(lists: lists.mapValues(Self.once))
    for context in contexts.sorted(by: { $0.generation < $1.generation }) {
      context.mergeChanges(changes)
    }
  }

  private static func once(_ ids: [ManagedObjectID]) -> [ManagedObjectID] {
    var seen: Set<ManagedObjectID> = []
    return ids.filter { seen.insert($0).inserted }
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
struct Merge {
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
    let (updated, deleted) = (try own(changes.updated), try own(changes.deleted))
    let isMissed = context.settings.behaviours.contains(.controllersMissFaults)
    context.notifier.merge(updated: isMissed ? [] : updated, deleted: deleted)
    var merged: [NotificationKey: [ManagedObjectID]] = [:]
    let refreshed = mergeUpdates(updated)
    merged[.refreshedObjects] = refreshed.map(\.objectID)
    // Kept until observers were notified: an observer that wants to keep them longer does so then.
    let arrived = mergeInsertions(try own(changes.inserted))
    merged[.insertedObjects] = arrived.map(\.objectID)
    merged[.deletedObjects] = mergeDeletions(deleted)
    try followRules(ofGone: gone)
    try followRules(ofDeletedBehind: refreshed)
    try withExtendedLifetime(arrived) { () throws(GraphError) in try context.processing() }
    context.post(ManagedObjectContext.didMergeChangesObjectIDsNotification, ids: merged)
    context.followers.merge(changes, from: context)
  }

  /// The IDs as this context's coordinator has them; what lies in stores of others is left out.
  private func own(_ ids: [ManagedObjectID]) throws(GraphError) -> [ManagedObjectID] {
    let coordinator = try context.coordinator()
    var latest: (strange: KeySpace, own: KeySpace?)?
    return ids.compactMap { id in
      if latest?.strange !== id.space {
        let own = id.space.store.map { coordinator.space(ofStore: $0) } ?? coordinator.temporaryKeys
        latest = (id.space, own)
      }
      guard let space = latest?.own else { return nil }
      return context.current(ManagedObjectID(entity: id.entity, key: id.key, space: space))
    }
  }

  /// The registered objects of some records; where a record may have several, each of them.
  private func registered(
    _ ids: [ManagedObjectID], _ object: (ManagedObjectID) -> ManagedObject?
  ) -> [ManagedObject] {
    guard !context.uniquesObjects else { return ids.compactMap(object) }
    let wanted = Set(ids)
    return context.registry.objects().filter { wanted.contains($0.objectID) }
  }

  // MARK: - Updates

  /// Brings objects up to date that are loaded: faults are, once they fire (semantics 188).
  ///
  /// Where no store answers, since it is busy or closed, objects stay as they are: a merge has no caller to report
  /// an error to, and a save meets the conflict.
  private mutating func mergeUpdates(_ ids: [ManagedObjectID]) -> [ManagedObject] {
    let known = registered(ids) { context.registry.anyObject(of: $0) }
    // What a partial fault knows may be old: it is to know nothing, and to get everything when it fires.
    for object in known { object.forgetPart() }
    let loaded = known.filter {
      !$0.isFault && !$0.isNew && !$0.flags.contains(.gone) && $0.row != nil
    }
    guard !loaded.isEmpty, let rows = try? newestRows(of: loaded) else { return [] }
    var refreshed: [ManagedObject] = []
    for (object, row) in zip(loaded, rows) {
      guard let row else {
        guard !object.isDeleted else { continue }
        markGone(merged: object)
        gone.append(object)
        continue
      }
      guard row !== object.row else { continue }
      context.rebase(object, on: row)
      // It is not shown any more; should its deletion be taken back, it has the values that are stored.
      guard !object.isDeleted else { continue }
      context.notifier.refresh(object)
      refreshed.append(object)
    }
    context.statistics.objectsMerged += refreshed.count
    return refreshed
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
    context.statistics.objectsMerged += objects.count
    return objects
  }

  // MARK: - Deletions

  /// Marks objects deleted that are in use; a save has nothing to write for them (semantics 188, 189).
  private mutating func mergeDeletions(_ ids: [ManagedObjectID]) -> [ManagedObjectID] {
    let known = registered(ids) { context.registry.object(of: $0) }
    let objects = known.filter { !$0.isDeleted }
    for object in objects { markGone(merged: object) }
    gone += objects
    context.statistics.objectsMerged += objects.count
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
