// F8 switched off: whatever is fetched brings along all that it leads to.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct WithoutFaultsTests {
  /// Two departments, a manager in each, and people who report to them; in a store of a kind.
  private func company(_ kind: StoreKind, in folder: StoreFolder) throws -> Office {
    let office = try Office(kind, in: folder)
    for name in ["Research", "Sales"] {
      let department = office.context.insertNewObject(forEntityName: "Department")
      department.setValue(name, forKey: "name")
      let manager = office.hire("\(name) 0")
      manager.setValue(department, forKey: "department")
      for number in 1...2 {
        office.hire("\(name) \(number)", manager: manager)
          .setValue(department, forKey: "department")
      }
    }
    try office.context.save()
    office.context.reset()
    return office
  }

  private func one(_ name: String) throws -> FetchRequest {
    var request = FetchRequest(entityName: "Employee")
    request.predicate = try FetchPredicate(format: "name == %@", name)
    return request
  }

  /// F8: one employee pulls the department in, with everyone in it, and no others.
  @Test(arguments: StoreKind.allCases)
  func `a fetch brings along all that it leads to`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try company(kind, in: folder)
    office.context.usesFaults = false
    let found = try office.context.fetch(one("Sales 2"))
    #expect(
      drawing(of: office.context) == """
        Employee Sales 2 · department → Sales · manager → Sales 0
        Department Sales · employees ⇒ Sales 0, Sales 1, Sales 2
        Employee Sales 0 · department → Sales · reports ⇒ Sales 1, Sales 2
        Employee Sales 1 · department → Sales · manager → Sales 0
        """)
    #expect(found.map(\.isFault) == [false])
    #expect(office.context.statistics.faultsFired == 0)
    #expect(office.context.statistics.relationshipFaultsFired == 0)
    #expect(office.context.invariantViolations(full: true) == [])
  }

  /// F5, F8: round by round, so the number of requests is that of the ways between entities, and not of objects.
  @Test(arguments: StoreKind.allCases)
  func `the rounds cost no more where there are more objects`(kind: StoreKind) throws {
    func trips(_ people: Int) throws -> Int {
      let folder = try StoreFolder()
      let office = try company(kind, in: folder)
      let manager = try #require(try office.context.fetch(one("Sales 0")).first)
      for number in 0..<people { office.hire("More \(number)", manager: manager) }
      try office.context.save()
      office.context.reset()
      office.context.usesFaults = false
      let before = office.coordinator.statistics.roundTrips
      let found = try office.context.fetch(one("Sales 1"))
      #expect(found.count == 1)
      #expect(office.context.registeredObjectCount == people + 4)
      return office.coordinator.statistics.roundTrips - before
    }
    #expect(try trips(1) == trips(300))
  }

  /// F8: what is there already is not looked for again.
  @Test func `a fetch of what is there costs one request`() throws {
    let office = try company(.memory, in: try StoreFolder())
    office.context.usesFaults = false
    let staff = try office.staff()
    let before = office.coordinator.statistics.roundTrips
    #expect(try office.staff() == staff)
    #expect(office.coordinator.statistics.roundTrips - before == 1)
  }

  /// F8: batches, lookups by ID that ask for values, and merges end with whole objects too.
  @Test func `every way to values brings along the rest`() throws {
    let office = try company(.memory, in: try StoreFolder())
    office.context.usesFaults = false
    let id = try #require(try office.context.fetchIDs(one("Sales 2")).first)
    let shell = office.context.object(with: id)
    #expect(drawing(of: office.context) == "Employee (fault)")
    #expect(shell.value(forKey: "name") as? String == "Sales 2")
    #expect(office.context.registeredObjects.count { !$0.isFault } == 4)
    office.context.reset()
    let existing = try office.context.existingObject(with: id)
    #expect(!existing.isFault && office.context.registeredObjectCount == 4)
    office.context.reset()
    var request = try one("Sales 2")
    request.fetchBatchSize = 1
    let batches = try office.context.fetchBatched(request)
    #expect(batches[0].isFault == false)
    #expect(office.context.registeredObjectCount == 4)
  }

  /// C2: a refresh makes a fault all the same; when it fires, what it leads to is there again.
  @Test func `what was refreshed is whole again when it fires`() throws {
    let office = try company(.memory, in: try StoreFolder())
    office.context.usesFaults = false
    let found = try #require(try office.context.fetch(one("Sales 2")).first)
    for object in office.context.registeredObjects {
      office.context.refresh(object, mergeChanges: false)
    }
    #expect(drawing(of: office.context) == "Employee (fault)")
    #expect(found.value(forKey: "name") as? String == "Sales 2")
    #expect(office.context.registeredObjects.count { !$0.isFault } == 4)
  }

  /// DESIGN 3.1: without recursion, however long the chain is.
  @Test func `a chain of thousands is loaded`() throws {
    let office = try Office()
    let count = Effort.choose(quick: 2_000, ci: 20_000, full: 100_000)
    var last = office.hire("First")
    for _ in 1..<count { last = office.hire("Next", manager: last) }
    try office.context.save()
    let id = last.objectID
    let annex = try Office(on: office.coordinator)
    annex.context.usesFaults = false
    let found = try annex.context.existingObject(with: id)
    #expect(annex.context.registeredObjectCount == count)
    #expect(found.value(forKey: "name") as? String == "Next")
  }

  /// Semantics 49: a row that is gone leaves a fault, and stops nothing.
  @Test func `an object that leads to a row that is gone is loaded all the same`() throws {
    let office = try company(.memory, in: try StoreFolder())
    let staff = try office.staff()
    try office.context.fill(staff)
    let annex = try Office(on: office.coordinator)
    for department in try annex.context.fetch(FetchRequest(entityName: "Department")) {
      annex.context.delete(department)
    }
    try annex.context.save()
    office.context.usesFaults = false
    #expect(try office.staff() == staff)
    #expect(
      drawing(of: office.context).split(separator: "\n").suffix(3).joined(separator: "\n") == """
        Employee Sales 2 · department → (fault) · manager → Sales 0
        Department (fault)
        Department (fault)
        """)
  }

  /// Q1, F8: without both, the way there and back would never end.
  @Test func `faults and uniquing are not switched off together`() throws {
    let office = try Office()
    try office.context.setUsesFaults(false)
    let error = #expect(throws: GraphError.self) { try office.context.setUniquesObjects(false) }
    #expect(
      error?.message
        == "Without faults and without uniquing, two objects that lead to each other would be loaded "
        + "without end; turn usesFaults or uniquesObjects on.")
    #expect(office.context.uniquesObjects)
    try office.context.setUsesFaults(true)
    try office.context.setUniquesObjects(false)
    #expect(throws: GraphError.self) { try office.context.setUsesFaults(false) }
    #expect(office.context.usesFaults)
  }
}
