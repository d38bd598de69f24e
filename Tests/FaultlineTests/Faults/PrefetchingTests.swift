// F5: many faults at once, and relationships followed in the same go.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct PrefetchingTests {
  let office: Office

  /// Twelve employees in four departments, six of them managers of the next six; none is registered.
  init() throws {
    office = try Office()
    let departments = (0..<4).map { index in
      let department = office.context.insertNewObject(forEntityName: "Department")
      department.setValue("D\(index)", forKey: "name")
      return department
    }
    let managers = (0..<6).map { office.hire("M\($0)") }
    for (index, manager) in managers.enumerated() {
      manager.setValue(departments[index % 4], forKey: "department")
      office.hire("E\(index)", manager: manager)
        .setValue(departments[(index + 1) % 4], forKey: "department")
    }
    try office.context.save()
    office.context.refreshAllObjects()
  }

  private func trips(_ body: () throws -> Void) rethrows -> Int {
    let before = office.coordinator.statistics.roundTrips
    try body()
    return office.coordinator.statistics.roundTrips - before
  }

  private func request(_ paths: String...) -> FetchRequest {
    var request = FetchRequest(entityName: "Employee")
    request.relationshipKeyPathsForPrefetching = paths
    return request
  }

  /// Semantics 64, 65: one more request, and not one for each department.
  @Test func `prefetching costs a request for each entity`() throws {
    let plain = try trips {
      for employee in try office.staff() {
        _ = (employee.value(forKey: "department") as? ManagedObject)?.value(forKey: "name")
      }
    }
    #expect(plain > 4)
    office.context.refreshAllObjects()
    var names: Set<String> = []
    let prefetched = try trips {
      let staff = try office.context.fetch(request("department"))
      for employee in staff {
        let department = employee.value(forKey: "department") as? ManagedObject
        names.insert(department?.value(forKey: "name") as? String ?? "")
      }
    }
    #expect(prefetched == 2)
    #expect(names == ["D0", "D1", "D2", "D3"])
    #expect(office.context.statistics.faultsPrefetched == 4)
  }

  /// Semantics 64: a to-many relationship and its members are one request for all owners.
  @Test func `prefetching fires to-many relationships together`() throws {
    var request = FetchRequest(entityName: "Department")
    request.relationshipKeyPathsForPrefetching = ["employees"]
    let count = try trips {
      let departments = try office.context.fetch(request)
      #expect(departments.map { $0.hasFault(forRelationshipNamed: "employees") }.allSatisfy { !$0 })
      var names = 0
      for department in departments {
        for employee in department.mutableSetValue(forKey: "employees") {
          names += employee.value(forKey: "name") == nil ? 0 : 1
        }
      }
      #expect(names == 12)
    }
    #expect(count == 2)
    #expect(office.context.statistics.relationshipFaultsFired == 0)
    #expect(office.context.invariantViolations(full: true) == [])
  }

  /// Semantics 64: along a path, and several paths.
  @Test func `prefetching follows key paths`() throws {
    let count = try trips {
      let staff = try office.context.fetch(request("manager.department", "reports"))
      for employee in staff {
        let manager = employee.value(forKey: "manager") as? ManagedObject
        _ = (manager?.value(forKey: "department") as? ManagedObject)?.value(forKey: "name")
        for report in employee.mutableSetValue(forKey: "reports") {
          _ = report.value(forKey: "name")
        }
      }
    }
    // The staff, who are the managers too; their departments; and the reports of each.
    #expect(count == 3)
  }

  /// Semantics 64: members of a relationship with pending changes are those of the context.
  @Test func `pending changes outlast prefetching`() throws {
    let staff = try office.staff()
    let (first, second) = (staff[0], staff[1])
    second.setValue(first, forKey: "manager")
    let grace = office.hire("Grace", manager: first)
    let again = try office.context.fetch(request("reports"))
    #expect(again[0] === first)
    #expect(first.mutableSetValue(forKey: "reports").count == 3)
    #expect(first.mutableSetValue(forKey: "reports").contains(grace))
    #expect(office.context.invariantViolations(full: true) == [])
  }

  @Test func `a path that leads nowhere is refused`() throws {
    let error = #expect(throws: GraphError.self) {
      try office.context.fetch(request("manager.name"))
    }
    #expect(
      error?.message
        == "'manager.name' cannot be prefetched: 'Employee' has no relationship 'name'.")
  }

  /// F5, semantics 57, 65: faults without rows cost one request together, or each its own.
  @Test func `a batch of faults is one request`() throws {
    var request = FetchRequest(entityName: "Employee")
    request.includesPropertyValues = false
    let one = try trips {
      let staff = try office.context.fetch(request)
      try office.context.fill(staff)
      #expect(staff.allSatisfy { !$0.isFault })
      #expect(staff.map { $0.value(forKey: "name") as? String }.first == "M0")
    }
    #expect(one == 2)
    #expect(office.context.statistics.faultsBatched == 12)
    #expect(office.context.statistics.faultsFired == 0)
    let each = try trips {
      for employee in try office.context.fetch(request) { _ = employee.value(forKey: "name") }
    }
    #expect(each == 13)
  }

  /// Semantics 72: as documented, with local changes on top.
  @Test func `a refetch brings objects up to date if a request asks for it`() throws {
    let staff = try office.staff()
    staff[0].setValue(1.0, forKey: "salary")
    _ = staff[1].value(forKey: "name")
    let annex = try Office(on: office.coordinator)
    for employee in try annex.staff().prefix(2) { employee.setValue("New", forKey: "name") }
    try annex.context.save()
    _ = try office.staff()
    #expect(staff[0].value(forKey: "name") as? String == "M0")
    var request = FetchRequest(entityName: "Employee")
    request.shouldRefreshRefetchedObjects = true
    _ = try office.context.fetch(request)
    #expect(staff[0].value(forKey: "name") as? String == "New")
    #expect(staff[1].value(forKey: "name") as? String == "New")
    #expect(staff[0].changedValues().keys.sorted() == ["salary"])
    #expect(!staff[1].hasChanges)
    #expect(office.context.invariantViolations(full: true) == [])
  }
}
