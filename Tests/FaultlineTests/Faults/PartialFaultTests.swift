// Faults that know what their fetch has named, and fire for anything else (semantics 33, F1–F3).

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct PartialFaultTests: PartialOffice {
  // MARK: - Reading

  /// F2, F3: what was named costs nothing, and anything else one request for the whole row.
  @Test(arguments: StoreKind.allCases)
  func `a fault knows what was named, and fires once for the rest`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try office(kind, folder)
    var staff: [ManagedObject] = []
    let first = try trips(office) { staff = try office.context.fetch(request("name", "salary")) }
    #expect(first == 1)
    expectText(
      drawing(of: office.context),
      is: """
        Employee (fault, name Ada, salary 100.0)
        Employee (fault, name Bob, salary 200.0)
        Employee (fault, name Grace)
        """)
    let cost = trips(office) {
      #expect(staff.map { $0.value(forKey: "name") as? String } == ["Ada", "Bob", "Grace"])
      #expect(staff[0][PropertyKey<String>("name")] == "Ada")
      #expect(staff[1][PropertyKey<Double>("salary")] == 200)
      #expect(staff[2].value(forKey: "salary") == nil)
    }
    #expect(cost == 0)
    #expect(staff.allSatisfy { $0.isFault })
    #expect(office.context.statistics.faultsFired == 0)
    let further = trips(office) {
      #expect(staff[0].value(forKey: "notes") as? String == "a long text about Ada")
      #expect((staff[0].value(forKey: "manager") as? ManagedObject) === staff[2])
      #expect(staff[0].value(forKey: "hired") == nil)
    }
    #expect(further == 1)
    #expect(office.context.statistics.faultsFired == 1)
    expectText(
      drawing(of: office.context),
      is: """
        Employee Ada · manager → (fault, name Grace)
        Employee (fault, name Bob, salary 200.0)
        Employee (fault, name Grace)
        """)
    #expect(office.context.invariantViolations(full: true) == [])
  }

  /// A fault holds no other objects: it makes the destination that it knows, and does not keep it.
  @Test(arguments: StoreKind.allCases)
  func `a to-one relationship can be named, and is not held`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try office(kind, folder)
    var request = request("manager")
    request.predicate = try FetchPredicate(format: "name == 'Ada'")
    let ada = try #require(try office.context.fetch(request).first)
    let cost = trips(office) {
      #expect((ada.value(forKey: "manager") as? ManagedObject)?.isFault == true)
      #expect(office.context.registeredObjectCount == 1)
    }
    #expect(cost == 0)
    #expect(ada.isFault && ada.hasFault(forRelationshipNamed: "manager"))
    #expect(ada.value(forKey: "name") as? String == "Ada")
    #expect(!ada.isFault)
  }

  /// R1 of the row cache: a partial row belongs to its fault alone.
  @Test(arguments: StoreKind.allCases)
  func `partial rows are in no cache, and whole rows in it are used`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try office(kind, folder)
    let other = try Office(on: office.coordinator)
    let staff = try office.context.fetch(request("name"))
    #expect(office.coordinator.statistics.rowCacheEntries == 0)
    let whole = try other.context.fetch(FetchRequest(entityName: "Employee"))
    #expect(office.coordinator.statistics.rowCacheEntries == 3)
    let cost = try trips(office) {
      for employee in staff { _ = try office.context.existingObject(with: employee.objectID) }
    }
    #expect(cost == 0 && !staff.contains { $0.isFault })
    withExtendedLifetime(whole) {}
  }

  // MARK: - What an object has already

  /// Q1: the instance that is there is returned as it is.
  @Test(arguments: StoreKind.allCases)
  func `whole and changed objects stay as they are`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try office(kind, folder)
    var request = self.request("name")
    request.shouldRefreshRefetchedObjects = true
    let staff = try office.context.fetch(
      FetchRequest(entityName: "Employee", sortKeys: [SortKey("name")]))
    staff[0].setValue(7.0, forKey: "salary")
    #expect(staff[1].value(forKey: "name") as? String == "Bob")
    let new = office.hire("Cy")
    let found = try office.context.fetch(request)
    #expect(found.map { $0.value(forKey: "name") as? String } == ["Ada", "Bob", "Cy", "Grace"])
    #expect(found[0] === staff[0] && found[2] === new)
    #expect(staff[0].value(forKey: "salary") as? Double == 7)
    // An object that was a fault with its whole row keeps that: touching it costs nothing.
    let cost = trips(office) { #expect(staff[2].value(forKey: "notes") == nil) }
    #expect(cost == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func `the last fetch says what a fault knows`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try office(kind, folder)
    let staff = try office.context.fetch(request("name"))
    #expect(try office.context.fetch(request("salary")) == staff)
    expectText(
      drawing(of: office.context),
      is: """
        Employee (fault, salary 100.0)
        Employee (fault, salary 200.0)
        Employee (fault)
        """)
    #expect(staff[2].primitiveValue(forKey: "name") == nil)
    #expect(staff[2].value(forKey: "salary") == nil && staff[2].isFault)
    #expect("\(staff[0])".hasSuffix(": fault, salary: 100.0>"))
  }

  /// R3, N4: a change needs the whole object, and a save writes what it should.
  @Test(arguments: StoreKind.allCases)
  func `a change fires, and is saved`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try office(kind, folder)
    let staff = try office.context.fetch(request("name"))
    let cost = trips(office) { staff[0].setValue("Ada L.", forKey: "name") }
    #expect(cost == 1)
    #expect(!staff[0].isFault && staff[0].isUpdated)
    office.context.delete(staff[1])
    try office.context.save()
    office.context.reset()
    let names = try office.context.fetch(request("name", "notes")).map {
      "\($0.value(forKey: "name") ?? "-"): \($0.value(forKey: "notes") ?? "-")"
    }
    #expect(names == ["Ada L.: a long text about Ada", "Grace: -"])
  }

  // MARK: - Forgetting

  /// C2, F6: what a fault knows goes with a refresh, with or without merging, and with a merge from elsewhere.
  @Test(arguments: StoreKind.allCases)
  func `refreshing and merging let a fault know nothing`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try office(kind, folder)
    let staff = try office.context.fetch(request("name"))
    office.context.refresh(staff[0], mergeChanges: false)
    office.context.refresh(staff[1], mergeChanges: true)
    let other = try Office(on: office.coordinator)
    let grace = other.context.object(with: staff[2].objectID)
    grace.setValue("Grace H.", forKey: "name")
    var changes = SavedChanges()
    changes.updated = [grace.objectID]
    try other.context.save()
    #expect(staff[2].value(forKey: "name") as? String == "Grace")
    office.context.mergeChanges(changes)
    expectText(
      drawing(of: office.context),
      is: """
        Employee (fault)
        Employee (fault)
        Employee (fault)
        """)
    #expect(staff[2].value(forKey: "name") as? String == "Grace H.")
    let again = try office.context.fetch(request("name"))
    office.context.reset()
    #expect(
      again.allSatisfy {
        $0.managedObjectContext == nil && $0.primitiveValue(forKey: "name") == nil
      })
  }

  /// Semantics 49: a row that is gone is noticed when more is asked for.
  @Test(arguments: StoreKind.allCases)
  func `a fault whose row is gone fires like any other`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let office = try office(kind, folder)
    let staff = try office.context.fetch(request("name"))
    let other = try Office(on: office.coordinator)
    other.context.delete(other.context.object(with: staff[0].objectID))
    try other.context.save()
    #expect(staff[0].value(forKey: "name") as? String == "Ada")
    #expect(staff[0].value(forKey: "salary") == nil)
    #expect(staff[0].isDeleted)
    #expect(office.context.invariantViolations(full: true) == [])
  }
}
