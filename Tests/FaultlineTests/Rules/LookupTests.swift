// Finding objects by their IDs: here, in a store, or on another thread.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Synchronization
import Testing

@Suite struct LookupTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// Semantics 4: nil means that the object is not here, and no store is asked.
  @Test(arguments: StoreKind.allCases)
  func `looking for a registered object asks no store`(kind: StoreKind) throws {
    let office = try Office(kind, in: folder)
    let id = try office.employed("Ada")
    let trips = office.coordinator.statistics.roundTrips
    #expect(office.context.registeredObject(for: id) == nil)
    let ada = office.context.object(with: id)
    #expect(office.context.registeredObject(for: id) === ada)
    #expect(ada.isFault)
    #expect(office.coordinator.statistics.roundTrips == trips)
  }

  /// Semantics 5, 6: the one assumes that there is a row, the other looks and never returns a fault.
  @Test(arguments: StoreKind.allCases)
  func `an object is assumed and an existing object is looked for`(kind: StoreKind) throws {
    let office = try Office(kind, in: folder)
    let (manager, report) = try office.pair()
    office.context.reset()
    let annex = try Office(on: office.coordinator)
    annex.context.delete(annex.context.object(with: report))
    try annex.context.save()
    let trips = office.coordinator.statistics.roundTrips
    #expect(office.context.object(with: report).isFault)
    #expect(office.coordinator.statistics.roundTrips == trips)
    let error = try #require(throws: GraphError.self) {
      try office.context.existingObject(with: report)
    }
    #expect(error.code == .referentialIntegrity)
    #expect(try !office.context.existingObject(with: manager).isFault)
  }

  /// Semantics 20: the other side has an object of its own for it.
  @Test(arguments: StoreKind.allCases)
  func `an ID crosses threads and its object does not`(kind: StoreKind) throws {
    let office = try Office(kind, in: folder)
    let id = try office.employed("Ada")
    let coordinator = office.coordinator
    let name = Mutex<String?>(nil)
    let thread = onThread {
      guard let other = try? makeContext(on: coordinator) else { return }
      let found = other.object(with: id).value(forKey: "name") as? String
      name.withLock { $0 = found }
    }
    thread.wait()
    #expect(name.withLock { $0 } == "Ada")
  }

  /// Semantics 28: nil before the save, and no store is kept by it.
  @Test func `an ID knows its store as long as the store is kept`() throws {
    var office: Office? = try Office(.memory, in: folder)
    let ada = office?.hire("Ada")
    #expect(ada?.objectID.persistentStore == nil)
    try office?.context.save()
    let id = try #require(ada?.objectID)
    #expect(id.persistentStore === office?.coordinator.persistentStores.first)
    office = nil
    #expect(id.persistentStore == nil)
    #expect(id.storeIdentifier != nil)
  }

  /// Semantics 34: it gives its ID, and what it knows, and fires nothing.
  @Test(arguments: StoreKind.allCases)
  func `an object is drawn in one line`(kind: StoreKind) throws {
    let office = try Office(kind, in: folder)
    let (manager, report) = try office.pair()
    office.context.reset()
    let ada = office.context.object(with: report)
    #expect(ada.description == "<\(report): fault>")
    #expect(ada.isFault)
    ada.setValue(1.5, forKey: "salary")
    expectText(
      "\(ada)",
      is: "<\(report): name: 'Ada', salary: 1.5, hired: nil, notes: nil, "
        + "department: nil, manager: \(manager), reports: fault>")
    // Its manager has come along as a fault.
    #expect(office.context.registeredObjects.filter { !$0.isFault } == [ada])
    #expect(ada.mutableSetValue(forKey: "reports").count == 0)
    #expect(ada.description.hasSuffix("reports: 0 objects>"))
  }
}
