// Undo and everything else that a context does: saves, faults, rollback and reset (semantics 206–211).

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct UndoAcrossSavesTests {
  private let office: Office

  init() throws { office = try Office(undo: true) }

  /// Semantics 206: a save leaves the stack alone, and undoing it makes the context dirty again.
  @Test func `an update is undone after its save`() throws {
    let ada = office.hire("Ada")
    try office.context.save()
    office.context.turn { ada.setValue("Grace", forKey: "name") }
    try office.context.save()
    expectText(drawing(of: office.context), is: "Employee Grace")
    office.context.undo()
    expectText(drawing(of: office.context), is: "Employee Ada · changed")
    try office.context.save()
    #expect(try read() == ["Ada"])
  }

  /// Semantics 206: the row is removed by the next save, and comes back by the save after a redo.
  @Test func `an insertion is undone after its save`() throws {
    let ada = office.context.turn { office.hire("Ada") }
    try office.context.save()
    office.context.undo()
    #expect(office.context.deletedObjects == [ada])
    try office.context.save()
    #expect(try read() == [])
    #expect(ada.managedObjectContext == nil)
    office.context.redo()
    expectText(drawing(of: office.context), is: "Employee Ada · inserted")
    #expect(ada.objectID.isTemporaryID)
    try office.context.save()
    #expect(try read() == ["Ada"])
  }

  /// Semantics 206: after the save the deleted object is new again, with its values and relationships.
  @Test func `a deletion is undone after its save`() throws {
    let grace = office.hire("Grace")
    let ada = office.hire("Ada", manager: grace)
    try office.context.save()
    let id = grace.objectID
    office.context.turn { office.context.delete(grace) }
    try office.context.save()
    expectText(drawing(of: office.context), is: "Employee Ada")
    #expect(grace.managedObjectContext == nil && grace.isFault)
    office.context.undo()
    expectText(
      drawing(of: office.context),
      is: """
        Employee Grace · inserted · reports ⇒ Ada
        Employee Ada · changed · manager → Grace
        """)
    #expect(grace.objectID != id)
    #expect(office.context.invariantViolations(full: true) == [])
    try office.context.save()
    #expect(try read() == ["Ada", "Grace"])
    withExtendedLifetime(ada) {}
  }

  /// Semantics 206: in one group with a save, a relationship is not as the save left it once everything is undone.
  @Test func `a group with a save in it is undone apart`() throws {
    let grace = office.hire("Grace")
    let ada = office.hire("Ada", manager: grace)
    try office.context.save()
    try office.context.turn {
      office.context.delete(ada)
      try office.context.save()
      office.hire("Bob", manager: grace)
    }
    let after = """
      Employee Grace · changed · reports ⇒ Bob
      Employee Bob · inserted · manager → Grace
      """
    expectText(drawing(of: office.context), is: after)
    for _ in 1...2 {
      office.context.undo()
      expectText(
        drawing(of: office.context),
        is: """
          Employee Grace · changed · reports ⇒ Ada
          Employee Ada · inserted · manager → Grace
          """)
      office.context.redo()
      expectText(drawing(of: office.context), is: after)
    }
    #expect(office.context.invariantViolations(full: true) == [])
  }

  /// Scrubbing lets go of what a deletion had left for an undo.
  @Test func `what was deleted and cannot come back is gone`() throws {
    let context = office.context
    var ada: ManagedObject? = office.hire("Ada")
    weak let shell = ada
    try context.save()
    context.turn { ada.map { context.delete($0) } }
    try context.save()
    #expect(ada?.managedObjectContext == nil)
    ada = nil
    #expect(shell != nil)
    context.undoManager?.removeAllActions()
    #expect(shell == nil)
  }

  /// A fault fires when its change is undone, and is as it was saved then.
  @Test func `a change of an object that is a fault by now is undone`() throws {
    let ada = office.hire("Ada")
    try office.context.save()
    office.context.undoManager?.removeAllActions()
    office.context.turn { ada.setValue("Grace", forKey: "name") }
    office.context.refresh(ada, mergeChanges: false)
    #expect(ada.isFault)
    office.context.undo()
    expectText(drawing(of: office.context), is: "Employee Ada")
    #expect(!office.context.hasChanges)
  }

  /// Semantics 207.
  @Test func `a rollback empties the stacks`() throws {
    let ada = office.hire("Ada")
    try office.context.save()
    office.context.turn { ada.setValue("Grace", forKey: "name") }
    office.context.rollback()
    #expect(office.context.undoManager?.undoGroupCount == 0)
    #expect(office.context.undoManager?.heldObjectCount == 0)
    office.context.redo()
    office.context.undo()
    expectText(drawing(of: office.context), is: "Employee Ada")
  }

  /// Semantics 208, as chosen here.
  @Test func `a reset empties the stacks`() throws {
    office.hire("Ada")
    try office.context.save()
    office.context.reset()
    #expect(office.context.undoManager?.undoGroupCount == 0)
    office.context.undo()
    #expect(office.context.registeredObjectCount == 0)
  }

  /// Semantics 210: what is changed in `didSave` is a step that the user did not make.
  @Test func `changes after a save are undone before it`() throws {
    let model = try companyModel()
    model.register(Stamping.self, forEntityNamed: "Employee")
    let context = try makeContext(model, undo: true)
    let ada = context.turn { context.insertNewObject(forEntityName: "Employee") }
    try context.turn { try context.save() }
    #expect(context.undoManager?.undoGroupCount == 2)
    context.undo()
    #expect(ada.value(forKey: "notes") == nil)
    #expect(context.insertedObjects.isEmpty && context.registeredObjectCount == 1)
  }

  /// Another manager knows nothing of what the first one noted.
  @Test func `undo managers can be exchanged`() throws {
    let ada = office.hire("Ada")
    let first = office.context.undoManager
    office.context.undoManager = UndoManager()
    office.context.turn { ada.setValue("Grace", forKey: "name") }
    office.context.undo()
    expectText(drawing(of: office.context), is: "Employee Ada · inserted")
    office.context.undo()
    expectText(drawing(of: office.context), is: "Employee Ada · inserted")
    office.context.undoManager = first
    office.context.undo()
    expectText(drawing(of: office.context), is: "")
  }

  /// What a former manager takes back is a change like any other for the one that notes by now.
  @Test func `an undo by a former manager is noted by the manager that is there`() throws {
    let ada = office.hire("Ada")
    ada.setValue(100.0, forKey: "salary")
    try office.context.save()
    let first = try #require(office.context.undoManager)
    first.removeAllActions()
    office.context.turn { ada.setValue(200.0, forKey: "salary") }
    let second = UndoManager()
    office.context.undoManager = second
    first.undo()
    #expect(ada.value(forKey: "salary") as? Double == 100)
    #expect(!first.canRedo && second.undoActionCount == 1)
    second.undo()
    #expect(ada.value(forKey: "salary") as? Double == 200)
    #expect(office.context.invariantViolations(full: true) == [])
  }

  @Test func `one manager may serve two contexts`() throws {
    let other = try makeContext(on: office.coordinator)
    other.undoManager = office.context.undoManager
    let ada = office.context.turn { office.hire("Ada") }
    let bob = other.turn { other.insertNewObject(forEntityName: "Employee") }
    other.undo()
    #expect(bob.managedObjectContext == nil && ada.managedObjectContext != nil)
    office.context.undo()
    #expect(ada.managedObjectContext == nil)
    other.redo()
    #expect(ada.managedObjectContext != nil && bob.managedObjectContext == nil)
  }

  /// The names of all objects, as another context reads them.
  private func read() throws -> [String] {
    let context = try makeContext(on: office.coordinator)
    return try context.fetch(FetchRequest(entityName: "Employee"))
      .compactMap { $0.value(forKey: "name") as? String }.sorted()
  }
}

/// An employee that writes to itself after each save.
private final class Stamping: ManagedObject {
  override func didSave() { setValue("saved", forKey: "notes") }
}
