// Coordinators and contexts: set up, stacked, sent blocks and notified of saves.

import Faultline
import Foundation

extension PublicFace {
  static func coordinator() throws -> PersistentStoreCoordinator {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try model())
    var options = StoreOptions()
    options.isReadOnly = false
    options.ignoresVersionHashes = false
    options.pragmas = [:]
    let store: any PersistentStore = try coordinator.addPersistentStore(
      type: .inMemory, configuration: "All", at: nil, options: options)
    let spare = try coordinator.addPersistentStore(type: .inMemory, at: nil)
    try coordinator.remove(spare)
    coordinator.setMetadata(["made": "today"], for: store)
    precondition(coordinator.metadata(for: store)["made"] as? String == "today")
    precondition(coordinator.persistentStores.count == 1)
    return coordinator
  }

  static func context(_ coordinator: PersistentStoreCoordinator) throws -> ManagedObjectContext {
    let context = ManagedObjectContext(concurrencyType: .confinement)
    try context.setPersistentStoreCoordinator(coordinator)
    precondition(context.persistentStoreCoordinator === coordinator)
    context.retainsRegisteredObjects = false
    context.uniquesObjects = true
    context.usesFaults = true
    context.usesRowCache = true
    context.collectsCycles = false
    context.stalenessInterval = -1
    context.mergePolicy = MergePolicy.mergeByPropertyStoreTrump
    context.propagatesDeletesAtEndOfEvent = true
    context.mergedDeletionsFollowRules = true
    context.shouldDeleteInaccessibleFaults = true
    context.usesAutoreleasePool = false
    context.name = "front door"
    context.userInfo["since"] = 1815
    return context
  }

  static func contexts(_ coordinator: PersistentStoreCoordinator) async throws {
    let container = try PersistentContainer(coordinator: coordinator)
    let root: ManagedObjectContext = container.newBackgroundContext()
    let child = ManagedObjectContext(concurrencyType: .privateQueue)
    try child.setParent(root)
    precondition(child.parent === root && child.persistentStoreCoordinator === coordinator)
    (child.name, child.mergePolicy, child.stalenessInterval) = ("child", .overwrite, -1)
    child.propagatesDeletesAtEndOfEvent = true
    child.shouldDeleteInaccessibleFaults = true
    child.retainsRegisteredObjects = false
    child.automaticallyMergesChangesFromParent = true
    let id: ManagedObjectID = try await child.perform {
      let visitor = child.insertNewObject(forEntityName: "Visitor")
      visitor.setValue("Eve", forKey: "name")
      try child.save()
      return visitor.objectID
    }
    wait(for: child)
    try await root.perform {
      precondition(root.registeredObject(for: id)?.isInserted == true)
      try root.save()
    }
    let names: [Notification.Name] = [
      ManagedObjectContext.willSaveNotification, ManagedObjectContext.didSaveNotification,
      ManagedObjectContext.didChangeObjectsNotification,
      ManagedObjectContext.didSaveObjectIDsNotification,
      ManagedObjectContext.didMergeChangesObjectIDsNotification,
    ]
    precondition(Set(names).count == 5)
    precondition(ManagedObjectContext.NotificationKey.insertedObjects.rawValue == "inserted")
    precondition(
      ManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue == "invalidatedAll")
    precondition(SavedChanges(Notification(name: names[0])) == nil)
    root.mergeChanges(SavedChanges())
    root.mergeChanges(fromContextDidSave: Notification(name: names[1], userInfo: [:]))
    ManagedObjectContext.mergeChanges(
      fromRemoteContextSave: ["updated": [id]], into: [root, child])
    let count: Int = try await container.performBackgroundTask { context in
      try context.count(for: FetchRequest(entityName: "Visitor"))
    }
    precondition(count > 0)
  }

  private static func wait(for context: ManagedObjectContext) {
    context.perform {}
    let answer: Int = context.performAndWait { 42 }
    precondition(answer == 42)
  }
}
