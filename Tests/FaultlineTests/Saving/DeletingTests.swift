// Deleting: what a rule does to others, what a save does, and what a rollback takes back.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct DeletingTests {
  let studio: Studio

  init() throws { studio = try Studio() }

  /// L3, semantics 101, 123: the record goes with the save, the instance with its last holder.
  @Test func `a deleted object is gone after the save, and its shell with its last holder`() throws
  {
    var john: ManagedObject? = studio.make("Musician", "John")
    weak let shell = john
    try studio.context.save()
    john.map { studio.context.delete($0) }
    #expect(
      drawing(of: studio.context) == """
        Musician John · deleted
        """)
    #expect(studio.context.deletedObjects == [john])
    try studio.context.save()
    #expect(drawing(of: studio.context) == "")
    #expect(john?.isDeleted == false)
    #expect(john?.managedObjectContext == nil)
    #expect(try studio.other().fetch(FetchRequest(entityName: "Musician")) == [])
    #expect(shell === john)
    john = nil
    #expect(shell == nil)
  }

  /// Semantics 85: only an undo needs an undo manager.
  @Test func `a rollback needs no undo manager, and an undo without one does nothing`() throws {
    let (john, paul) = (studio.make("Musician", "John"), studio.make("Musician", "Paul"))
    try studio.context.save()
    let saved = drawing(of: studio.context)
    studio.context.undoManager = nil
    john.setValue("Johnny", forKey: "name")
    studio.context.delete(paul)
    let ringo = studio.make("Musician", "Ringo")
    let changed = drawing(of: studio.context)
    studio.context.undo()
    studio.context.redo()
    expectText(drawing(of: studio.context), is: changed)
    studio.context.rollback()
    expectText(drawing(of: studio.context), is: saved)
    #expect(ringo.managedObjectContext == nil && !studio.context.hasChanges)
  }

  /// Semantics 126, 127.
  @Test func `a fetch leaves out what is to be deleted, unless it asks the store alone`() throws {
    let john = studio.make("Musician", "John")
    let paul = studio.make("Musician", "Paul")
    try studio.context.save()
    studio.context.delete(john)
    var request = FetchRequest(entityName: "Musician")
    #expect(try studio.context.fetch(request) == [paul])
    request.includesPendingChanges = false
    #expect(try studio.context.fetch(request) == [john, paul])
  }

  /// Semantics 122: what was never saved just goes.
  @Test func `deleting an object that was never saved just takes it out`() throws {
    let john = studio.make("Musician", "John")
    studio.context.delete(john)
    studio.context.processPendingChanges()
    #expect(studio.context.deletedObjectCount == 0)
    #expect(studio.context.insertedObjectCount == 0)
    #expect(!studio.context.hasChanges)
    #expect(john.managedObjectContext == nil)
  }

  /// Semantics 115, 116.
  @Test func `nullify clears the other end when changes are processed`() throws {
    let beatles = studio.make("Band", "Beatles")
    let apple = studio.make("Label", "Apple")
    beatles.setValue(apple, forKey: "label")
    try studio.context.save()
    studio.context.delete(beatles)
    #expect(apple.mutableSetValue(forKey: "bands").count == 1)
    studio.context.processPendingChanges()
    #expect(
      drawing(of: studio.context) == """
        Band Beatles · deleted
        Label Apple · changed
        """)
    try studio.context.save()
    #expect(try studio.stored("Label", "Apple", "bands") == [])
  }

  /// Semantics 115.
  @Test func `cascade takes the songs along`() throws {
    let beatles = studio.make("Band", "Beatles")
    for name in ["Help", "Girl"] {
      studio.make("Song", name).setValue(beatles, forKey: "band")
    }
    try studio.context.save()
    studio.context.delete(beatles)
    try studio.context.save()
    #expect(try studio.other().fetch(FetchRequest(entityName: "Song")) == [])
    #expect(studio.context.registeredObjectCount == 0)
    #expect(beatles.managedObjectContext == nil)
  }

  /// Semantics 117: the save fails, and the object stays marked until a rollback.
  @Test func `deny fails the save and names what is in the way`() throws {
    let apple = studio.make("Label", "Apple")
    let beatles = studio.make("Band", "Beatles")
    beatles.setValue(apple, forKey: "label")
    try studio.context.save()
    studio.context.delete(apple)
    let error = try #require(throws: GraphError.self) { try studio.context.save() }
    #expect(error.code == .validationRelationshipDeniedDelete)
    #expect(error.key == "bands")
    #expect(apple.isDeleted)
    studio.context.rollback()
    #expect(!apple.isDeleted)
    #expect(!studio.context.hasChanges)
    studio.context.delete(apple)
    studio.context.delete(beatles)
    try studio.context.save()
    #expect(try studio.other().fetch(FetchRequest(entityName: "Label")) == [])
  }

  /// Semantics 82–84.
  @Test func `a rollback takes back inserts, changes and deletions without asking the store`()
    throws
  {
    let beatles = studio.make("Band", "Beatles")
    let john = studio.make("Musician", "John")
    beatles.mutableSetValue(forKey: "musicians").add(john)
    try studio.context.save()
    let ringo = studio.make("Musician", "Ringo")
    beatles.setValue("Quarrymen", forKey: "name")
    beatles.mutableSetValue(forKey: "musicians").add(ringo)
    studio.context.delete(john)
    studio.context.processPendingChanges()
    let trips = studio.coordinator.statistics.roundTrips
    studio.context.rollback()
    #expect(studio.coordinator.statistics.roundTrips == trips)
    #expect(ringo.managedObjectContext == nil)
    #expect(
      drawing(of: studio.context) == """
        Band Beatles
        Musician John
        """)
    #expect(Array(beatles.mutableSetValue(forKey: "musicians")) == [john])
    #expect(studio.context.invariantViolations(full: true) == [])
  }

  /// Two contexts: the second save fails (semantics 155, 159).
  @Test func `a row that was changed elsewhere is not overwritten`() throws {
    let john = studio.make("Musician", "John")
    try studio.context.save()
    let other = try studio.other()
    let twin = other.object(with: john.objectID)
    twin.setValue("Jon", forKey: "name")
    try other.save()
    john.setValue("Johnny", forKey: "name")
    let error = try #require(throws: GraphError.self) { try studio.context.save() }
    #expect(error.code == .merge)
    #expect(error.objectID == john.objectID)
    studio.context.refresh(john, mergeChanges: true)
    try studio.context.save()
    #expect(try studio.other().fetch(FetchRequest(entityName: "Musician")).count == 1)
  }
}
