// What every program puts together, put together already; and what coordinators post.

import Faultline
import FaultlineTestGraph
import Foundation
import Testing

@Suite struct PersistentContainerTests {
  /// P5, P6: work in the background, seen on the main thread.
  @MainActor @Test func `the view context follows what the background saves`() async throws {
    let container = try PersistentContainer(model: try companyModel())
    let view = container.viewContext
    view.retainsRegisteredObjects = true
    let id = try await container.performBackgroundTask { context in
      #expect(context.undoManager == nil && context.parent == nil)
      let ada = context.hire("Ada")
      try context.save()
      return ada.objectID
    }
    let ada = try view.existingObject(with: id)
    try await container.performBackgroundTask { context in
      try context.existingObject(with: id).setValue("Lovelace", forKey: "name")
      try context.save()
    }
    // The merge stands in the main queue's line before this does.
    await view.perform {}
    #expect(ada.value(forKey: "name") as? String == "Lovelace")
    let error = await #expect(throws: GraphError.self) {
      try await container.performBackgroundTask { context throws(GraphError) in
        _ = try context.count(for: FetchRequest(entityName: "Nobody"))
      }
    }
    #expect(error?.code == .unsupportedRequest)
  }

  @Test func `a background context has a queue of its own`() throws {
    let container = try PersistentContainer(model: try companyModel())
    let context = container.newBackgroundContext()
    #expect(context.concurrencyType == .privateQueue)
    #expect(context.persistentStoreCoordinator === container.persistentStoreCoordinator)
    #expect(container.viewContext.concurrencyType == .mainQueue)
    #expect(container.viewContext.automaticallyMergesChangesFromParent)
    #expect(container.managedObjectModel.entitiesByName["Employee"] != nil)
  }

  /// Semantics 193.
  @Test func `a coordinator notifies of stores that come and go`() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    let received = Listener()
    received.listen(
      to: PersistentStoreCoordinator.storesDidChangeNotification, of: coordinator
    ) { note in
      let added =
        note.userInfo?[PersistentStoreCoordinator.addedStoresKey] as? [any PersistentStore]
      let removed =
        note.userInfo?[PersistentStoreCoordinator.removedStoresKey] as? [any PersistentStore]
      return "\(added?.count ?? 0) added, \(removed?.count ?? 0) removed"
    }
    let store = try coordinator.addPersistentStore(type: .inMemory)
    try coordinator.remove(store)
    #expect(received.received == ["1 added, 0 removed", "0 added, 1 removed"])
  }

  /// Semantics 192: each write of this process, if the store's options ask for it.
  @Test func `writes are announced where that is wanted`() throws {
    var options = StoreOptions()
    options.postsRemoteChanges = true
    let container = try PersistentContainer(model: try companyModel(), options: options)
    let store = container.persistentStoreCoordinator.persistentStores[0]
    let received = Listener()
    received.listen(
      to: PersistentStoreCoordinator.remoteChangeNotification,
      of: container.persistentStoreCoordinator
    ) { $0.userInfo?[PersistentStoreCoordinator.storeUUIDKey] as? String ?? "nobody" }
    let context = container.newBackgroundContext()
    try context.performAndWait {
      context.hire("Ada")
      try context.save()
    }
    #expect(received.received == [store.identifier.uuidString])
  }
}
