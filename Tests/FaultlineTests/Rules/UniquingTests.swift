// Q1–Q3, P8: one object for each record and context, and IDs that all contexts agree on.

import Faultline
import FaultlineTestGraph
import Foundation
import Synchronization
import Testing

@Suite struct UniquingTests {
  /// An employee that makes a fault of another record before it is one itself.
  private final class Herald: ManagedObject {
    /// The record that is asked for, once.
    static let next = Mutex<ManagedObjectID?>(nil)
    /// What came of it.
    private(set) var heralded: ManagedObject?

    required init(entity: EntityDescription, insertInto context: ManagedObjectContext?) {
      super.init(entity: entity, insertInto: context)
      let id = Self.next.withLock { $0.take() }
      heralded = id.flatMap { context?.object(with: $0) }
    }
  }

  let office: Office

  init() throws { office = try Office() }

  /// Q1, semantics 2, 3: whichever way one comes, also while the object is a fault.
  @Test func `every way to a record leads to one object`() throws {
    let ids = try office.pair()
    office.context.refreshAllObjects()
    let grace = office.context.object(with: ids.manager)
    let ada = office.context.object(with: ids.report)
    #expect(office.context.registeredObject(for: ids.manager) === grace)
    #expect(try office.staff() == [grace, ada])
    #expect(ada.value(forKey: "manager") as? ManagedObject === grace)
    #expect(try office.context.existingObject(with: ids.manager) === grace)
    #expect(grace.value(forKey: "reports") as? Set<ManagedObject> == [ada])
    #expect(office.context.registeredObjectCount == 2)
  }

  /// Q1: a class may make objects while a fetch makes others, later ones too.
  ///
  /// One place after the other, since the class keeps what is asked for.
  @Test(.serialized, arguments: [1, 3])
  func `a fetch returns what a class has made meanwhile`(place: Int) throws {
    let personnel = try Personnel(Herald.self)
    let ids = try (0..<4).map { try personnel.employed("\($0)") }
    let context = try makeContext(on: personnel.coordinator)
    Herald.next.withLock { $0 = ids[place] }
    let staff = try context.fetch(FetchRequest(entityName: "Employee"))
    #expect(staff.map(\.objectID) == ids)
    #expect((staff[0] as? Herald)?.heralded === staff[place])
    #expect(context.registeredObjectCount == 4)
    #expect(context.invariantViolations(full: true) == [])
  }

  /// Q2, Q3, semantics 1: two contexts have an object each, with values of their own, and the same ID.
  @Test func `two contexts have copies of their own with equal IDs`() throws {
    let ada = office.hire("Ada")
    try office.context.save()
    let annex = try Office(on: office.coordinator)
    let copy = try #require(try annex.staff().first)
    #expect(copy !== ada)
    #expect(copy != ada)
    #expect(copy.objectID == ada.objectID)
    #expect(copy.objectID.hashValue == ada.objectID.hashValue)
    copy.setValue("Lovelace", forKey: "name")
    #expect(ada.value(forKey: "name") as? String == "Ada")
    try annex.context.save()
    // A context does not learn of another's save by itself.
    #expect(ada.value(forKey: "name") as? String == "Ada")
    office.context.refresh(ada, mergeChanges: false)
    #expect(ada.value(forKey: "name") as? String == "Lovelace")
  }

  /// Semantics 71: a fetch never changes an object that has its values.
  @Test func `a fetch does not change what is realized`() throws {
    let ada = office.hire("Ada")
    try office.context.save()
    let annex = try Office(on: office.coordinator)
    try annex.staff()[0].setValue("Lovelace", forKey: "name")
    try annex.context.save()
    #expect(try office.staff() == [ada])
    #expect(ada.value(forKey: "name") as? String == "Ada")
  }

  /// P8, semantics 19, 154: one coordinator serves many contexts and holds several stores; new records go
  /// to the first that may be written.
  @Test func `a coordinator holds several stores`() throws {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    var sealed = StoreOptions()
    sealed.isReadOnly = true
    try coordinator.addPersistentStore(type: .inMemory, options: sealed)
    let open = try coordinator.addPersistentStore(type: .inMemory)
    let spare = try coordinator.addPersistentStore(type: .inMemory)
    let office = try Office(on: coordinator)
    office.hire("Ada")
    try office.context.save()
    #expect(try office.staff().map(\.objectID.storeIdentifier) == [open.identifier.uuidString])
    #expect(coordinator.persistentStores.map(\.identifier).last == spare.identifier)
    let annex = try Office(on: coordinator)
    #expect(try annex.staff().map { $0.value(forKey: "name") as? String } == ["Ada"])
  }

  /// Unsaved objects of one context are not seen by others.
  @Test func `a fetch finds one's own unsaved objects and no others'`() throws {
    let ada = office.hire("Ada")
    let annex = try Office(on: office.coordinator)
    #expect(try annex.staff() == [])
    #expect(try office.staff() == [ada])
    var request = FetchRequest(entityName: "Employee")
    request.includesPendingChanges = false
    #expect(try office.context.fetch(request) == [])
    #expect(try office.context.count(for: FetchRequest(entityName: "Employee")) == 1)
  }
}
