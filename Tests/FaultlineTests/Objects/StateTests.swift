// The states of an object, and which methods of its class are called on the way from one to the next.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct StateTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func office(_ kind: StoreKind, _ type: ManagedObject.Type) throws -> Office {
    let model = try companyModel()
    model.register(type, forEntityNamed: "Employee")
    return try Office(on: kind.coordinator(model, in: folder))
  }

  private func state(_ object: ManagedObject) -> String {
    let words = [
      (object.isInserted, "inserted"), (object.isUpdated, "updated"), (object.isDeleted, "deleted"),
      (object.hasChanges, "with changes"), (object.managedObjectContext == nil, "nowhere"),
    ]
    return words.filter(\.0).map(\.1).joined(separator: ", ")
  }

  /// Semantics 100, 101: from the insertion to the end.
  @Test(arguments: StoreKind.allCases)
  func `an object says what a save would do with it`(kind: StoreKind) throws {
    let office = try Office(kind, in: folder)
    let ada = office.hire("Ada")
    #expect(state(ada) == "inserted, with changes")
    try office.context.save()
    #expect(state(ada) == "")
    ada.setValue(1.0, forKey: "salary")
    #expect(state(ada) == "updated, with changes")
    office.context.delete(ada)
    #expect(state(ada) == "deleted, with changes")
    office.context.rollback()
    #expect(state(ada) == "")
    office.context.delete(ada)
    try office.context.save()
    #expect(state(ada) == "nowhere")
  }

  /// Semantics 87: with a context it is inserted, and awakes; without one it belongs nowhere.
  @Test func `an initializer inserts where it is asked to`() throws {
    let office = try office(.memory, Witness.self)
    let entity = try #require(
      office.coordinator.managedObjectModel.entitiesByName["Employee"])
    let ada = Witness(entity: entity, insertInto: office.context)
    #expect(ada.diary == ["awoke"])
    #expect(office.context.insertedObjects == [ada])
    let loner = Witness(entity: entity, insertInto: nil)
    #expect(loner.diary == [])
    #expect(loner.managedObjectContext == nil)
    #expect(office.context.registeredObjectCount == 1)
  }

  /// Semantics 91, 109: variables of its class are its own business, in an initializer and later.
  @Test(arguments: StoreKind.allCases)
  func `a context does not notice what the model does not know`(kind: StoreKind) throws {
    let office = try office(kind, Witness.self)
    let id = try office.employed("Ada")
    let ada = try #require(office.context.object(with: id) as? Witness)
    #expect(ada.mood == "made")
    ada.mood = "changed"
    #expect(ada.isFault && !ada.hasChanges && !office.context.hasChanges)
    let trips = office.coordinator.statistics.transactions
    try office.context.save()
    #expect(office.coordinator.statistics.transactions == trips)
    #expect(ada.mood == "changed")
  }

  /// Semantics 93, 94: asked for as often as the deletion is, before any relationship is touched.
  @Test(arguments: StoreKind.allCases)
  func `a deletion is announced while its relationships are there`(kind: StoreKind) throws {
    let office = try office(kind, Witness.self)
    let grace = office.hire("Grace")
    let ada = office.hire("Ada", manager: grace)
    try office.context.save()
    let witness = try #require(grace as? Witness)
    witness.diary = []
    office.context.delete(grace)
    office.context.delete(grace)
    #expect(witness.diary == ["will go, 1 report", "will go, 1 report"])
    office.context.processPendingChanges()
    #expect(ada.value(forKey: "manager") == nil)
    #expect(office.context.deletedObjectCount == 1)
  }

  /// Semantics 99, 144: which methods of a class a save calls, in its order.
  @Test(arguments: StoreKind.allCases)
  func `a save prepares, validates and notifies`(kind: StoreKind) throws {
    let office = try office(kind, Witness.self)
    let ada = try #require(office.hire("Ada") as? Witness)
    func calls(_ body: () throws -> Void) rethrows -> [String] {
      ada.diary = []
      try body()
      return ada.diary
    }
    #expect(try calls { try office.context.save() } == ["will save", "insert?", "name?", "saved"])
    ada.setValue(2.0, forKey: "salary")
    #expect(try calls { try office.context.save() } == ["will save", "update?", "name?", "saved"])
    office.context.delete(ada)
    #expect(try calls { try office.context.save() } == ["will save", "delete?", "saved, gone"])
  }

  /// Semantics 95: a primitive write in willSave is saved, and causes no second call.
  @Test(arguments: StoreKind.allCases)
  func `a time stamp by a primitive setter is no change`(kind: StoreKind) throws {
    let office = try office(kind, Witness.self)
    let ada = try #require(office.hire("Ada") as? Witness)
    ada.stamp = "seen"
    ada.diary = []
    try office.context.save()
    #expect(ada.diary.count { $0 == "will save" } == 1)
    #expect(!office.context.hasChanges)
    office.context.refresh(ada, mergeChanges: false)
    #expect(ada.value(forKey: "notes") as? String == "seen")
  }
}

/// An employee who writes down what happens.
private final class Witness: ManagedObject {
  var diary: [String] = []
  var mood = "made"
  var stamp: String?

  override func awakeFromInsert() { diary.append("awoke") }

  override func prepareForDeletion() {
    let count = mutableSetValue(forKey: "reports").count
    diary.append("will go, \(count) report\(count == 1 ? "" : "s")")
  }

  override func willSave() {
    diary.append("will save")
    if let stamp { setPrimitiveValue(stamp, forKey: "notes") }
  }

  override func didSave() {
    diary.append(managedObjectContext == nil ? "saved, gone" : "saved")
  }

  override func validateForInsert() throws {
    diary.append("insert?")
    try super.validateForInsert()
  }

  override func validateForUpdate() throws {
    diary.append("update?")
    try super.validateForUpdate()
  }

  override func validateForDelete() throws {
    diary.append("delete?")
    try super.validateForDelete()
  }

  override func validateValue(_ value: Any?, forKey key: String) throws {
    if key == "name" { diary.append("name?") }
    try super.validateValue(value, forKey: key)
  }
}
