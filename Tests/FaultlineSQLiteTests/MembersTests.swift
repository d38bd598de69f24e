// Members of relationships, where it takes more than one row to say so: alike on every store.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct MembersTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// A relationship that nothing leads back from: a member has one owner at a time, in a file and in memory.
  @Test(arguments: StoreKind.allCases)
  func `a guest of one department is no guest of another any more`(kind: StoreKind) throws {
    let coordinator = try kind.coordinator(try institute(), in: folder)
    let context = try makeContext(on: coordinator)
    let ada = context.insertNewObject(forEntityName: "Employee")
    let offices = (0..<2).map { _ in
      context.insertNewObject(forEntityName: "Department")
    }
    offices[0].mutableSetValue(forKey: "guests").add(ada)
    try context.save()
    offices[1].mutableSetValue(forKey: "guests").add(ada)
    try context.save()
    let reader = try makeContext(on: coordinator)
    let counts = offices.map {
      reader.object(with: $0.objectID).mutableSetValue(forKey: "guests").count
    }
    #expect(counts == [0, 1])
  }

  /// Semantics 121: a place among the members is lost with the membership, also where the list was not loaded.
  @Test(arguments: StoreKind.allCases)
  func `a member that leaves an ordered list and comes back is last`(kind: StoreKind) throws {
    let coordinator = try kind.coordinator(try institute(), in: folder)
    let context = try makeContext(on: coordinator)
    let office = context.insertNewObject(forEntityName: "Department")
    let staff = ["Ada", "Bob", "Cyd"].map { name in
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue(name, forKey: "name")
      return employee
    }
    office.setValue(staff, forKey: "employees")
    try context.save()
    for department in [nil, office] {
      context.refreshAllObjects()
      staff[0].setValue(department, forKey: "department")
      #expect(office.hasFault(forRelationshipNamed: "employees"))
      try context.save()
    }
    let reader = try makeContext(on: coordinator)
    let members = reader.object(with: office.objectID).value(forKey: "employees")
    let names = (members as? [ManagedObject])?.map { $0.value(forKey: "name") as? String }
    #expect(names == ["Bob", "Cyd", "Ada"])
  }

  /// Semantics 121: a member that comes back into a list since a conflict was lost comes after those that the save
  /// names.
  @Test(arguments: StoreKind.allCases)
  func `an order that does not name all members leaves the others behind`(kind: StoreKind) throws {
    let coordinator = try kind.coordinator(try institute(), in: folder)
    let context = try makeContext(on: coordinator)
    let office = context.insertNewObject(forEntityName: "Department")
    let staff = ["Ada", "Bob", "Cyd"].map { name in
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue(name, forKey: "name")
      return employee
    }
    office.setValue(staff, forKey: "employees")
    try context.save()
    let other = try makeContext(on: coordinator)
    other.object(with: staff[0].objectID).setValue("Zoe", forKey: "name")
    try other.save()
    // The save takes Ada's leaving back, and the order of the others is written all the same.
    office.setValue([staff[2], staff[1]], forKey: "employees")
    context.mergePolicy = .rollback
    try context.save()
    let reader = try makeContext(on: coordinator)
    let members = reader.object(with: office.objectID).value(forKey: "employees")
    let names = (members as? [ManagedObject])?.map { $0.value(forKey: "name") as? String }
    #expect(names == ["Cyd", "Bob", "Zoe"])
  }

  /// What was deleted is no member any more, and what it owned has no owner: with one member, and with several.
  @Test(arguments: StoreKind.allCases, [1, 3])
  func `the deleted leave the members of others`(kind: StoreKind, count: Int) throws {
    let coordinator = try kind.coordinator(try institute(), in: folder)
    let context = try makeContext(on: coordinator)
    let offices = (0..<2).map { _ in context.insertNewObject(forEntityName: "Department") }
    let projects = (0..<2).map { _ in context.insertNewObject(forEntityName: "Project") }
    let staff = (0..<count).map { _ in context.insertNewObject(forEntityName: "Employee") }
    for employee in staff {
      offices[0].mutableSetValue(forKey: "guests").add(employee)
      for project in projects { project.mutableSetValue(forKey: "members").add(employee) }
      employee.mutableSetValue(forKey: "friends").add(staff[0])
    }
    try context.save()
    context.delete(staff[0])
    context.delete(projects[0])
    try context.save()
    let reader = try makeContext(on: coordinator)
    func size(_ key: String, of object: ManagedObject) -> Int {
      reader.object(with: object.objectID).mutableSetValue(forKey: key).count
    }
    #expect(size("guests", of: offices[0]) == count - 1)
    #expect(size("members", of: projects[1]) == count - 1)
    for employee in staff.dropFirst() {
      #expect(size("friends", of: employee) == 0)
      let projects = reader.object(with: employee.objectID).value(forKey: "projects")
      #expect((projects as? [ManagedObject])?.count == 1)
    }
    // An owner that is deleted frees its guests for another.
    context.delete(offices[0])
    try context.save()
    for employee in staff.dropFirst() {
      offices[1].mutableSetValue(forKey: "guests").add(employee)
    }
    try context.save()
    reader.reset()
    #expect(size("guests", of: offices[1]) == count - 1)
  }

  /// F5: one request for the members of many owners, on either store, and few statements in a file.
  @Test(arguments: StoreKind.allCases)
  func `members of many owners come in one request`(kind: StoreKind) throws {
    let coordinator = try kind.coordinator(try institute(), in: folder)
    let context = try makeContext(on: coordinator)
    for place in 0..<40 {
      let office = context.insertNewObject(forEntityName: "Department")
      office.setValue("D\(place)", forKey: "name")
      for number in 0..<place % 4 {
        let employee = context.insertNewObject(forEntityName: "Employee")
        employee.setValue("E\(place)-\(number)", forKey: "name")
        employee.setValue(office, forKey: "department")
      }
    }
    try context.save()
    context.reset()
    var request = FetchRequest(entityName: "Department")
    request.relationshipKeyPathsForPrefetching = ["employees"]
    let before = coordinator.statistics
    let offices = try context.fetch(request)
    let names = offices.map { office in
      (office.value(forKey: "employees") as? [ManagedObject])?.map {
        $0.value(forKey: "name") as? String ?? "-"
      } ?? []
    }
    #expect(names == (0..<40).map { place in (0..<place % 4).map { "E\(place)-\($0)" } })
    let after = coordinator.statistics
    #expect(after.roundTrips - before.roundTrips == 2)
    #expect(after.statements - before.statements <= 5)
  }
}
