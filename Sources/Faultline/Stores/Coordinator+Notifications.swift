// What a coordinator tells everybody who listens.

public import Foundation

extension PersistentStoreCoordinator {
  /// Posted when stores were added or removed (semantics 193); the user info lists them under `addedStoresKey` and
  /// `removedStoresKey`.
  public static let storesDidChangeNotification = Notification.Name(
    "PersistentStoreCoordinatorStoresDidChange")
  /// Posted after each write to a store that was opened with `postsRemoteChanges`, by whichever context of this
  /// coordinator (semantics 192); the user info has the store's identifier and its file.
  public static let remoteChangeNotification = Notification.Name(
    "PersistentStoreRemoteChange")

  /// The key to the list of stores that were added.
  public static let addedStoresKey = "added"
  /// The key to the list of stores that were removed.
  public static let removedStoresKey = "removed"
  /// The key to the identifier of the store that was written to, as text.
  public static let storeUUIDKey = "storeUUID"
  /// The key to the file of the store that was written to.
  public static let storeURLKey = "storeURL"

  func tell(added: [any PersistentStore] = [], removed: [any PersistentStore] = []) {
    var info: [String: Any] = [:]
    if !added.isEmpty { info[Self.addedStoresKey] = added }
    if !removed.isEmpty { info[Self.removedStoresKey] = removed }
    NotificationCenter.default.post(
      name: Self.storesDidChangeNotification, object: self, userInfo: info)
  }

  /// Tells of a write to a store whose options want that.
  func tellOfWrite(to seat: StoreSeat) {
    guard seat.postsRemoteChanges else { return }
    var info: [String: Any] = [Self.storeUUIDKey: seat.store.identifier.uuidString]
    if let url = seat.store.url { info[Self.storeURLKey] = url }
    NotificationCenter.default.post(
      name: Self.remoteChangeNotification, object: self, userInfo: info)
  }
}
