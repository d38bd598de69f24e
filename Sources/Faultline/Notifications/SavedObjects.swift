// What a save has written, as its notification contains it.

/// The objects of a save, noted while they are still what they were before it.
struct SavedObjects {
  let inserted: [ManagedObject]
  let updated: [ManagedObject]
  let deleted: [ManagedObject]

  init(_ draft: SaveDraft) {
    inserted = draft.inserted
    updated = draft.updated
    // What others have removed was no work of this save's (semantics 189); mostly there is none of that.
    let hasGone = draft.deleted.contains { $0.flags.contains(.gone) }
    deleted = hasGone ? draft.deleted.filter { !$0.flags.contains(.gone) } : draft.deleted
  }
}

extension SavedChanges {
  /// The IDs of what a save has written, as they are by now.
  init(_ objects: SavedObjects) {
    func ids(_ objects: [ManagedObject]) -> [ManagedObjectID] {
      var ids: [ManagedObjectID] = []
      ids.reserveCapacity(objects.count)
      objects.forEachFetchedAhead(.objects) { ids.append($0.objectID) }
      return ids
    }
    inserted = ids(objects.inserted)
    updated = ids(objects.updated)
    deleted = ids(objects.deleted)
  }
}

extension ManagedObjectContext {
  /// Notifies observers of a save, then the contexts that follow.
  func announceSave(_ saved: SavedObjects) {
    post(
      Self.didSaveNotification,
      [
        NotificationKey.insertedObjects.rawValue: saved.inserted,
        NotificationKey.updatedObjects.rawValue: saved.updated,
        NotificationKey.deletedObjects.rawValue: saved.deleted,
      ])
    let changes = SavedChanges(saved)
    post(
      Self.didSaveObjectIDsNotification,
      ids: [
        .insertedObjects: changes.inserted, .updatedObjects: changes.updated,
        .deletedObjects: changes.deleted,
      ])
    // What a child saves is reported by its parent, which has it now.
    guard parent == nil else { return }
    persistentStoreCoordinator?.followers.merge(changes, from: self)
    followers.merge(changes, from: nil)
  }
}
