// The names of store types, options and metadata, as Core Data has them.

public import Foundation
import Faultline
import FaultlineSQLite

/// A store in a SQLite file.
public let NSSQLiteStoreType = "SQLite"
/// A store in memory.
public let NSInMemoryStoreType = "InMemory"

/// Whether saves are refused.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// Settings of a store's database by name.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
/// Whether a store of an older model is migrated when it is added.
public let NSMigratePersistentStoresAutomaticallyOption =
  "NSMigratePersistentStoresAutomaticallyOption"
/// Whether the mapping of a migration is inferred.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// Whether a store is opened although its entities were described differently when it was made.
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"
/// The longest time an operation of a store may take, in seconds.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// Whether a store keeps a history of its changes.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// Whether every write to a store is announced.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
  "NSPersistentStoreRemoteChangeNotificationOptionKey"

/// The key of a store's type in its metadata.
public let NSStoreTypeKey = "NSStoreType"
/// The key of a store's identifier in its metadata.
public let NSStoreUUIDKey = "NSStoreUUID"
/// The key of the digests of a store's entities in its metadata.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// The key of the names of a store's model in its metadata.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"

/// The key of the stores that were added.
public let NSAddedPersistentStoresKey = "added"
/// The key of the stores that were removed.
public let NSRemovedPersistentStoresKey = "removed"
/// The key of the stores whose identifiers were changed.
public let NSUUIDChangedPersistentStoresKey = "changed"
/// The key of the identifier of the store that was written to.
public let NSPersistentStoreUUIDKey = "storeUUID"
/// The key of the file of the store that was written to.
public let NSPersistentStoreURLKey = "storeURL"
/// The key of the history token of a write.
public let NSPersistentHistoryTokenKey = "historyToken"

extension Notification.Name {
  /// Posted when stores were added or removed.
  public static let NSPersistentStoreCoordinatorStoresDidChange = Self(
    "NSPersistentStoreCoordinatorStoresDidChangeNotification")
  /// Posted before stores are added or removed.
  public static let NSPersistentStoreCoordinatorStoresWillChange = Self(
    "NSPersistentStoreCoordinatorStoresWillChangeNotification")
  /// Posted before a store is removed.
  public static let NSPersistentStoreCoordinatorWillRemoveStore = Self(
    "NSPersistentStoreCoordinatorWillRemoveStoreNotification")
  /// Posted when a store was written to.
  public static let NSPersistentStoreRemoteChange = Self(
    "NSPersistentStoreRemoteChangeNotification")
}

/// Posted when a store was written to.
public let NSPersistentStoreRemoteChangeNotification = Notification.Name
  .NSPersistentStoreRemoteChange

extension StoreOptions {
  /// Reads Core Data's options; what the engine has no use for is left out.
  init(_ options: [AnyHashable: Any]?) {
    self.init()
    func flag(_ key: String) -> Bool {
      switch options?[key] {
      case let number as NSNumber: number.boolValue
      case let flag as Bool: flag
      case let other: other is NSDictionary
      }
    }
    isReadOnly = flag(NSReadOnlyPersistentStoreOption)
    ignoresVersionHashes = flag(NSIgnorePersistentStoreVersioningOption)
    tracksHistory = flag(NSPersistentHistoryTrackingKey)
    postsRemoteChanges = flag(NSPersistentStoreRemoteChangeNotificationPostOptionKey)
    let settings = options?[NSSQLitePragmasOption] as? [String: Any] ?? [:]
    // The engine keeps its own journal, and lays a file out as it has to.
    let ownSettings: Set = ["journal_mode", "auto_vacuum", "foreign_keys"]
    pragmas = settings.filter { !ownSettings.contains($0.key.lowercased()) }
      .mapValues { "\($0)" }
    // Core Data was observed to move a longer log into the file.
    longestLog = 8 << 20
    scattersNewRows = true
  }
}
