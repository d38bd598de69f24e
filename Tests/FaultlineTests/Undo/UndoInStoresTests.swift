// Undo where there are several stores, several stacks, and objects that were away meanwhile.

import Faultline
import FaultlineTestSupport
import Testing

@Suite struct UndoInStoresTests {
  private let grove: Grove
  private let context: ManagedObjectContext
  private let second: any PersistentStore

  init() throws {
    grove = try Grove(undo: true)
    context = grove.context
    second = try grove.coordinator.addPersistentStore(type: .inMemory)
  }

  /// A node in the second store.
  private func resident(_ name: String) -> ManagedObject {
    let node = grove.node(name)
    context.assign(node, to: second)
    return node
  }

  private func count(in store: any PersistentStore) throws -> Int {
    var request = FetchRequest(entityName: "Node")
    request.affectedStores = [store]
    return try grove.other().context.count(for: request)
  }

  /// Semantics 154, 206.
  @Test func `a deletion that is undone after its save leads back into the store`() throws {
    let node = resident("b"), kid = resident("kid")
    kid.setValue(node, forKey: "best")
    kid.setValue(node, forKey: "parent")
    try context.turn { try context.save() }
    context.turn {
      kid.setValue(nil, forKey: "best")
      kid.setValue(nil, forKey: "parent")
      context.delete(node)
    }
    try context.turn { try context.save() }
    #expect(try count(in: second) == 1)
    context.turn { context.undo() }
    try context.turn { try context.save() }
    #expect(node.objectID.persistentStore === second)
    #expect(kid.names("parent") == ["b"] && kid.names("best") == ["b"])
    #expect(try count(in: second) == 2)
  }

  /// What was inserted, undone and done again keeps the store that was chosen for it, also over a save.
  @Test func `a store that was chosen stays chosen while an insertion is undone`() throws {
    let node = context.turn { resident("b") }
    context.turn { context.undo() }
    context.undoManager?.disableUndoRegistration()
    grove.node("another")
    try context.save()
    context.undoManager?.enableUndoRegistration()
    context.turn { context.redo() }
    #expect(node.isInserted)
    try context.save()
    #expect(node.objectID.persistentStore === second)
  }

  /// Semantics 25.
  @Test func `an ID that was obtained is kept while an insertion is undone`() throws {
    let node = try context.turn {
      let node = resident("b")
      try context.obtainPermanentIDs(for: [node])
      return node
    }
    let id = node.objectID
    context.turn { context.undo() }
    #expect(context.registeredObject(for: id) == nil)
    context.turn { context.redo() }
    #expect(node.objectID == id && context.registeredObject(for: id) === node)
    try context.save()
    #expect(node.objectID == id && id.persistentStore === second)
  }

  @Test func `observers are notified of an object that was away`() throws {
    let node = grove.node("b")
    try context.turn { try context.save() }
    var names: [String] = []
    let observation = node.observe("name") { object, _ in
      names.append(object.value(forKey: "name") as? String ?? "-")
    }
    context.turn { context.delete(node) }
    try context.turn { try context.save() }
    context.turn { context.undo() }
    node.setValue("c", forKey: "name")
    #expect(names.last == "c")
    withExtendedLifetime(observation) {}
  }

  @Test func `without its store an object that came back is refused by the save`() throws {
    let node = resident("b")
    try context.turn { try context.save() }
    context.turn { context.delete(node) }
    try context.turn { try context.save() }
    try grove.coordinator.remove(second)
    context.turn { context.undo() }
    let error = #expect(throws: GraphError.self) { try context.save() }
    #expect(
      error?.message
        == "\(node.objectID) belongs to a store that was removed from the coordinator; add the store again, or "
        + "assign the object to another one.")
    #expect(node.isInserted && node.objectID.isTemporaryID)
    context.assign(node, to: grove.coordinator.persistentStores[0])
    try context.save()
    #expect(node.objectID.persistentStore === grove.coordinator.persistentStores[0])
  }

  /// A save of one context says nothing about the relationships of another.
  @Test func `saves of one stack are nothing to another`() throws {
    let strangers = try Grove(undo: true)
    let node = grove.node("n"), items = ["x", "y"].map { grove.item($0) }
    node.setValue(items, forKey: "items")
    node.setValue(items, forKey: "marks")
    try context.save()
    context.undoManager?.removeAllActions()
    context.turn { node.setValue([items[1], items[0]], forKey: "marks") }
    context.turn { node.mutableSetValue(forKey: "items").remove(items[0]) }
    for name in ["p", "q", "r"] {
      strangers.node(name)
      try strangers.context.save()
      strangers.context.undo()
    }
    context.turn { context.undo() }
    context.turn { context.undo() }
    #expect(node.names("items") == ["x", "y"] && node.names("marks") == ["x", "y"])
    #expect(!context.hasChanges)
  }

  @Test func `after a save of its own what was undone is a change`() throws {
    let node = grove.node("n"), items = ["x", "y"].map { grove.item($0) }
    node.setValue(items, forKey: "marks")
    try context.save()
    context.undoManager?.removeAllActions()
    context.turn { node.setValue([items[1], items[0]], forKey: "marks") }
    try context.save()
    context.turn { context.undo() }
    #expect(context.updatedObjects.contains(node))
    try context.save()
    #expect(try grove.stored("marks", of: node) == ["x", "y"])
  }
}
