// The notifications that contexts and coordinators post, by Foundation's `NotificationCenter`.

public import Foundation

extension ManagedObjectContext {
  /// Posted before a save writes anything: what observers change now is part of the save (N1, semantics 183).
  public static let willSaveNotification = Notification.Name("ManagedObjectContextWillSave")
  /// Posted after a save, with the objects that it has inserted, updated and deleted (semantics 184).
  public static let didSaveNotification = Notification.Name("ManagedObjectContextDidSave")
  /// Posted when pending changes were processed, with the objects that have changed since (semantics 182).
  public static let didChangeObjectsNotification = Notification.Name(
    "ManagedObjectContextObjectsDidChange")
  /// Posted after a save, with IDs, which other threads may have (semantics 184).
  public static let didSaveObjectIDsNotification = Notification.Name(
    "ManagedObjectContextDidSaveObjectIDs")
  /// Posted after changes of others were merged, with IDs (semantics 191).
  public static let didMergeChangesObjectIDsNotification = Notification.Name(
    "ManagedObjectContextDidMergeChangesObjectIDs")

  /// What the user info of a notification has, under the raw values of these: lists of objects, or of IDs in the
  /// notifications of IDs.
  public enum NotificationKey: String, Sendable, CaseIterable {
    /// New objects.
    case insertedObjects = "inserted"
    /// Changed objects.
    case updatedObjects = "updated"
    /// Deleted objects.
    case deletedObjects = "deleted"
    /// Objects that were brought up to date, or are faults again.
    case refreshedObjects = "refreshed"
    /// Objects that were turned into faults one by one, since their rows may be gone.
    case invalidatedObjects = "invalidated"
    /// That everything was reset: the IDs of all objects that there were.
    case invalidatedAllObjects = "invalidatedAll"
    /// The IDs of new objects.
    case insertedObjectIDs = "inserted_objectIDs"
    /// The IDs of changed objects.
    case updatedObjectIDs = "updated_objectIDs"
    /// The IDs of deleted objects.
    case deletedObjectIDs = "deleted_objectIDs"
    /// The IDs of objects that were brought up to date.
    case refreshedObjectIDs = "refreshed_objectIDs"

    /// The key under which the IDs of the same objects stand.
    var ofIDs: NotificationKey? {
      switch self {
      case .insertedObjects: .insertedObjectIDs
      case .updatedObjects: .updatedObjectIDs
      case .deletedObjects: .deletedObjectIDs
      case .refreshedObjects: .refreshedObjectIDs
      default: nil
      }
    }
  }
}

typealias NotificationKey = ManagedObjectContext.NotificationKey
