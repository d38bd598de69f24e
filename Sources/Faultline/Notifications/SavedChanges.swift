// What a save has changed, as a value that any thread may have.

public import Foundation

/// The IDs of what a save has inserted, updated and deleted (P7: IDs cross threads, objects never do).
public struct SavedChanges: Sendable, Equatable {
  /// New objects.
  public var inserted: [ManagedObjectID] = []
  /// Changed objects.
  public var updated: [ManagedObjectID] = []
  /// Deleted objects.
  public var deleted: [ManagedObjectID] = []
  /// Whether a list may name what it has named before: a save's do not, and a program's may.
  var mayRepeat = false

  /// Nothing.
  public init() {}

  /// The contents of a notification of a save; nil if it is none.
  ///
  /// Of a notification with objects the IDs are taken: make the value where the notification was posted.
  public init?(_ notification: Notification) {
    let names = [
      ManagedObjectContext.didSaveNotification, ManagedObjectContext.didSaveObjectIDsNotification,
    ]
    guard names.contains(notification.name) else { return nil }
    self.init(lists: notification.userInfo ?? [:])
  }

  /// The contents of a dictionary of lists, by the keys of notifications; anything else in it is left out.
  init(lists: [AnyHashable: Any]) {
    func ids(_ key: NotificationKey) -> [ManagedObjectID] {
      let values = [key, key.ofIDs].compactMap { $0 }.compactMap { lists[$0.rawValue] }
      switch values.first {
      case let ids as [ManagedObjectID]: return ids
      case let objects as [ManagedObject]: return objects.map(\.objectID)
      default: return []
      }
    }
    inserted = ids(.insertedObjects)
    updated = ids(.updatedObjects)
    deleted = ids(.deletedObjects)
  }

  /// Whether two name the same, in the same order.
  public static func == (one: SavedChanges, other: SavedChanges) -> Bool {
    one.inserted == other.inserted && one.updated == other.updated && one.deleted == other.deleted
  }

  /// Whether there is nothing to merge.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// The objects of a save, noted while they are still what they were before it.
struct SavedObjects {
  let inserted: [ManagedObject]
  let updated: [ManagedObject]
  let deleted: [ManagedObject]
  /// Objects whose stores have derived other values.
  var derived: [ManagedObject] = []

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
