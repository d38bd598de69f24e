// What a coordinator counts of its stores' work: alike in memory and in a file, but for statements.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct CountedWorkTests {
  /// What was counted while a body ran.
  private func growth(
    _ context: ManagedObjectContext, _ body: () throws -> Void
  ) throws -> CoordinatorStatistics {
    let coordinator = try #require(context.persistentStoreCoordinator)
    let before = coordinator.statistics
    try body()
    var grown = coordinator.statistics
    grown.statements -= before.statements
    grown.transactions -= before.transactions
    grown.rowsRead -= before.rowsRead
    grown.roundTrips -= before.roundTrips
    return grown
  }

  private func hire(_ count: Int, _ context: ManagedObjectContext) {
    let department = context.insertNewObject(forEntityName: "Department")
    for number in 0..<count {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue("\(number)", forKey: "name")
      employee.setValue(department, forKey: "department")
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a transaction sets keys aside for each entity, and one writes`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try makeContext(on: kind.coordinator(try companyModel(), in: folder))
    let inserted = try growth(context) {
      hire(3, context)
      try context.save()
    }
    #expect(inserted.transactions == 3)
    let changed = try growth(context) {
      for object in context.registeredObjects { object.setValue("x", forKey: "name") }
      try context.save()
    }
    #expect(changed.transactions == 1)
    #expect(try growth(context) { try context.save() }.transactions == 0)
    let read = try growth(context) {
      context.reset()
      _ = try context.fetch(FetchRequest(entityName: "Employee"))
      context.reset()
      _ = try context.fetch(FetchRequest(entityName: "Department"))
    }
    #expect(read.transactions == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func `keys alone, known rows and members are rows too`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let coordinator = try kind.coordinator(try companyModel(), in: folder)
    let context = try makeContext(on: coordinator)
    hire(200, context)
    try context.save()
    context.reset()
    var keys = FetchRequest(entityName: "Employee")
    keys.includesPropertyValues = false
    #expect(try growth(context) { _ = try context.fetch(keys) }.rowsRead == 200)
    var staff: [ManagedObject] = []
    let all = FetchRequest(entityName: "Employee")
    #expect(try growth(context) { staff = try context.fetch(all) }.rowsRead == 200)
    let second = try makeContext(on: coordinator)
    #expect(try growth(second) { _ = try second.fetch(all) }.rowsRead == 200)
    let department = try #require(try context.fetch(FetchRequest(entityName: "Department")).first)
    let members = try growth(context) {
      #expect((department.value(forKey: "employees") as? Set<ManagedObject>)?.count == 200)
    }
    #expect(members.rowsRead == 200 && members.roundTrips == 1)
    let counted = try growth(context) { _ = try context.count(for: all) }
    #expect(counted.rowsRead == 0 && counted.roundTrips == 1)
    withExtendedLifetime(staff) {}
  }

  /// F5: a request is one round trip, also where it takes more keys than one statement does.
  @Test(arguments: [499, 500, 501, 1_200])
  func `a batch is one round trip in every store`(size: Int) throws {
    var trips: [Int] = []
    for kind in StoreKind.allCases {
      let folder = try StoreFolder()
      let context = try makeContext(on: kind.coordinator(try companyModel(), in: folder))
      hire(size, context)
      try context.save()
      context.reset()
      var request = FetchRequest(entityName: "Employee")
      request.fetchBatchSize = 2_000
      let counted = try growth(context) {
        let staff = try context.fetchBatched(request)
        #expect(staff.count == size)
        #expect(staff[0].value(forKey: "name") != nil)
      }
      #expect(counted.rowsRead == 2 * size)
      trips.append(counted.roundTrips)
    }
    #expect(trips == [2, 2])
  }

  @Test func `what opening a file asks is counted`() throws {
    let folder = try StoreFolder()
    let made = try StoreKind.sqlite.coordinator(try companyModel(), in: folder).statistics
    #expect(made.transactions > 0 && made.rowsRead == 0)
    let opened = try StoreKind.sqlite.coordinator(try companyModel(), in: folder).statistics
    #expect(opened.transactions == 0 && opened.rowsRead == 0)
    // It is looked at before it is opened to be written.
    #expect(opened.statements > 6)
  }
}
