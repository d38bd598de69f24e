// N1, N2: what contexts post, and how one brings another's save in.

import Dispatch
import Faultline
import FaultlineTestGraph
import Foundation
import Testing

@Suite struct NotificationTests {
  let office: Office

  init() throws { office = try Office() }

  private func listener(_ name: Notification.Name, _ context: ManagedObjectContext) -> Listener {
    let listener = Listener()
    listener.listen(to: name, of: context) { $0.summary }
    return listener
  }

  /// N1, semantics 182: when pending changes are processed, and not by fetching.
  @Test func `changes are announced when they are processed`() throws {
    let ada = try office.employed("Ada")
    let bob = try office.employed("Bob")
    let received = listener(ManagedObjectContext.didChangeObjectsNotification, office.context)
    let staff = try office.staff()
    office.context.processPendingChanges()
    #expect(received.received == [])
    let cyd = office.hire("Cyd")
    staff[0].setValue("Ada L.", forKey: "name")
    office.context.delete(staff[1])
    #expect(received.received == [])
    office.context.processPendingChanges()
    cyd.setValue("Cyd C.", forKey: "name")
    cyd.setValue("Cyd D.", forKey: "name")
    office.context.processPendingChanges()
    office.context.processPendingChanges()
    #expect(
      received.received == [
        "inserted: Cyd · updated: Ada L. · deleted: Bob", "updated: Cyd D.",
      ])
    withExtendedLifetime((ada, bob)) {}
  }

  /// Semantics 86, 182: refreshed objects, and all at once by a reset.
  @Test func `refreshed and invalidated objects are announced`() throws {
    let id = try office.employed("Ada")
    let ada = try office.context.existingObject(with: id)
    let received = listener(ManagedObjectContext.didChangeObjectsNotification, office.context)
    office.context.refresh(ada, mergeChanges: false)
    office.context.processPendingChanges()
    _ = ada.value(forKey: "name")
    office.context.reset()
    #expect(received.received == ["refreshed: (fault)", "invalidatedAll: 1 IDs"])
  }

  /// What came and went within one event is not reported.
  @Test func `what came and went is not announced`() throws {
    let received = listener(ManagedObjectContext.didChangeObjectsNotification, office.context)
    office.context.delete(office.hire("Ada"))
    office.context.processPendingChanges()
    let bob = office.hire("Bob")
    office.context.processPendingChanges()
    office.context.delete(bob)
    office.context.processPendingChanges()
    #expect(received.count == 2)
    #expect(received.received.first == "inserted: Bob")
    #expect(received.received.last?.hasPrefix("deleted: ") == true)
  }

  /// N4: what an undo or a rollback does is announced as well.
  @Test func `undo and rollback are announced`() throws {
    let office = try Office(undo: true)
    let id = try office.employed("Ada")
    let ada = try office.context.existingObject(with: id)
    office.context.undoManager?.removeAllActions()
    let received = listener(ManagedObjectContext.didChangeObjectsNotification, office.context)
    office.context.turn { ada.setValue("Lovelace", forKey: "name") }
    office.context.turn { office.context.undo() }
    office.context.turn { office.context.redo() }
    office.context.rollback()
    #expect(
      received.received == [
        "updated: Lovelace", "updated: Ada", "updated: Lovelace", "refreshed: Ada",
      ])
  }

  /// N1, semantics 183–185: in this order, about this context.
  @Test func `a save notifies before, after, and by IDs`() throws {
    let other = try Office(on: office.coordinator)
    let ada = try office.employed("Ada")
    let received = Listener()
    for name in [
      ManagedObjectContext.willSaveNotification, ManagedObjectContext.didChangeObjectsNotification,
      ManagedObjectContext.didSaveNotification, ManagedObjectContext.didSaveObjectIDsNotification,
    ] {
      received.listen(to: name, of: office.context) { "\($0.name.rawValue): \($0.summary)" }
    }
    try office.context.existingObject(with: ada).setValue("Ada L.", forKey: "name")
    office.hire("Bob")
    other.hire("Eve")
    try other.context.save()
    try office.context.save()
    #expect(
      received.received == [
        "ManagedObjectContextObjectsDidChange: inserted: Bob · updated: Ada L.",
        "ManagedObjectContextWillSave: nothing",
        "ManagedObjectContextDidSave: inserted: Bob · updated: Ada L.",
        "ManagedObjectContextDidSaveObjectIDs: inserted: 1 IDs · updated: 1 IDs · "
          + "inserted_objectIDs: 1 IDs · updated_objectIDs: 1 IDs",
      ])
    try office.context.save()
    #expect(received.count == 4)
  }

  /// N1: without a context to filter by, saves of other coordinators arrive too.
  @Test func `without a filter saves of others arrive`() throws {
    let other = try Office(on: office.coordinator)
    let own = Listener(ManagedObjectContext.didSaveNotification, of: office.context)
    let all = Listener()
    let (mine, theirs) = (ObjectIdentifier(office.context), ObjectIdentifier(other.context))
    all.listen(to: ManagedObjectContext.didSaveNotification, of: nil) { note in
      let context = (note.object as? ManagedObjectContext).map { ObjectIdentifier($0) }
      return context == mine ? "mine" : context == theirs ? "theirs" : "strangers"
    }
    other.hire("Eve")
    try other.context.save()
    office.hire("Ada")
    try office.context.save()
    #expect(own.count == 1)
    #expect(all.received.filter { $0 != "strangers" } == ["theirs", "mine"])
  }

  /// Semantics 183: what is changed before the save is part of it.
  @Test func `observers may add to a save`() throws {
    let context = office.context
    let token = NotificationCenter.default.addObserver(
      forName: ManagedObjectContext.willSaveNotification, object: context, queue: nil
    ) { _ in
      if context.insertedObjectCount == 1 { context.hire("Stowaway") }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    office.hire("Ada")
    try context.save()
    #expect(!context.hasChanges)
    #expect(try office.staff().count == 2)
  }

  /// N2, semantics 186, 188, 190, 191: updates where something is loaded, with local changes kept.
  @Test func `a merge brings another context's save in`() throws {
    let ids = [try office.employed("Ada"), try office.employed("Bob"), try office.employed("Cyd")]
    let ada = try office.context.existingObject(with: ids[0])
    let bob = office.context.object(with: ids[1])
    let cyd = try office.context.existingObject(with: ids[2])
    ada.setValue(100.0, forKey: "salary")
    let other = try Office(on: office.coordinator)
    for (id, name) in zip(ids, ["Ada L.", "Bob B."]) {
      try other.context.existingObject(with: id).setValue(name, forKey: "name")
    }
    other.context.delete(other.context.object(with: ids[2]))
    other.hire("Dan")
    nonisolated(unsafe) var note: Notification?
    let token = NotificationCenter.default.addObserver(
      forName: ManagedObjectContext.didSaveNotification, object: other.context, queue: nil
    ) { note = $0 }
    defer { NotificationCenter.default.removeObserver(token) }
    try other.context.save()
    office.context.processPendingChanges()
    let received = listener(ManagedObjectContext.didChangeObjectsNotification, office.context)
    let merged = listener(
      ManagedObjectContext.didMergeChangesObjectIDsNotification, office.context)
    office.context.mergeChanges(fromContextDidSave: try #require(note))
    #expect(ada.value(forKey: "name") as? String == "Ada L.")
    #expect(ada.value(forKey: "salary") as? Double == 100)
    #expect(ada.hasChanges && bob.isFault && cyd.isDeleted)
    #expect(received.received == ["inserted: Dan · deleted: Cyd · refreshed: Ada L."])
    #expect(
      merged.received == [
        "inserted: 1 IDs · deleted: 1 IDs · refreshed: 1 IDs · inserted_objectIDs: 1 IDs · "
          + "deleted_objectIDs: 1 IDs · refreshed_objectIDs: 1 IDs"
      ])
    #expect(office.context.statistics.objectsMerged == 3)
    #expect(office.context.invariantViolations(full: true) == [])
  }

  /// Semantics 189: a merged deletion is there until a save, which has nothing to write for it.
  @Test func `a merged deletion is saved by others`() throws {
    let ada = try office.context.existingObject(with: try office.employed("Ada"))
    let other = try Office(on: office.coordinator)
    other.context.delete(other.context.object(with: ada.objectID))
    var changes = SavedChanges()
    changes.deleted = [ada.objectID]
    try other.context.save()
    office.context.mergeChanges(changes)
    #expect(office.context.deletedObjects == [ada])
    let saved = listener(ManagedObjectContext.didSaveNotification, office.context)
    let before = office.coordinator.statistics
    try office.context.save()
    #expect(saved.received == ["nothing"])
    #expect(office.coordinator.statistics.rowsWritten == before.rowsWritten)
    #expect(office.coordinator.statistics.roundTrips == before.roundTrips)
    #expect(ada.managedObjectContext == nil && !office.context.hasChanges)
  }

  /// Semantics 187: several contexts at once, parents before their children.
  @Test func `IDs are merged into several contexts`() throws {
    let family = try Family()
    try family.parent.performAndWait {
      family.parent.hire("Ada")
      try family.parent.save()
    }
    for context in [family.parent, family.child] {
      try context.performAndWait {
        context.retainsRegisteredObjects = true
        _ = try context.employee("Ada").value(forKey: "name")
      }
    }
    let stranger = ManagedObjectContext()
    try stranger.setPersistentStoreCoordinator(family.coordinator)
    let ada = try stranger.employee("Ada")
    ada.setValue("Lovelace", forKey: "name")
    try stranger.save()
    ManagedObjectContext.mergeChanges(
      fromRemoteContextSave: ["updated": [ada.objectID]], into: [family.child, family.parent])
    for context in [family.parent, family.child] {
      let name = context.performAndWait {
        context.registeredObjects.first?.value(forKey: "name") as? String
      }
      #expect(name == "Lovelace")
    }
  }

  /// Semantics 173, 174: by itself, from its coordinator and from its parent.
  @Test func `a context merges by itself if it is set to`() throws {
    let family = try Family()
    try family.parent.performAndWait {
      family.parent.hire("Ada")
      try family.parent.save()
    }
    let id = try family.child.performAndWait {
      family.child.retainsRegisteredObjects = true
      let ada = try family.child.employee("Ada")
      _ = ada.value(forKey: "name")
      return ada.objectID
    }
    func name() throws -> String? {
      try family.child.performAndWait {
        try family.child.existingObject(with: id).value(forKey: "name") as? String
      }
    }
    func rename(_ name: String) throws {
      try family.parent.performAndWait {
        try family.parent.existingObject(with: id).setValue(name, forKey: "name")
        try family.parent.save()
      }
    }
    try rename("Lovelace")
    #expect(try name() == "Ada")
    family.child.automaticallyMergesChangesFromParent = true
    try rename("Countess")
    #expect(try name() == "Countess")
    // What the parent itself merges reaches the child as well.
    family.parent.automaticallyMergesChangesFromParent = true
    let stranger = ManagedObjectContext(concurrencyType: .privateQueue)
    try stranger.setPersistentStoreCoordinator(family.coordinator)
    try stranger.performAndWait {
      try stranger.existingObject(with: id).setValue("Augusta", forKey: "name")
      try stranger.save()
    }
    family.parent.performAndWait {}
    #expect(try name() == "Augusta")
    let error = #expect(throws: GraphError.self) { try office.context.setMergesAutomatically(true) }
    #expect(error?.message.contains("cannot merge by itself") == true)
  }

  /// Semantics 173: a sibling learns of what goes into the common parent.
  @Test func `a sibling learns of what goes into the parent`() throws {
    let family = try Family()
    let sibling = try Family.child(of: family.parent)
    sibling.automaticallyMergesChangesFromParent = true
    sibling.retainsRegisteredObjects = true
    try family.child.performAndWait {
      family.child.hire("Ada")
      try family.child.save()
    }
    #expect(sibling.performAndWait { sibling.registeredObjectCount } == 1)
  }

  /// N2: a merge hops to its context's queue by itself, from whatever thread it is called.
  @Test func `a merge may be called from any thread`() throws {
    let main = ManagedObjectContext(concurrencyType: .privateQueue)
    try main.setPersistentStoreCoordinator(office.coordinator)
    let id = try office.employed("Ada")
    main.retainsRegisteredObjects = true
    try main.performAndWait { _ = try main.existingObject(with: id) }
    try office.context.existingObject(with: id).setValue("Lovelace", forKey: "name")
    try office.context.save()
    var changes = SavedChanges()
    changes.updated = [id]
    DispatchQueue.concurrentPerform(iterations: 8) { [changes] _ in main.mergeChanges(changes) }
    let name = main.performAndWait {
      main.registeredObjects.first?.value(forKey: "name") as? String
    }
    #expect(name == "Lovelace")
  }

  /// R6: a program that keeps the objects keeps their rows, and the other side finds them without a round trip.
  @Test func `rows that are kept are found without a round trip`() throws {
    for index in 1...20 { office.hire("E\(index)") }
    try office.context.save()
    let background = ManagedObjectContext(concurrencyType: .privateQueue)
    let front = ManagedObjectContext(concurrencyType: .privateQueue)
    for context in [background, front] {
      try context.setPersistentStoreCoordinator(office.coordinator)
      context.undoManager = nil
    }
    nonisolated(unsafe) var kept: ObjectArray?
    func pass(keeping keeps: Bool) throws -> Int {
      let ids = try background.performAndWait {
        var request = FetchRequest(entityName: "Employee")
        request.returnsObjectsAsFaults = false
        let objects = try background.fetch(request)
        if keeps { kept = ObjectArray("for the front", objects, in: background) }
        return objects.map(\.objectID)
      }
      let before = office.coordinator.statistics.roundTrips
      try front.performAndWait {
        for id in ids { _ = try front.existingObject(with: id).value(forKey: "name") }
      }
      background.performAndWait {
        #expect((kept?.objects.count ?? 0) == (keeps ? 20 : 0))
        kept = nil
      }
      return office.coordinator.statistics.roundTrips - before
    }
    #expect(try pass(keeping: true) == 0)
    #expect(try pass(keeping: false) == 20)
  }
}
