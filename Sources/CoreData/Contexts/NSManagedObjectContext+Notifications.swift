// The notifications of a context: one for each event, under Apple's name, with sets of objects.

import Faultline
public import Foundation

extension Notification.Name {
  /// Posted before a save writes anything.
  public static let NSManagedObjectContextWillSave = Self(
    "NSManagingContextWillSaveChangesNotification")
  /// Posted after a save, with the objects that it has written.
  public static let NSManagedObjectContextDidSave = Self(
    "NSManagingContextDidSaveChangesNotification")
  /// Posted when pending changes were processed.
  public static let NSManagedObjectContextObjectsDidChange = Self(
    "NSObjectsChangedInManagingContextNotification")
  /// Posted after a save, with the IDs of the objects that it has written.
  public static let NSManagedObjectContextDidSaveObjectIDs = Self(
    "NSManagedObjectContextDidSaveObjectIDsNotification")
  /// Posted after changes of others were merged, with IDs.
  public static let NSManagedObjectContextDidMergeChangesObjectIDs = Self(
    "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
}

/// The key of new objects.
public let NSInsertedObjectsKey = "inserted"
/// The key of changed objects.
public let NSUpdatedObjectsKey = "updated"
/// The key of deleted objects.
public let NSDeletedObjectsKey = "deleted"
/// The key of objects that were brought up to date.
public let NSRefreshedObjectsKey = "refreshed"
/// The key of objects that were turned into faults.
public let NSInvalidatedObjectsKey = "invalidated"
/// The key that says that everything was reset.
public let NSInvalidatedAllObjectsKey = "invalidatedAll"
/// The key of the IDs of new objects.
public let NSInsertedObjectIDsKey = "inserted_objectIDs"
/// The key of the IDs of changed objects.
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
/// The key of the IDs of deleted objects.
public let NSDeletedObjectIDsKey = "deleted_objectIDs"
/// The key of the IDs of objects that were brought up to date.
public let NSRefreshedObjectIDsKey = "refreshed_objectIDs"
/// The key of the query generation of a merge.
public let NSManagedObjectContextQueryGenerationKey = "newQueryGeneration"

extension NSManagedObjectContext {
  /// Posted before a save writes anything.
  public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave
  /// Posted after a save, with the objects that it has written.
  public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
  /// Posted when pending changes were processed.
  public static let didChangeObjectsNotification = Notification.Name
    .NSManagedObjectContextObjectsDidChange
  /// Posted after a save, with the IDs of the objects that it has written.
  public static let didSaveObjectIDsNotification = Notification.Name
    .NSManagedObjectContextDidSaveObjectIDs
  /// Posted after changes of others were merged, with IDs.
  public static let didMergeChangesObjectIDsNotification = Notification.Name
    .NSManagedObjectContextDidMergeChangesObjectIDs

  /// The keys of the user info of a notification.
  public enum NotificationKey: String, Sendable {
    case insertedObjects = "inserted"
    case updatedObjects = "updated"
    case deletedObjects = "deleted"
    case refreshedObjects = "refreshed"
    case invalidatedObjects = "invalidated"
    case invalidatedAllObjects = "invalidatedAll"
    case insertedObjectIDs = "inserted_objectIDs"
    case updatedObjectIDs = "updated_objectIDs"
    case deletedObjectIDs = "deleted_objectIDs"
    case refreshedObjectIDs = "refreshed_objectIDs"
    case invalidatedObjectIDs = "invalidated_objectIDs"
    case sourceContext = "sourceContext"
  }

  private static let names: [Notification.Name: Notification.Name] = [
    ManagedObjectContext.willSaveNotification: .NSManagedObjectContextWillSave,
    ManagedObjectContext.didSaveNotification: .NSManagedObjectContextDidSave,
    ManagedObjectContext.didChangeObjectsNotification: .NSManagedObjectContextObjectsDidChange,
    ManagedObjectContext.didSaveObjectIDsNotification: .NSManagedObjectContextDidSaveObjectIDs,
    ManagedObjectContext.didMergeChangesObjectIDsNotification:
      .NSManagedObjectContextDidMergeChangesObjectIDs,
  ]

  /// Posts what the engine reports, in Apple's form.
  func post(_ name: Notification.Name, _ info: [AnyHashable: Any]?) {
    guard let name = Self.names[name] else { return }
    let hasIDs =
      name == .NSManagedObjectContextDidSaveObjectIDs
      || name == .NSManagedObjectContextDidMergeChangesObjectIDs
    var sets: [AnyHashable: Any] = [:]
    for (key, value) in info ?? [:] {
      switch value {
      case let ids as [ManagedObjectID]:
        if key.base as? String == NSInvalidatedAllObjectsKey {
          sets[key] = ids
        } else if (key.base as? String)?.hasSuffix("_objectIDs") == hasIDs {
          sets[key] = Set(ids)
        }
      case let objects as [ManagedObject]: sets[key] = Self.set(objects)
      default: sets[key] = value
      }
    }
    if name == .NSManagedObjectContextDidSave {
      sets = sets.filter { ($0.value as? Set<NSManagedObject>)?.isEmpty != true }
      sets["managedObjectContext"] = self
    }
    NotificationCenter.default.post(
      name: name, object: self, userInfo: name == .NSManagedObjectContextWillSave ? nil : sets)
  }

  // MARK: - Merging

  /// Merges what was changed elsewhere into several contexts: lists or sets of IDs, URIs or objects, by their keys.
  public class func mergeChanges(
    fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
  ) {
    for context in contexts {
      context.engine.mergeChanges(
        SavedChanges(lists: changes, coordinator: context.persistentStoreCoordinator))
    }
  }
}

extension SavedChanges {
  /// The IDs of what a notification or a dictionary of lists names.
  init(lists: [AnyHashable: Any], coordinator: NSPersistentStoreCoordinator? = nil) {
    self.init()
    func ids(_ keys: [String]) -> [ManagedObjectID] {
      var seen: Set<ManagedObjectID> = []
      return keys.compactMap { lists[$0] }.flatMap { Self.members($0) }.compactMap { member in
        switch member {
        case let id as ManagedObjectID: id
        case let object as ManagedObject: object.objectID
        case let url as URL: coordinator?.managedObjectID(forURIRepresentation: url)
        default: nil
        }
      }.filter { seen.insert($0).inserted }
    }
    inserted = ids([NSInsertedObjectsKey, NSInsertedObjectIDsKey])
    updated = ids([
      NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectsKey, NSRefreshedObjectIDsKey,
    ])
    deleted = ids([NSDeletedObjectsKey, NSDeletedObjectIDsKey])
  }

  private static func members(_ collection: Any) -> [Any] {
    switch collection {
    case let ids as Set<ManagedObjectID>: Array(ids)
    case let objects as Set<NSManagedObject>: Boxing.inOrder(objects)
    case let set as NSSet: set.allObjects
    case let list as [Any]: list
    default: []
    }
  }
}
