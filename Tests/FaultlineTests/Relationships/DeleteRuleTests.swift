// What a deletion does to those at the other end, rule by rule, on every store.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct DeleteRuleTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func office(_ kind: StoreKind, _ rule: DeleteRule) throws -> Office {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Employee", attributes: [AttributeDescription("name", .string)],
        relationships: [
          .toOne("manager", "Employee", inverse: "reports"),
          .toMany("reports", "Employee", inverse: "manager", deleteRule: rule),
          .toOne("mentor", "Employee", deleteRule: .noAction),
          .toMany("friends", "Employee", deleteRule: .noAction),
          .toOne("teacher", "Employee", inverse: "pupils"),
          .toMany("pupils", "Employee", inverse: "teacher", deleteRule: .deny),
        ])
    ])
    return try Office(on: kind.coordinator(model, in: folder))
  }

  private func trio(_ office: Office) throws -> (ManagedObject, ManagedObject, ManagedObject) {
    let grace = office.hire("Grace")
    let ada = office.hire("Ada", manager: grace)
    let joan = office.hire("Joan", manager: ada)
    try office.context.save()
    return (grace, ada, joan)
  }

  /// The employees that are left, with the manager's key, as a new context reads it.
  private func stored(_ office: Office) throws -> [String] {
    let other = try Office(on: office.coordinator)
    return try withExtendedLifetime(other) {
      try other.staff().map { one in
        let manager = one.objectIDs(forRelationshipNamed: "manager").first
        return "\(one.value(forKey: "name") ?? "") \(manager == nil ? "alone" : "managed")"
      }
    }
  }

  /// Semantics 115: the other ends lead nowhere.
  @Test(arguments: StoreKind.allCases)
  func `nullify clears the other ends`(kind: StoreKind) throws {
    let office = try office(kind, .nullify)
    let (grace, _, _) = try trio(office)
    office.context.delete(grace)
    try office.context.save()
    #expect(try stored(office) == ["Ada alone", "Joan managed"])
  }

  /// Semantics 115: the others go too, and theirs.
  @Test(arguments: StoreKind.allCases)
  func `cascade goes on and on`(kind: StoreKind) throws {
    let office = try office(kind, .cascade)
    let (grace, _, _) = try trio(office)
    office.context.delete(grace)
    try office.context.save()
    #expect(try stored(office) == [])
  }

  /// Semantics 115, 117: 1600, and what was there is there.
  @Test(arguments: StoreKind.allCases)
  func `deny keeps an object that leads to another`(kind: StoreKind) throws {
    let office = try office(kind, .deny)
    let (grace, _, joan) = try trio(office)
    office.context.delete(grace)
    let error = try #require(throws: GraphError.self) { try office.context.save() }
    #expect(error.code.rawValue == 1600)
    #expect(error.objectID == grace.objectID)
    #expect(grace.isDeleted)
    office.context.rollback()
    office.context.delete(joan)
    try office.context.save()
    #expect(try stored(office) == ["Grace alone", "Ada managed"])
  }

  /// Semantics 115: references that led there still do, and the caller is to mend it.
  @Test(arguments: StoreKind.allCases)
  func `no action leaves references that lead nowhere`(kind: StoreKind) throws {
    let office = try office(kind, .noAction)
    let (grace, _, _) = try trio(office)
    let id = grace.objectID
    office.context.delete(grace)
    try office.context.save()
    #expect(try stored(office) == ["Ada managed", "Joan managed"])
    let other = try Office(on: office.coordinator)
    let ada = try #require(try other.staff().first)
    let lost = try #require(ada.value(forKey: "manager") as? ManagedObject)
    #expect(lost.objectID == id)
    #expect(lost.value(forKey: "name") == nil)
    #expect(lost.isDeleted)
    ada.setValue(nil, forKey: "manager")
    try other.context.save()
    #expect(try stored(office) == ["Ada alone", "Joan managed"])
  }

  /// Semantics 116: at the end of the event, or not before the save.
  @Test(arguments: StoreKind.allCases, [true, false])
  func `delete rules are followed when pending changes are processed`(
    kind: StoreKind, early: Bool
  ) throws {
    let office = try office(kind, .cascade)
    office.context.propagatesDeletesAtEndOfEvent = early
    let (grace, ada, joan) = try trio(office)
    office.context.delete(grace)
    #expect(!ada.isDeleted)
    office.context.processPendingChanges()
    #expect([ada, joan].map(\.isDeleted) == [early, early])
    try office.context.save()
    #expect(try stored(office) == [])
  }

  /// Semantics 152: whether something may be deleted is asked after the rules were followed.
  @Test(arguments: StoreKind.allCases)
  func `validation by hand wants processed changes`(kind: StoreKind) throws {
    let office = try office(kind, .cascade)
    let (grace, ada, _) = try trio(office)
    let edith = office.hire("Edith")
    ada.setValue(edith, forKey: "teacher")
    try office.context.save()
    office.context.delete(grace)
    #expect(throws: GraphError.self) { try edith.validateForDelete() }
    office.context.processPendingChanges()
    #expect(throws: Never.self) { try edith.validateForDelete() }
  }

  /// Semantics 118: to one, to many, saved before or not.
  @Test(arguments: StoreKind.allCases)
  func `a save refuses references to deleted objects`(kind: StoreKind) throws {
    let office = try office(kind, .nullify)
    let (grace, ada, joan) = try trio(office)
    grace.setValue(joan, forKey: "mentor")
    office.context.delete(joan)
    let error = try #require(throws: GraphError.self) { try office.context.save() }
    #expect(error.code.rawValue == 1550)
    #expect((error.objectID, error.key) == (grace.objectID, "mentor"))
    #expect(
      error.message
        == "'Employee.mentor' of \(grace.objectID) leads to \(joan.objectID), "
        + "which is deleted; clear the relationship before the save.")
    grace.setValue(nil, forKey: "mentor")
    try office.context.save()
    #expect(try stored(office) == ["Grace alone", "Ada managed"])

    let edith = office.hire("Edith")
    ada.mutableSetValue(forKey: "friends").add(edith)
    office.context.delete(edith)
    #expect(try #require(throws: GraphError.self) { try office.context.save() }.key == "friends")
    ada.mutableSetValue(forKey: "friends").remove(edith)
    try office.context.save()
    #expect(!office.context.hasChanges)
    #expect(office.context.invariantViolations(full: true) == [])
  }
}
