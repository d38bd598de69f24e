// The notifications that a coordinator posts.

public import Foundation
import Synchronization

extension PersistentStoreCoordinator {
  /// Posted when stores were added or removed (semantics 193); the user info lists them under `addedStoresKey` and
  /// `removedStoresKey`.
  public static let storesDidChangeNotification = Notification.Name(
    "PersistentStoreCoordinatorStoresDidChange")
  /// Posted after each save to a store that was opened with `postsRemoteChanges`, by whichever context of this
  /// coordinator, and when it is noticed that another process or another coordinator has written to its file
  /// (semantics 192); the user info has the store's identifier and its file.
  ///
  /// What others have written is looked for before each turn, fetch and save, by a counter that SQLite keeps, and by
  /// ``noticeRemoteChanges()``. Several writes of others since the last look are one notification. It is posted on the
  /// thread that has looked, or saved, when nothing there is half done.
  public static let remoteChangeNotification = Notification.Name(
    "PersistentStoreRemoteChange")

  /// The key to the list of stores that were added.
  public static let addedStoresKey = "added"
  /// The key to the list of stores that were removed.
  public static let removedStoresKey = "removed"
  /// The key to what ``tornSaves`` lists, if a store was added and there are any.
  public static let tornSavesKey = "tornSaves"
  /// The key to the identifier of the store that was written to, as text.
  public static let storeUUIDKey = "storeUUID"
  /// The key to the file of the store that was written to.
  public static let storeURLKey = "storeURL"

  /// Checks whether others have written to stores that were opened with `postsRemoteChanges`, and posts a
  /// notification of it.
  ///
  /// Turns, fetches and saves check by themselves. A program that does none of these for a while, and wants to know
  /// all the same, calls this now and then.
  public func noticeRemoteChanges() {
    guard postsRemoteChanges.load(ordering: .relaxed) else { return }
    for seat in state.withLock({ $0.seats })
    where seat.postsRemoteChanges && seat.store.noticeForeignWrites() {
      announceWrite(to: seat)
    }
  }

  /// Posts a notification for each store that has a part of a save.
  func announceWrites(to spaces: [KeySpace]) {
    guard postsRemoteChanges.load(ordering: .relaxed) else { return }
    for space in spaces { seat(of: space).map(announceWrite) }
  }

  func notify(added: [any PersistentStore] = [], removed: [any PersistentStore] = []) {
    var info: [String: Any] = [:]
    let tornSaves = tornSaves
    if !added.isEmpty, !tornSaves.isEmpty { info[Self.tornSavesKey] = tornSaves }
    if !added.isEmpty { info[Self.addedStoresKey] = added }
    if !removed.isEmpty { info[Self.removedStoresKey] = removed }
    NotificationCenter.default.post(
      name: Self.storesDidChangeNotification, object: self, userInfo: info)
  }

  /// Posts a notification of a write to a store whose options ask for it.
  private func announceWrite(to seat: StoreSeat) {
    guard seat.postsRemoteChanges else { return }
    var info: [String: Any] = [Self.storeUUIDKey: seat.store.identifier.uuidString]
    if let url = seat.store.url { info[Self.storeURLKey] = url }
    NotificationCenter.default.post(
      name: Self.remoteChangeNotification, object: self, userInfo: info)
  }
}
