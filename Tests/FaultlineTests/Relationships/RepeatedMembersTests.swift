// Lists that name an object several times, and members that are put in again: an ordered set keeps the first of equals.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct RepeatedMembersTests {
  private let grove: Grove
  private let node: ManagedObject
  private let items: [ManagedObject]

  init() throws {
    let grove = try Grove()
    self.grove = grove
    node = grove.node("n")
    items = ["x", "y", "z"].map { grove.item($0) }
  }

  /// Semantics 121; by a to-one inverse, a to-many one, and with members of before that go or stay.
  @Test(arguments: ["items", "marks"])
  func `of a list with repetitions the first of equals stands`(key: String) throws {
    let (x, y, z) = (items[0], items[1], items[2])
    let lists: [([ManagedObject], [String])] = [
      ([x, x, y, x, y], ["x", "y"]), ([x, y, x], ["x", "y"]), ([z, y, y, z, x], ["z", "y", "x"]),
      ([y, y], ["y"]), ([x, z, x, z, y, x], ["x", "z", "y"]), ([], []),
    ]
    for (list, names) in lists {
      node.setValue(list, forKey: key)
      #expect(node.names(key) == names)
      try grove.context.save()
      #expect(try grove.stored(key, of: node) == names)
    }
    #expect(grove.context.invariantViolations(full: true) == [])
  }

  @Test func `what is set behind the context's back has no repetitions either`() {
    node.setPrimitiveValue([items[1], items[0], items[1]], forKey: "marks")
    #expect(node.names("marks") == ["y", "x"])
    node.willChangeValue(forKey: "items")
    node.setPrimitiveValue([items[2], items[2], items[0]], forKey: "items")
    node.didChangeValue(forKey: "items")
    #expect(node.names("items") == ["z", "x"])
    #expect(items[2].names("owner") == ["n"])
  }

  @Test(arguments: ["items", "marks"])
  func `a member that is put in again stays where it is`(key: String) throws {
    node.setValue(items, forKey: key)
    try grove.context.save()
    let list = node.mutableOrderedSetValue(forKey: key)
    list.insert(items[0], at: 2)
    list.insert(items[2], at: 0)
    list.add(items[1])
    node.mutableSetValue(forKey: key).add(items[0])
    #expect(node.names(key) == ["x", "y", "z"])
    #expect(!grove.context.hasChanges)
  }

  @Test func `a member that is put into a set again makes no change`() throws {
    let kid = grove.node("kid")
    node.mutableSetValue(forKey: "children").add(kid)
    try grove.context.save()
    node.mutableSetValue(forKey: "children").add(kid)
    #expect(!grove.context.hasChanges)
    #expect(node.names("children") == ["kid"])
  }

  @Test(arguments: [-1, 2, 7])
  func `a place that is not there is refused in words`(place: Int) throws {
    node.setValue([items[0]], forKey: "items")
    guard case .relationship(let tie) = try node.property("items") else { return }
    let error = #expect(throws: GraphError.self) { try node.insert(items[1], tie, at: place) }
    #expect(
      error?.message == "'Node.items' has 1 members; there is no place \(place).")
    #expect(node.names("items") == ["x"] && items[1].names("owner") == [])
  }

  @Test func `a place that is not there stops a reader with a sentence`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let grove = try Grove()
      _ = grove.node("n").mutableOrderedSetValue(forKey: "items")[0]
    }
    #expect(said(result, "'Node.items' has 0 members; there is no place 0."))
  }

  /// Semantics 23.
  @Test func `an object that is named twice gets one permanent ID`() throws {
    try grove.context.obtainPermanentIDs(for: [items[1], items[0], items[1], items[0]])
    #expect(items[0].objectID != items[1].objectID && !items[0].objectID.isTemporaryID)
    #expect(grove.context.registeredObject(for: items[0].objectID) === items[0])
    #expect(grove.context.invariantViolations(full: true) == [])
    try grove.context.save()
    #expect(try grove.other().context.count(for: FetchRequest(entityName: "Item")) == 3)
  }

  /// Semantics 187, 191.
  @Test func `an ID that is named twice is merged once`() throws {
    let other = try grove.other()
    try grove.context.save()
    let kept = [other.own(node), other.own(items[0])]
    _ = kept.map { $0.value(forKey: "name") }
    node.setValue("m", forKey: "name")
    let fresh = grove.node("fresh")
    let id = items[0].objectID
    grove.context.delete(items[0])
    try grove.context.save()
    let listener = Listener()
    listener.listen(to: ManagedObjectContext.didChangeObjectsNotification, of: other.context) {
      note in
      ["inserted", "refreshed", "deleted"].map { key in
        "\(key) \((note.userInfo?[key] as? [ManagedObject])?.count ?? 0)"
      }.joined(separator: ", ")
    }
    ManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [
        "inserted": [fresh.objectID, fresh.objectID], "updated": [node.objectID, node.objectID],
        "deleted": [id, id],
      ], into: [other.context])
    #expect(listener.received == ["inserted 1, refreshed 1, deleted 1"])
  }
}
