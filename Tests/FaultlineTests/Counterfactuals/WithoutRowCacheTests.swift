// F3 switched off: a fault that fires asks the store, whatever others have read.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct WithoutRowCacheTests {
  /// Three employees that are not held, in an office that goes without the cache.
  private func office(_ kind: StoreKind, in folder: StoreFolder) throws -> Office {
    let office = try Office(kind, in: folder)
    for name in ["Ada", "Grace", "Lin"] { office.hire(name) }
    try office.context.save()
    office.context.usesRowCache = false
    return office
  }

  /// What something costs: rows found in the cache, rows missed there, requests.
  private func cost(_ office: Office, _ body: () throws -> Void) rethrows -> [Int] {
    let before = office.coordinator.statistics
    try body()
    let after = office.coordinator.statistics
    return [
      after.rowCacheHits - before.rowCacheHits, after.rowCacheMisses - before.rowCacheMisses,
      after.roundTrips - before.roundTrips,
    ]
  }

  private func touch(_ objects: [ManagedObject]) {
    for object in objects { _ = object.value(forKey: "name") }
  }

  /// F3, F4: the fetch has read every row for nothing.
  @Test(arguments: StoreKind.allCases)
  func `a fault asks the store, although its row came with the fetch`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try office(kind, in: folder)
    let staff = try office.staff()
    #expect(staff.map(\.isFault) == [true, true, true])
    #expect(cost(office) { touch(staff) } == [0, 3, 3])
    #expect(cost(office) { touch(staff) } == [0, 0, 0])
    #expect(staff.map { $0.value(forKey: "name") as? String } == ["Ada", "Grace", "Lin"])
    #expect(office.context.invariantViolations(full: true) == [])
  }

  /// F6: the values of a fault are gone at once, and not only when the fault is.
  @Test func `neither a fetched fault nor a refreshed one keeps a row`() throws {
    let folder = try StoreFolder()
    let office = try office(.sqlite, in: folder)
    let staff = try office.staff()
    #expect(office.coordinator.statistics.rowCacheEntries == 0)
    touch(staff)
    #expect(office.coordinator.statistics.rowCacheEntries == 3)
    office.context.refreshAllObjects()
    #expect(office.coordinator.statistics.rowCacheEntries == 0)
    #expect(cost(office) { touch(staff) } == [0, 3, 3])
    office.context.usesRowCache = true
    office.context.refreshAllObjects()
    #expect(office.coordinator.statistics.rowCacheEntries == 3)
    #expect(cost(office) { touch(staff) } == [3, 0, 0])
  }

  /// R6: what another context holds is of no use to this one; what this one holds is to others.
  @Test func `a context goes without what others have read, and they with what it has`() throws {
    let folder = try StoreFolder()
    let office = try office(.sqlite, in: folder)
    let other = try Office(on: office.coordinator)
    let copies = try other.staff()
    touch(copies)
    let staff = try office.staff()
    #expect(cost(office) { touch(staff) } == [0, 3, 3])
    other.context.refreshAllObjects()
    #expect(cost(other) { touch(copies) } == [3, 0, 0])
  }

  /// F5: where values are asked for many at a time, they go into the objects as they come.
  @Test func `what is fetched realized, or filled in a batch, needs no second request`() throws {
    let folder = try StoreFolder()
    let office = try office(.sqlite, in: folder)
    var request = FetchRequest(entityName: "Employee")
    request.returnsObjectsAsFaults = false
    #expect(try cost(office) { touch(try office.context.fetch(request)) } == [0, 0, 1])
    let staff = try office.staff()
    #expect(
      try cost(office) {
        try office.context.fill(staff)
        touch(staff)
      } == [0, 0, 1])
  }

  /// P2: a child asks through its parent, which looks into no cache for it either.
  @Test func `a parent without the cache has none for its children`() throws {
    let folder = try StoreFolder()
    let office = try office(.sqlite, in: folder)
    let held = try office.staff()
    touch(held)
    let parent = ManagedObjectContext(concurrencyType: .privateQueue)
    try parent.setPersistentStoreCoordinator(office.coordinator)
    parent.usesRowCache = false
    let child = ManagedObjectContext()
    try child.setParent(parent)
    let staff = held.map { child.object(with: $0.objectID) }
    #expect(cost(office) { touch(staff) } == [0, 3, 3])
    let same = ManagedObjectContext()
    try same.setParent(parent)
    parent.usesRowCache = true
    #expect(cost(office) { touch(held.map { same.object(with: $0.objectID) }) } == [3, 0, 0])
  }

  /// N2: a merge asks the store for the new values, and brings the same ones in.
  @Test func `a merge brings in what another context has saved`() throws {
    let folder = try StoreFolder()
    let office = try office(.sqlite, in: folder)
    let staff = try office.staff()
    touch(staff)
    let annex = try Office(on: office.coordinator)
    let copy = annex.context.object(with: staff[0].objectID)
    copy.setValue("Lovelace", forKey: "name")
    try annex.context.save()
    var saved = SavedChanges()
    saved.updated = [copy.objectID]
    #expect(cost(office) { office.context.mergeChanges(saved) } == [0, 0, 1])
    #expect(staff[0].value(forKey: "name") as? String == "Lovelace")
  }
}
