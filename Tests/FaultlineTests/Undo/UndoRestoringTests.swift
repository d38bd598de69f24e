// What an undo puts back: values, insertions, deletions and relationships (semantics 201–205, 11).

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct UndoRestoringTests {
  /// Semantics 201: changes that were not processed yet are taken back too.
  @Test func `an undo takes insertions back, and a redo brings them again`() throws {
    let office = try Office(undo: true)
    let grace = office.hire("Grace")
    let ada = office.hire("Ada", manager: grace)
    let (before, id) = (drawing(of: office.context), ada.objectID)
    office.context.undo()
    #expect(office.context.insertedObjects.isEmpty)
    expectText(drawing(of: office.context), is: "")
    #expect(ada.managedObjectContext == nil)
    office.context.redo()
    expectText(drawing(of: office.context), is: before)
    #expect(ada.objectID == id)
    #expect(office.context.registeredObject(for: id) === ada)
    try office.context.save()
    #expect(try office.staff().count == 2)
  }

  /// Semantics 202: values of every kind come back, and none where there was none.
  @Test func `values of every kind come back`() throws {
    let office = try Office(undo: true)
    let ada = office.hire("Ada")
    ada.setValue(Date(timeIntervalSinceReferenceDate: 7), forKey: "hired")
    try office.context.save()
    office.context.undoManager?.removeAllActions()
    let before = values(of: ada)
    office.context.turn {
      ada.setValue("A name of many more bytes than the old one", forKey: "name")
      ada.setValue(3.5, forKey: "salary")
      ada.setValue(nil, forKey: "hired")
      ada.setValue("Notes", forKey: "notes")
    }
    let after = values(of: ada)
    for _ in 0..<2 {
      office.context.undo()
      #expect(values(of: ada) == before)
      #expect(!office.context.hasChanges)
      office.context.redo()
      #expect(values(of: ada) == after)
      #expect(ada.isUpdated)
    }
  }

  private func values(of object: ManagedObject) -> String {
    ["name", "salary", "hired", "notes"].map { "\(object.value(forKey: $0) ?? "none")" }
      .joined(separator: ", ")
  }

  /// Semantics 202, 205: both ends of a relationship, and its former destination, which is held for it.
  @Test func `relationships lead where they led`() throws {
    let office = try Office(undo: true)
    let (grace, ada, bob) = (office.hire("Grace"), office.hire("Ada"), office.hire("Bob"))
    bob.setValue(grace, forKey: "manager")
    try office.context.save()
    office.context.undoManager?.removeAllActions()
    let before = drawing(of: office.context)
    office.context.turn { bob.setValue(ada, forKey: "manager") }
    let after = drawing(of: office.context)
    expectText(
      after,
      is: """
        Employee Grace · changed
        Employee Ada · changed · reports ⇒ Bob
        Employee Bob · changed · manager → Ada
        """)
    #expect(office.context.undoManager?.undoActionCount == 1)
    office.context.undo()
    expectText(drawing(of: office.context), is: before)
    #expect(office.context.invariantViolations(full: true) == [])
    office.context.redo()
    expectText(drawing(of: office.context), is: after)
  }

  /// Semantics 202: a deletion with a cascade is one step, and both its ends come back.
  @Test func `a deletion comes back with everything that went with it`() throws {
    let studio = try Studio(undo: true)
    let band = studio.make("Band", "Band")
    let songs = (0..<4).map { studio.make("Song", "Song \($0)") }
    for song in songs { band.mutableOrderedSetValue(forKey: "songs").add(song) }
    let drummer = studio.make("Musician", "Drummer")
    band.mutableSetValue(forKey: "musicians").add(drummer)
    try studio.context.save()
    studio.context.undoManager?.removeAllActions()
    let before = drawing(of: studio.context)
    studio.context.turn { studio.context.delete(band) }
    #expect(studio.context.deletedObjectCount == 5)
    studio.context.undo()
    expectText(drawing(of: studio.context), is: before)
    #expect(!studio.context.hasChanges)
    studio.context.redo()
    #expect(studio.context.deletedObjectCount == 5)
    try studio.context.save()
    #expect(drawing(of: studio.context) == "Musician Drummer")
    studio.context.undo()
    #expect(studio.context.insertedObjectCount == 5)
    expectText(
      drawing(of: studio.context).replacing(" · inserted", with: "")
        .replacing(" · changed", with: ""), is: before)
    try studio.context.save()
    #expect(
      try studio.stored("Band", "Band", "musicians") == ["Drummer"])
  }

  @Test func `an object that came and went in one event leaves nothing to undo`() throws {
    let office = try Office(undo: true)
    office.context.turn {
      let ada = office.hire("Ada")
      office.context.delete(ada)
    }
    #expect(office.context.undoManager?.undoGroupCount == 0)
    #expect(office.context.undoManager?.heldObjectCount == 0)
    #expect(office.context.registeredObjectCount == 0)
  }

  @Test func `a new object that was deleted in a later event comes back as it was`() throws {
    let office = try Office(undo: true)
    let grace = office.context.turn { office.hire("Grace") }
    let ada = office.context.turn { office.hire("Ada", manager: grace) }
    let before = drawing(of: office.context)
    office.context.turn { office.context.delete(grace) }
    expectText(drawing(of: office.context), is: "Employee Ada · inserted")
    office.context.undo()
    expectText(drawing(of: office.context), is: before)
    #expect(ada.value(forKey: "manager") as? ManagedObject === grace)
    office.context.undo()
    office.context.undo()
    #expect(!office.context.hasChanges)
    for _ in 0..<2 { office.context.redo() }
    expectText(drawing(of: office.context), is: before)
  }

  /// Ordered relationships have their order back, whatever was moved, added and removed.
  @Test func `ordered moves are undone`() throws {
    let studio = try Studio(undo: true)
    let band = studio.make("Band", "Band")
    for index in 0..<5 {
      band.mutableOrderedSetValue(forKey: "songs").add(studio.make("Song", "\(index)"))
    }
    try studio.context.save()
    studio.context.undoManager?.removeAllActions()
    let songs = band.mutableOrderedSetValue(forKey: "songs")
    var orders = [order(songs)]
    let edits: [(MutableOrderedObjectSet) -> Void] = [
      { $0.move(from: 0, to: 4) },
      { $0.remove($0[1]) },
      { $0.insert(studio.make("Song", "new"), at: 2) },
      {
        $0.move(from: 4, to: 1)
        $0.remove($0[0])
        $0.move(from: 2, to: 0)
      },
    ]
    for edit in edits {
      studio.context.turn { edit(songs) }
      orders.append(order(songs))
    }
    for expected in orders.dropLast().reversed() {
      studio.context.undo()
      #expect(order(songs) == expected)
    }
    #expect(!studio.context.hasChanges)
    for expected in orders.dropFirst() {
      studio.context.redo()
      #expect(order(songs) == expected)
    }
  }

  private func order(_ songs: MutableOrderedObjectSet) -> String {
    songs.map { $0.value(forKey: "name") as? String ?? "" }.joined(separator: " ")
  }

  @Test func `relationships to many from both ends come back`() throws {
    let studio = try Studio(undo: true)
    let (one, two) = (studio.make("Musician", "One"), studio.make("Musician", "Two"))
    let band = studio.make("Band", "Band")
    band.mutableSetValue(forKey: "musicians").add(one)
    one.setValue(two, forKey: "spouse")
    try studio.context.save()
    studio.context.undoManager?.removeAllActions()
    let before = drawing(of: studio.context)
    studio.context.turn {
      band.mutableSetValue(forKey: "musicians").remove(one)
      two.mutableSetValue(forKey: "bands").add(band)
      one.mutableSetValue(forKey: "friends").add(two)
      one.mutableSetValue(forKey: "heroes").add(two)
      one.setValue(nil, forKey: "spouse")
    }
    let after = drawing(of: studio.context)
    studio.context.undo()
    expectText(drawing(of: studio.context), is: before)
    studio.context.redo()
    expectText(drawing(of: studio.context), is: after)
    #expect(studio.context.invariantViolations(full: true) == [])
  }

  /// Semantics 202: observers are notified, and custom accessors are not called.
  @Test func `observers are notified, and classes awake from the snapshot`() throws {
    let model = try companyModel()
    model.register(Witness.self, forEntityNamed: "Employee")
    let context = try makeContext(model, undo: true)
    let ada = try #require(context.insertNewObject(forEntityName: "Employee") as? Witness)
    ada.setValue("Ada", forKey: "name")
    try context.save()
    context.undoManager?.removeAllActions()
    ada.calls = []
    var changes: [String] = []
    let observation = ada.observe("name") { _, change in
      changes.append("\(change.old ?? "none") → \(change.new ?? "none")")
    }
    context.turn { ada.setValue("Grace", forKey: "name") }
    context.undo()
    #expect(changes == ["Ada → Grace", "Grace → Ada"])
    context.turn { context.delete(ada) }
    context.undo()
    context.redo()
    #expect(ada.calls == ["set", "undoUpdate", "undoDeletion", "undoDeletion"])
    observation.cancel()
  }

  /// Semantics 203: transient values can be undone.
  @Test func `transient values come back`() throws {
    let context = try makeContext(
      try ManagedObjectModel(entities: [
        EntityDescription(
          name: "Note",
          attributes: [
            AttributeDescription("name", .string),
            AttributeDescription("draft", .string, isTransient: true),
          ])
      ]), undo: true)
    let note = context.insertNewObject(forEntityName: "Note")
    context.turn { note.setValue("first", forKey: "draft") }
    context.turn { note.setValue("second", forKey: "draft") }
    context.undo()
    #expect(note.value(forKey: "draft") as? String == "first")
    context.redo()
    #expect(note.value(forKey: "draft") as? String == "second")
  }

  @Test func `primitive values that were announced are undone`() throws {
    let office = try Office(undo: true)
    let ada = office.hire("Ada")
    try office.context.save()
    office.context.undoManager?.removeAllActions()
    office.context.turn {
      ada.willChangeValue(forKey: "name")
      ada.setPrimitiveValue("Grace", forKey: "name")
      ada.didChangeValue(forKey: "name")
    }
    office.context.undo()
    #expect(ada.value(forKey: "name") as? String == "Ada")
    #expect(!office.context.hasChanges)
  }

  /// U1: an object that is listed in the place of one that was released without a redo is held all the same.
  @Test func `an object in the place of a released one is held`() throws {
    let office = try Office(undo: true)
    let manager = try #require(office.context.undoManager)
    let (eve, ada) = (office.hire("Eve"), office.hire("Ada"))
    try office.context.save()
    manager.removeAllActions()
    // Another object stays held, so that the list of held objects stays, with the place that becomes free.
    office.context.turn { eve.setValue("Hedy", forKey: "name") }
    office.context.turn { ada.setValue("Grace", forKey: "name") }
    // No entry is made when she goes, so an undo finds nothing that it could change back.
    office.context.undoManager = nil
    office.context.delete(ada)
    try office.context.save()
    office.context.undoManager = manager
    manager.undo()
    #expect(manager.heldObjectCount == 1 && !manager.canRedo)
    weak let newcomer = office.context.turn { office.hire("Bob") }
    try office.context.save()
    #expect(newcomer != nil && manager.heldObjectCount == 2)
    manager.removeAllActions()
    #expect(newcomer == nil)
  }

  /// U3: an observer of an undo may empty the stacks while it is going on; what is held is released once.
  @Test func `the stacks may be scrubbed during an undo`() throws {
    let office = try Office(undo: true)
    let manager = try #require(office.context.undoManager)
    let staff = ["Ada", "Bob", "Cyd"].map { office.hire($0) }
    try office.context.save()
    for _ in 1...2 {
      office.context.turn { for one in staff { one.setValue("Grace", forKey: "name") } }
    }
    office.context.turn { for one in staff { one.setValue("Hopper", forKey: "name") } }
    office.context.turn { for one in staff { one.setValue("Hedy", forKey: "name") } }
    let observation = staff[1].observe("name") { _, _ in manager.removeAllActions() }
    office.context.undo()
    observation.cancel()
    #expect(staff.map { $0.value(forKey: "name") as? String } == ["Hedy", "Hopper", "Hopper"])
    office.context.rollback()
    #expect(manager.heldObjectCount == 0 && !manager.canUndo && !manager.canRedo)
    #expect(staff.map { office.context.holders(of: $0) } == [[], [], []])
    #expect(office.context.invariantViolations(full: true) == [])
  }
}

/// An employee that writes down which of its methods are called.
private final class Witness: ManagedObject {
  var calls: [String] = []

  override func setValue(_ value: Any?, forKey key: String) {
    calls.append("set")
    super.setValue(value, forKey: key)
  }

  override func awake(fromSnapshotEvents flags: SnapshotEvents) {
    if flags.contains(.undoInsertion) { calls.append("undoInsertion") }
    if flags.contains(.undoDeletion) { calls.append("undoDeletion") }
    if flags.contains(.undoUpdate) { calls.append("undoUpdate") }
  }
}
