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
