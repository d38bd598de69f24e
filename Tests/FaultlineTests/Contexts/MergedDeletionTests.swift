// Deletions that come by a merge: delete rules hold for them as for those of the context itself.

import Faultline
import FaultlineTestSupport
import Testing

@Suite struct MergedDeletionTests {
  private let mine: Grove
  private let other: Grove
  private let saves: Saves
  private let a: ManagedObject

  init() throws {
    mine = try Grove(undo: true)
    other = try mine.other()
    saves = Saves(of: other.context)
    a = mine.node("a")
    try mine.context.save()
    mine.context.undoManager?.removeAllActions()
  }

  /// Deletes an object in the other context, and merges that.
  private func deleteElsewhere(_ objects: ManagedObject...) throws {
    for object in objects { other.context.delete(other.own(object)) }
    try other.context.save()
    for save in saves.take() { mine.context.mergeChanges(save) }
  }

  private func expectSound() {
    #expect(mine.context.invariantViolations(full: true) == [])
  }

  /// Semantics 186: by a relationship without an inverse too, of which the deleted object does not know.
  @Test(arguments: ["best", "twin", "friends", "peers"])
  func `unsaved references to what is gone are cleared and the rest is saved`(key: String) throws {
    let n = mine.node("n")
    n.setValue(n.entity.relationshipsByName[key]?.isToMany == true ? [a] : a, forKey: key)
    try deleteElsewhere(a)
    #expect(a.isDeleted && n.isInserted && n.names(key) == [])
    expectSound()
    try mine.context.save()
    #expect(try mine.stored(key, of: n) == [])
    #expect(a.managedObjectContext == nil)
  }

  @Test func `what the deleted one owns here goes with it`() throws {
    let saved = mine.node("saved")
    try mine.context.save()
    let new = mine.node("new")
    new.setValue(a, forKey: "parent")
    saved.setValue(a, forKey: "parent")
    try deleteElsewhere(a)
    #expect(new.managedObjectContext == nil)
    #expect(saved.isDeleted)
    expectSound()
    try mine.context.save()
    #expect(try other.context.count(for: FetchRequest(entityName: "Node")) == 0)
  }

  /// N4: another context refers to an object meanwhile whose deletion is pending here.
  @Test(arguments: ["twin", "friends", "peers", "parent"])
  func `a reference that comes by a merge follows the rules of a pending deletion`(
    key: String
  ) throws {
    let n = mine.node("n")
    try mine.context.save()
    #expect(n.names(key) == [])
    mine.context.delete(a)
    mine.context.processPendingChanges()
    let (there, target) = (other.own(n), other.own(a))
    there.setValue(
      n.entity.relationshipsByName[key]?.isToMany == true ? [target] : target, forKey: key)
    try other.context.save()
    for save in saves.take() { mine.context.mergeChanges(save) }
    expectSound()
    mine.context.mergePolicy = .mergeByPropertyObjectTrump
    try mine.context.save()
    // A parent takes its children with it, and everything else leads nowhere.
    #expect((n.managedObjectContext == nil) == (key == "parent"))
    if key != "parent" {
      #expect(n.names(key) == [])
      #expect(try mine.stored(key, of: n) == [])
    }
    expectSound()
  }

  /// N2: an update is merged beneath a deletion that is taken back afterwards.
  @Test func `an object whose deletion is taken back has the values that are stored`() throws {
    mine.context.delete(a)
    other.own(a).setValue("b", forKey: "name")
    try other.context.save()
    for save in saves.take() { mine.context.mergeChanges(save) }
    #expect(a.isDeleted)
    expectSound()
    mine.context.rollback()
    #expect(!a.isDeleted && a.value(forKey: "name") as? String == "b")
    expectSound()
  }

  /// Another context has removed the owner alone, as a batch delete does.
  @Test func `saved references that are loaded are cleared`() throws {
    let item = mine.item("x")
    item.setValue(a, forKey: "owner")
    try mine.context.save()
    a.setValue([item], forKey: "items")
    try mine.context.save()
    #expect(a.names("items") == ["x"])
    ManagedObjectContext.mergeChanges(
      fromRemoteContextSave: ["deleted": [a.objectID]], into: [mine.context])
    #expect(a.isDeleted && item.names("owner") == [] && item.isUpdated)
    expectSound()
  }

  /// Semantics 117.
  @Test func `a rule that forbids a deletion does not keep what is gone`() throws {
    let studio = try Studio()
    let label = studio.make("Label", "Apple"), band = studio.make("Band", "Beatles")
    band.setValue(label, forKey: "label")
    try studio.context.save()
    #expect(label.names("bands") == ["Beatles"])
    ManagedObjectContext.mergeChanges(
      fromRemoteContextSave: ["deleted": [label.objectID]], into: [studio.context])
    _ = studio.make("Song", "Help")
    try studio.context.save()
    #expect(label.managedObjectContext == nil && band.names("label") == [])
  }

  /// Semantics 189.
  @Test func `nothing is loaded or changed for a deletion that concerns nothing here`() throws {
    let kid = mine.node("kid")
    kid.setValue(a, forKey: "parent")
    a.setValue([mine.node("f")], forKey: "friends")
    try mine.context.save()
    mine.context.refreshAllObjects()
    _ = a.value(forKey: "name")
    for object in [a, kid] { other.context.delete(other.own(object)) }
    try other.context.save()
    let trips = mine.coordinator.statistics.roundTrips
    for save in saves.take() { mine.context.mergeChanges(save) }
    #expect(mine.coordinator.statistics.roundTrips == trips)
    #expect(Set(mine.context.deletedObjects) == [a, kid])
    #expect(mine.context.updatedObjects == [])
    try mine.context.save()
    expectSound()
  }

  @Test func `what a merge has done is no step of an undo`() throws {
    let n = mine.node("n")
    try mine.context.save()
    mine.context.undoManager?.removeAllActions()
    mine.context.turn { n.setValue(a, forKey: "twin") }
    try mine.context.turn { try deleteElsewhere(a) }
    #expect(mine.context.undoManager?.undoGroupCount == 1)
    #expect(n.names("twin") == [])
    mine.context.turn { mine.context.undo() }
    #expect(n.names("twin") == [])
    mine.context.turn { mine.context.redo() }
    #expect(n.names("twin") == [])
    expectSound()
    try mine.context.save()
  }

  @Test func `without the rules a merge marks what is gone and nothing else`() throws {
    mine.context.mergedDeletionsFollowRules = false
    let n = mine.node("n")
    n.setValue(a, forKey: "twin")
    try deleteElsewhere(a)
    #expect(a.isDeleted && n.value(forKey: "twin") as? ManagedObject === a)
    #expect(throws: GraphError.self) { try mine.context.save() }
  }

  /// Semantics 189: nor is it handed to a parent, which has let the object go.
  @Test func `a merged deletion is not saved into the parent that made it`() throws {
    let family = try Family()
    try family.parent.performAndWait {
      family.parent.hire("Ada")
      try family.parent.save()
    }
    family.child.retainsRegisteredObjects = true
    let ada = try family.child.performAndWait { try family.child.employee("Ada").objectID }
    try family.parent.performAndWait {
      family.parent.delete(family.parent.object(with: ada))
      try family.parent.save()
    }
    family.child.performAndWait {
      var changes = SavedChanges()
      changes.deleted = [ada]
      family.child.mergeChanges(changes)
    }
    try family.child.performAndWait { try family.child.save() }
    family.parent.performAndWait { #expect(!family.parent.hasChanges) }
    #expect(try family.stored == [])
    family.child.performAndWait { #expect(family.child.registeredObjects.isEmpty) }
  }
}
