// What an object sets while it awakes is no change.

import Faultline
import FaultlineTestGraph
import Testing

/// An employee who is greeted when she awakes, and means to change what she finds.
private final class Greeter: ManagedObject {
  var events: [SnapshotEvents] = []
  var boss: ManagedObject?

  override func awakeFromInsert() { setPrimitiveValue(1.0, forKey: "salary") }

  override func awakeFromFetch() {
    let name = value(forKey: "name") as? String ?? "nobody"
    setValue("Hello from \(name)", forKey: "greeting")
    setValue(7.0, forKey: "salary")
    if let boss { setValue(boss, forKey: "manager") }
  }

  override func awake(fromSnapshotEvents flags: SnapshotEvents) { events.append(flags) }
}

@Suite struct AwakeningSilenceTests {
  let personnel: Personnel

  init() throws { personnel = try Personnel(Greeter.self) }

  /// Semantics 47: neither the object nor its context has changes, and no inverse is kept.
  @Test func `setters in awakeFromFetch dirty no object`() throws {
    let (grace, ada) = (personnel.hire("Grace"), personnel.hire("Ada"))
    try personnel.context.save()
    (ada as? Greeter)?.boss = grace
    personnel.context.refresh(ada, mergeChanges: false)
    #expect(ada.value(forKey: "greeting") as? String == "Hello from Ada")
    #expect(ada.value(forKey: "salary") as? Double == 7)
    #expect(ada.value(forKey: "manager") as? ManagedObject === grace)
    #expect(!ada.hasChanges && !grace.hasChanges && !personnel.context.hasChanges)
    #expect(ada.changedValues().isEmpty)
    #expect(grace.mutableSetValue(forKey: "reports").count == 0)
    (ada as? Greeter)?.boss = nil
    ada.setValue("Lovelace", forKey: "name")
    #expect(ada.changedValues().keys.sorted() == ["name"])
    #expect(personnel.context.updatedObjects == [ada])
  }

  /// Semantics 47: also when the object comes with its values out of a fetch.
  @Test func `setters on the way out of a fetch dirty no object`() throws {
    _ = personnel.hire("Ada")
    try personnel.context.save()
    var request = FetchRequest(entityName: "Employee")
    request.returnsObjectsAsFaults = false
    let staff = try personnel.context.fetch(request)
    #expect(staff.map { $0.value(forKey: "greeting") as? String } == ["Hello from Ada"])
    #expect(!personnel.context.hasChanges)
    #expect(personnel.context.invariantViolations(full: true) == [])
  }

  /// Semantics 89, 90: values of awakeFromInsert are there from the start, and are saved.
  @Test func `primitive values of awakeFromInsert are where the object starts`() throws {
    let ada = personnel.hire("Ada")
    #expect(ada.changedValues().keys.sorted() == ["name"])
    try personnel.context.save()
    #expect(ada.committedValues(forKeys: ["salary"])["salary"] as? Double == 1)
  }

  /// Semantics 76, 77: transient values count as local changes, whatever awakeFromFetch makes of them.
  @Test func `a refresh with merging leaves transient values alone`() throws {
    let ada = personnel.hire("Sarit")
    try personnel.context.save()
    personnel.context.refresh(ada, mergeChanges: false)
    #expect(ada.value(forKey: "greeting") as? String == "Hello from Sarit")
    try personnel.elsewhere(ada) { copy in
      copy.setValue("Fiona", forKey: "name")
      try copy.managedObjectContext?.save()
    }
    personnel.context.refresh(ada, mergeChanges: true)
    #expect(ada.value(forKey: "name") as? String == "Fiona")
    #expect(ada.value(forKey: "greeting") as? String == "Hello from Sarit")
    #expect(!ada.hasChanges)
    personnel.context.refresh(ada, mergeChanges: false)
    #expect(ada.value(forKey: "greeting") as? String == "Hello from Fiona")
  }

  /// Semantics 92: the numbers are Apple's.
  @Test func `an object is notified of the event that gave it another state`() throws {
    let ada = try #require(personnel.hire("Ada") as? Greeter)
    try personnel.context.save()
    personnel.context.refresh(ada, mergeChanges: true)
    ada.setValue("Lovelace", forKey: "name")
    personnel.context.rollback()
    #expect(ada.events == [.refresh, .rollback])
    #expect(ada.events.map(\.rawValue) == [32, 16])
    #expect(
      [SnapshotEvents.undoInsertion, .undoDeletion, .undoUpdate, .mergePolicy].map(\.rawValue)
        == [2, 4, 8, 64])
  }
}
