// F1–F9: faults are small, fire by themselves, and look in the row cache first.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct FaultTests {
  let office: Office

  init() throws { office = try Office() }

  /// F1: the shell is the same for faults and for all other objects; what a fault lacks lies beneath it.
  @Test func `a shell is sixty-four bytes`() {
    // The class's own word for it: behind kind, superclass, flags and address point.
    let metadata = unsafeBitCast(ManagedObject.self as AnyClass, to: UnsafeRawPointer.self)
    #expect(metadata.load(fromByteOffset: 24, as: UInt32.self) == 64)
  }

  /// F1, semantics 32: of the right class, and without its neighbours.
  @Test func `a fault is of its class and needs no neighbours`() throws {
    let model = try companyModel()
    model.register(Diarist.self, forEntityNamed: "Employee")
    let office = try Office(on: try makeContext(model).coordinator())
    let ids = try office.pair()
    office.context.refreshAllObjects()
    let ada = office.context.object(with: ids.report)
    #expect(ada is Diarist)
    #expect(ada.isFault)
    #expect(office.context.registeredObjectCount == 1)
  }

  /// F2, F4, semantics 32, 39: the first access loads the values; before it, they may be near all the same.
  @Test func `firing is transparent`() throws {
    let id = try office.employed("Ada")
    let ada = office.context.object(with: id)
    #expect(ada.isFault)
    #expect(ada.value(forKey: "name") as? String == "Ada")
    #expect(!ada.isFault)
    #expect(office.context.statistics.faultsFired == 1)
    _ = (ada.objectID, ada.entity, ada.hasChanges, ada.hashValue)
    office.context.refresh(ada, mergeChanges: false)
    _ = (ada.objectID, ada.entity, ada.hasChanges, ada.hashValue, ada == ada)
    #expect(ada.isFault)
  }

  /// F3, semantics 44, 67: a row that is in use is a hit; one that is not used any more is a miss.
  @Test func `a fire looks in the row cache before the store`() throws {
    _ = try office.pair()
    office.context.refreshAllObjects()
    #expect(rowCache() == [0, 0, 0])

    // Faults that were fetched with their rows use them without showing them.
    var staff = try office.staff()
    #expect(staff.map(\.isFault) == [true, true])
    #expect(rowCache() == [2, 0, 0])
    #expect(staff[0].value(forKey: "name") as? String == "Grace")
    #expect(rowCache() == [2, 1, 0])

    // A refreshed object leaves its row in the cache for as long as it is registered itself.
    office.context.refresh(staff[0], mergeChanges: false)
    #expect(staff[0].value(forKey: "name") as? String == "Grace")
    #expect(rowCache() == [2, 2, 0])

    // With the last object its row goes, and the next one has to ask the store.
    let id = staff[1].objectID
    staff = []
    #expect(rowCache() == [0, 2, 0])
    let ada = office.context.object(with: id)
    #expect(ada.value(forKey: "name") as? String == "Ada")
    #expect(rowCache() == [1, 2, 1])
  }

  /// F3: a fetch of keys alone fills no cache, so each fault pays for itself.
  @Test func `a fetch without values leaves the row cache empty`() throws {
    _ = try office.pair()
    office.context.refreshAllObjects()
    var request = FetchRequest(entityName: "Employee")
    request.includesPropertyValues = false
    let staff = try office.context.fetch(request)
    let before = office.coordinator.statistics.roundTrips
    for employee in staff { _ = employee.value(forKey: "name") }
    #expect(rowCache() == [2, 0, 2])
    #expect(office.coordinator.statistics.roundTrips == before + 2)
    withExtendedLifetime(staff) {}
  }

  /// F3, semantics 66: another context's fault finds the row that the first one uses.
  @Test func `contexts of one coordinator share its row cache`() throws {
    let ada = office.hire("Ada")
    try office.context.save()
    let annex = try Office(on: office.coordinator)
    let copy = annex.context.object(with: ada.objectID)
    #expect(copy.value(forKey: "name") as? String == "Ada")
    #expect(rowCache() == [1, 1, 0])
  }

  /// F6, semantics 45: notified while the values are there, and when they are gone; current when it fires again.
  @Test func `turning into a fault is announced, and values are current afterwards`() throws {
    let model = try companyModel()
    model.register(Diarist.self, forEntityNamed: "Employee")
    let office = try Office(on: try makeContext(model).coordinator())
    let ada = try #require(office.hire("Ada") as? Diarist)
    try office.context.save()
    ada.diary = []
    office.context.refresh(ada, mergeChanges: false)
    #expect(ada.diary == ["will turn into a fault, still Ada", "did turn into a fault"])
    let annex = try Office(on: office.coordinator)
    annex.context.object(with: ada.objectID).setValue("Lovelace", forKey: "name")
    try annex.context.save()
    #expect(ada.value(forKey: "name") as? String == "Lovelace")
    #expect(ada.diary.last == "awoke from a fetch as Lovelace")
    #expect(office.context.statistics.objectsTurnedIntoFaults == 1)
    // A fault cannot turn into one.
    office.context.refresh(ada, mergeChanges: false)
    office.context.refresh(ada, mergeChanges: false)
    #expect(office.context.statistics.objectsTurnedIntoFaults == 2)
  }

  /// F9, semantics 40: realizing the owner does not load what it refers to; each relationship fires by itself.
  @Test func `a to-many relationship is a fault of its own`() throws {
    let grace = office.hire("Grace")
    office.hire("Ada", manager: grace)
    try office.context.save()
    office.context.refreshAllObjects()
    #expect(grace.value(forKey: "name") as? String == "Grace")
    #expect(grace.hasFault(forRelationshipNamed: "reports"))
    #expect(office.context.statistics.relationshipFaultsFired == 0)
    #expect(drawing(of: office.context) == "Employee Grace")
    let reports = grace.mutableSetValue(forKey: "reports")
    #expect(reports.count == 1)
    #expect(!grace.hasFault(forRelationshipNamed: "reports"))
    #expect(office.context.statistics.relationshipFaultsFired == 1)
    #expect(
      drawing(of: office.context) == """
        Employee Grace · reports ⇒ (fault)
        Employee (fault)
        """)
  }

  /// F9: setting the one side does not load the many side, however much is stored there.
  @Test func `joining a relationship does not fire it`() throws {
    let grace = office.hire("Grace")
    office.hire("Ada", manager: grace)
    try office.context.save()
    office.context.refreshAllObjects()
    let barbara = office.hire("Barbara", manager: grace)
    #expect(grace.hasFault(forRelationshipNamed: "reports"))
    #expect(office.context.statistics.relationshipFaultsFired == 0)
    #expect(grace.mutableSetValue(forKey: "reports").count == 2)
    #expect(grace.mutableSetValue(forKey: "reports").contains(barbara))
  }

  /// A fault whose record is not there is an error where the object is asked for, and a stop elsewhere.
  @Test func `an object without a record cannot be had`() throws {
    let stranger = try Office(on: office.coordinator)
    let id = stranger.hire("Nobody").objectID
    let error = #expect(throws: GraphError.self) { try office.context.existingObject(with: id) }
    #expect(error?.objectID == id)
    #expect(
      error?.description
        == "x-coredata:///Employee/t00000000-0000-4000-8000-000000000001 was never saved, "
        + "and its context lost it. (133000)")
  }

  private func rowCache() -> [Int] {
    let counts = office.coordinator.statistics
    return [counts.rowCacheEntries, counts.rowCacheHits, counts.rowCacheMisses]
  }
}

extension ManagedObjectContext {
  fileprivate func coordinator() throws -> PersistentStoreCoordinator {
    try #require(persistentStoreCoordinator)
  }
}
