// Rows between stores and contexts: what a fetch leaves there, and what profits from it.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct RowCacheTests {
  private let folder: StoreFolder
  private let count = 5

  init() throws { folder = try StoreFolder() }

  private func office(_ kind: StoreKind) throws -> Office {
    let office = try Office(kind, in: folder)
    for number in 1...count { office.hire("\(number)") }
    try office.context.save()
    office.context.reset()
    return office
  }

  private func trips(_ office: Office, _ body: () throws -> Void) rethrows -> Int {
    let before = office.coordinator.statistics.roundTrips
    try body()
    return office.coordinator.statistics.roundTrips - before
  }

  /// Semantics 55: one request for all, and none for those that fire later.
  @Test(arguments: StoreKind.allCases)
  func `fetched faults fire without a request`(kind: StoreKind) throws {
    let office = try office(kind)
    var staff: [ManagedObject] = []
    #expect(try trips(office) { staff = try office.staff() } == 1)
    #expect(staff.map(\.isFault) == Array(repeating: true, count: count))
    #expect(trips(office) { for one in staff { _ = one.value(forKey: "name") } } == 0)
    #expect(office.coordinator.statistics.rowCacheHits == count)
  }

  /// Semantics 56: the same request, and nothing is left to fire.
  @Test(arguments: StoreKind.allCases)
  func `a fetch can return realized objects`(kind: StoreKind) throws {
    let office = try office(kind)
    var request = FetchRequest(entityName: "Employee")
    request.returnsObjectsAsFaults = false
    var staff: [ManagedObject] = []
    #expect(try trips(office) { staff = try office.context.fetch(request) } == 1)
    #expect(staff.map(\.isFault) == Array(repeating: false, count: count))
    #expect(office.context.statistics.faultsFired == 0)
  }

  /// Semantics 57: keys alone fill no cache, so each fault pays for itself.
  @Test(arguments: StoreKind.allCases)
  func `faults fetched by key cost a request each`(kind: StoreKind) throws {
    let office = try office(kind)
    var request = FetchRequest(entityName: "Employee")
    request.includesPropertyValues = false
    let staff = try office.context.fetch(request)
    #expect(office.coordinator.statistics.rowCacheEntries == 0)
    #expect(trips(office) { for one in staff { _ = one.value(forKey: "name") } } == count)
  }

  /// Semantics 66, 67: the row is there for every context, as long as an object of one of them uses it.
  @Test(arguments: StoreKind.allCases)
  func `a row stays as long as it is in use`(kind: StoreKind) throws {
    let office = try office(kind)
    var staff = try office.staff()
    let annex = try Office(on: office.coordinator)
    let copy = annex.context.object(with: staff[0].objectID)
    #expect(trips(office) { _ = copy.value(forKey: "name") } == 0)
    #expect(office.coordinator.statistics.rowCacheEntries == count)
    staff = []
    #expect(office.coordinator.statistics.rowCacheEntries == 1)
    annex.context.refresh(copy, mergeChanges: false)
    #expect(trips(office) { _ = copy.value(forKey: "name") } == 0)
  }

  /// Semantics 55, 67: a fault that has a row fires on a newer one, if another context has saved it meanwhile.
  @Test(arguments: StoreKind.allCases)
  func `a fault fires on the newest row`(kind: StoreKind) throws {
    let office = try office(kind)
    let staff = try office.staff()
    let annex = try Office(on: office.coordinator)
    let copies = try annex.staff()
    copies[1].setValue("two", forKey: "name")
    annex.context.delete(copies[3])
    try annex.context.save()
    var names: [String?] = []
    #expect(
      trips(office) {
        names = [0, 1, 2].map { staff[$0].value(forKey: "name") as? String }
      } == 0)
    #expect(names == ["1", "two", "3"])
    #expect(throws: GraphError.self) {
      _ = try office.context.existingObject(with: staff[3].objectID)
    }
    #expect(staff[4].value(forKey: "name") as? String == "5")
    #expect(office.coordinator.statistics.rowCacheHits == 4 + 2)
  }

  /// Semantics 49, 67: a fault has its row still, and does not fire on it once another context has deleted the record.
  @Test(arguments: StoreKind.allCases)
  func `a fault does not fire on the row of a deleted record`(kind: StoreKind) throws {
    let office = try office(kind)
    let staff = try office.staff()
    let annex = try Office(on: office.coordinator)
    annex.context.delete(annex.context.object(with: staff[3].objectID))
    try annex.context.save()
    #expect(staff[3].value(forKey: "name") == nil)
    #expect(staff[3].isDeleted)
    #expect(staff[4].value(forKey: "name") as? String == "5")
  }

  /// Semantics 71: what a fetch has read anew, and no object has taken, goes with the answer.
  @Test(arguments: StoreKind.allCases)
  func `rows that no object takes are let go of`(kind: StoreKind) throws {
    let office = try Office(kind, in: folder)
    let many = 2_500
    for number in 1...many { office.hire("\(number)") }
    try office.context.save()
    let staff = try office.staff()
    for employee in staff { _ = employee.value(forKey: "name") }
    let annex = try Office(on: office.coordinator)
    for employee in try annex.staff() { employee.setValue("new", forKey: "name") }
    try annex.context.save()
    annex.context.reset()
    #expect(office.coordinator.statistics.rowCacheEntries == 0)
    #expect(try office.staff() == staff)
    #expect(staff[7].value(forKey: "name") as? String == "8")
    #expect(office.coordinator.statistics.rowCacheEntries == 0)
  }

  /// Semantics 68: the row of a manager is known to both contexts, and her reports are asked for twice.
  @Test(arguments: StoreKind.allCases)
  func `a row does not know the members of a to-many relationship`(kind: StoreKind) throws {
    let office = try Office(kind, in: folder)
    let grace = office.hire("Grace")
    office.hire("Ada", manager: grace)
    try office.context.save()
    #expect(grace.mutableSetValue(forKey: "reports").count == 1)
    let annex = try Office(on: office.coordinator)
    let copy = annex.context.object(with: grace.objectID)
    #expect(trips(office) { _ = copy.value(forKey: "name") } == 0)
    #expect(trips(office) { _ = copy.mutableSetValue(forKey: "reports").count } == 1)
  }

  /// Semantics 71: it asks the store each time, and what is realized or changed stays as it is.
  @Test(arguments: StoreKind.allCases)
  func `a fetch always asks the store and changes no object`(kind: StoreKind) throws {
    let office = try office(kind)
    let staff = try office.staff()
    staff[0].setValue("changed", forKey: "name")
    _ = staff[1].value(forKey: "name")
    let annex = try Office(on: office.coordinator)
    for one in try annex.staff() { one.setValue("theirs", forKey: "name") }
    try annex.context.save()
    var again: [ManagedObject] = []
    #expect(try trips(office) { again = try office.staff() } == 1)
    #expect(again == staff)
    #expect(
      staff.map { $0.value(forKey: "name") as? String }
        == ["changed", "2", "theirs", "theirs", "theirs"])
  }

  /// Semantics 60, 63: batches belong to their context, and an array made of them holds everything.
  @Test(arguments: StoreKind.allCases)
  func `an array of batched results holds them all`(kind: StoreKind) throws {
    let office = try office(kind)
    var request = FetchRequest(entityName: "Employee")
    request.fetchBatchSize = 1
    let results = try office.context.fetchBatched(request)
    for _ in results {}
    #expect(office.context.registeredObjectCount == 2)
    let all = Array(results)
    #expect(office.context.registeredObjectCount == count)
    #expect(all.map { $0.value(forKey: "name") as? String } == ["1", "2", "3", "4", "5"])
  }

  /// Semantics 60: without its context nothing can be filled.
  @Test func `batched results stop when their context is gone`() throws {
    var office: Office? = try office(.memory)
    let results = try #require(
      try office?.context.fetchBatched(FetchRequest(entityName: "Employee")))
    office = nil
    let error = try #require(throws: GraphError.self) { try results.object(at: 0) }
    #expect(error.message == "The results' context is gone; keep it as long as its results.")
  }
}
