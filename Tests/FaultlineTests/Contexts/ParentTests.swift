// P1–P5: contexts whose parent is another context.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ParentTests {
  /// P1: a context's parent is a coordinator or another context; the root's is always a coordinator.
  @Test func `a child uses its parent's coordinator`() throws {
    let family = try Family()
    #expect(family.child.parent === family.parent)
    #expect(family.child.persistentStoreCoordinator === family.coordinator)
    #expect(family.parent.parent == nil)
    let orphan = ManagedObjectContext(concurrencyType: .privateQueue)
    let error = #expect(throws: GraphError.self) { try family.child.setParent(orphan) }
    #expect(error?.message.contains("cannot be taken away or exchanged") == true)
    let other = ManagedObjectContext(concurrencyType: .privateQueue)
    let rootless = #expect(throws: GraphError.self) { try other.setParent(orphan) }
    #expect(rootless?.message.contains("has no coordinator") == true)
    #expect(other.parent == nil)
  }

  /// P4, semantics 170.
  @Test func `a confined context cannot be a parent`() throws {
    let office = try Office()
    office.context.name = "office"
    let child = ManagedObjectContext(concurrencyType: .privateQueue)
    let error = #expect(throws: GraphError.self) { try child.setParent(office.context) }
    #expect(error?.code == .coreData)
    #expect(
      error?.message
        == "Context 'office' is confined to a thread and cannot be a parent; make it with "
        + ".privateQueue or .mainQueue.")
    // But it can have one.
    let family = try Family()
    let confined = ManagedObjectContext()
    try confined.setParent(family.parent)
    confined.hire("Ada")
    try confined.save()
    #expect(try Family.staff(family.parent) == ["Ada"])
  }

  /// P2, semantics 142, 168, 171: a save moves changes one level up and no further.
  @Test func `a save moves changes one level up`() throws {
    let family = try Family()
    try family.child.performAndWait {
      let grace = family.child.hire("Grace")
      family.child.hire("Ada").setValue(grace, forKey: "manager")
      try family.child.save()
      #expect(!family.child.hasChanges)
    }
    #expect(try family.stored == [])
    family.parent.performAndWait {
      expectText(
        drawing(of: family.parent),
        is:
          """
          Employee Grace · inserted · reports ⇒ Ada
          Employee Ada · inserted · manager → Grace
          """)
      #expect(family.parent.invariantViolations(full: true) == [])
    }
    try family.parent.performAndWait { try family.parent.save() }
    #expect(try family.stored == ["Ada", "Grace"])
  }

  /// P2, semantics 168: it sees the unsaved state of its parent, new, changed and deleted.
  @Test func `a child sees what its parent has not saved`() throws {
    let family = try Family()
    try family.parent.performAndWait {
      family.parent.hire("Ada")
      family.parent.hire("Bob")
      family.parent.hire("Cyd")
      try family.parent.save()
      try family.parent.employee("Ada").setValue("Ada Lovelace", forKey: "name")
      family.parent.delete(try family.parent.employee("Bob"))
      family.parent.hire("Dan").setValue(try family.parent.employee("Cyd"), forKey: "manager")
    }
    #expect(try Family.staff(family.child) == ["Ada Lovelace", "Cyd", "Dan"])
    try family.child.performAndWait {
      let dan = try family.child.employee("Dan")
      let cyd = try family.child.employee("Cyd")
      #expect(dan.objectID.isTemporaryID && !dan.isInserted)
      #expect(dan.value(forKey: "manager") as? ManagedObject === cyd)
      #expect(cyd.value(forKey: "reports") as? Set<ManagedObject> == [dan])
      #expect(try family.child.count(for: FetchRequest(entityName: "Employee")) == 3)
      var request = FetchRequest(entityName: "Employee")
      request.predicate = try FetchPredicate(format: "manager.name == 'Cyd'")
      #expect(try family.child.fetch(request) == [dan])
      request.includesPendingChanges = false
      #expect(try family.child.fetch(request) == [])
      #expect(family.child.invariantViolations(full: true) == [])
    }
  }

  /// P3, semantics 169, 174: neither side learns of the other's changes by itself.
  @Test func `a parent pulls nothing, and a child is notified of nothing`() throws {
    let family = try Family()
    try family.parent.performAndWait {
      family.parent.hire("Ada")
      try family.parent.save()
    }
    let ada = try family.child.performAndWait {
      let ada = try family.child.employee("Ada")
      ada.setValue("Lovelace", forKey: "name")
      family.child.retainsRegisteredObjects = true
      return ada.objectID
    }
    try family.parent.performAndWait { try family.parent.save() }
    #expect(try family.stored == ["Ada"])
    try family.child.performAndWait {
      family.child.rollback()
      let copy = try family.child.existingObject(with: ada)
      #expect(copy.value(forKey: "name") as? String == "Ada")
    }
    try family.parent.performAndWait {
      try family.parent.employee("Ada").setValue("Countess", forKey: "name")
    }
    try family.child.performAndWait {
      let copy = try family.child.existingObject(with: ada)
      #expect(copy.value(forKey: "name") as? String == "Ada")
      family.child.refresh(copy, mergeChanges: false)
      #expect(copy.value(forKey: "name") as? String == "Countess")
    }
  }

  /// P5: a child that is thrown away leaves nothing behind.
  @Test func `edits that are thrown away leave nothing`() throws {
    let family = try Family()
    try family.parent.performAndWait {
      family.parent.hire("Ada")
      try family.parent.save()
    }
    var child: ManagedObjectContext? = try Family.child(of: family.parent)
    weak let gone = child
    try child?.performAndWait {
      try child?.employee("Ada").setValue("Mallory", forKey: "name")
      child?.hire("Eve")
    }
    child = nil
    #expect(gone == nil)
    #expect(try Family.staff(family.parent) == ["Ada"])
    family.parent.performAndWait {
      #expect(!family.parent.hasChanges && family.parent.registeredObjectCount == 0)
    }
  }

  /// Semantics 175: values that no store knows go up as well.
  @Test func `a transient value reaches the parent`() throws {
    let personnel = try Personnel()
    let parent = ManagedObjectContext(concurrencyType: .privateQueue)
    try parent.setPersistentStoreCoordinator(personnel.context.persistentStoreCoordinator)
    let child = try Family.child(of: parent)
    try child.performAndWait {
      let ada = child.insertNewObject(forEntityName: "Employee")
      ada.setValue("Ada", forKey: "name")
      ada.setValue("Hello", forKey: "greeting")
      try child.save()
    }
    parent.performAndWait {
      #expect(parent.insertedObjects.first?.value(forKey: "greeting") as? String == "Hello")
    }
  }

  /// Semantics 176: whatever a child saves is held by the parent until that is saved too.
  @Test func `a parent holds what its child has saved`() throws {
    let family = try Family()
    try family.child.performAndWait {
      for number in 1...100 { family.child.hire("E\(number)") }
      try family.child.save()
      #expect(family.child.registeredObjectCount == 0)
    }
    try family.parent.performAndWait {
      #expect(family.parent.registeredObjectCount == 100)
      try family.parent.save()
      #expect(family.parent.registeredObjectCount == 0)
    }
  }

  /// Semantics 177: against what the parent has in memory, not against the store.
  @Test func `conflicts are with the parent's objects`() throws {
    let family = try Family()
    try family.parent.performAndWait {
      family.parent.hire("Ada")
      try family.parent.save()
    }
    try family.child.performAndWait {
      try family.child.employee("Ada").setValue("Lovelace", forKey: "name")
    }
    try family.parent.performAndWait {
      try family.parent.employee("Ada").setValue("Countess", forKey: "name")
    }
    try family.child.performAndWait {
      let error = #expect(throws: GraphError.self) { try family.child.save() }
      #expect(error?.code == .merge)
      family.child.mergePolicy = .mergeByPropertyStoreTrump
      try family.child.save()
      #expect(try family.child.employee("Countess").value(forKey: "name") as? String == "Countess")
      try family.child.employee("Countess").setValue("Lovelace", forKey: "name")
      family.child.mergePolicy = .error
      try family.child.save()
    }
    #expect(try Family.staff(family.parent) == ["Lovelace"])
  }

  /// Semantics 177: what another context has put into the store is found by the root's save alone, and found it is.
  @Test func `the root's save finds what others have stored since`() throws {
    let family = try Family()
    try family.parent.performAndWait {
      family.parent.hire("Ada")
      try family.parent.save()
    }
    try family.child.performAndWait {
      try family.child.employee("Ada").setValue("Lovelace", forKey: "name")
    }
    let stranger = ManagedObjectContext()
    try stranger.setPersistentStoreCoordinator(family.coordinator)
    try stranger.employee("Ada").setValue("Countess", forKey: "name")
    try stranger.save()
    try family.child.performAndWait { try family.child.save() }
    let error = #expect(throws: GraphError.self) {
      try family.parent.performAndWait { try family.parent.save() }
    }
    #expect(error?.code == .merge)
    #expect(try family.stored == ["Countess"])
  }

  /// N4 on each level: delete rules, inverses and undo are each context's own work.
  @Test func `a child's deletion is the parent's, and can be undone there`() throws {
    let family = try Family(undo: true)
    let parent = family.parent
    try parent.performAndWait {
      let research = parent.insertNewObject(forEntityName: "Department")
      research.setValue("Research", forKey: "name")
      parent.hire("Ada").setValue(research, forKey: "department")
      try parent.save()
      parent.undoManager?.removeAllActions()
    }
    try family.child.performAndWait {
      family.child.delete(try family.child.employee("Ada"))
      try family.child.save()
    }
    try parent.performAndWait {
      #expect(parent.deletedObjectCount == 1)
      let before = try Family.staff(parent)
      parent.undo()
      let after = try Family.staff(parent)
      #expect(before == [] && after == ["Ada"] && !parent.hasChanges)
      #expect(parent.invariantViolations(full: true) == [])
    }
  }

  /// Semantics 62: batches are batches in a child, too.
  @Test func `a child fetches in batches`() throws {
    let family = try Family()
    try family.parent.performAndWait {
      for number in 10..<40 { family.parent.hire("E\(number)") }
      try family.parent.save()
    }
    try family.child.performAndWait {
      var request = FetchRequest(entityName: "Employee")
      request.sortKeys = [SortKey("name")]
      request.fetchBatchSize = 10
      let before = family.coordinator.statistics.roundTrips
      let results = try family.child.fetchBatched(request)
      let names = results.map { $0.value(forKey: "name") as? String ?? "-" }
      #expect(names == (10..<40).map { "E\($0)" })
      #expect(family.coordinator.statistics.roundTrips - before == 4)
    }
  }

  /// Semantics 212: an undo manager is used where its context is.
  @Test func `an undo manager is used on its context's queue`() throws {
    let family = try Family(undo: true)
    let isEmpty = family.child.performAndWait {
      family.child.hire("Ada")
      family.child.undo()
      return family.child.insertedObjectCount == 0
    }
    #expect(isEmpty)
  }

  /// Semantics 154: the store that a child has chosen is the one that the root writes to.
  @Test func `an assignment to a store goes up`() throws {
    let family = try Family()
    let second = try family.coordinator.addPersistentStore(type: .inMemory)
    let id = try family.child.performAndWait {
      let ada = family.child.hire("Ada")
      family.child.assign(ada, to: second)
      try family.child.save()
      return ada.objectID
    }
    try family.parent.performAndWait {
      let ada = try #require(family.parent.registeredObject(for: id))
      try family.parent.save()
      #expect(ada.objectID.storeIdentifier == second.identifier.uuidString)
    }
  }
}
