// F5 in numbers: what employees that are walked to their departments cost, by the counters.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct RoundTripTests {
  private static let departments = 12
  private static let each = 5
  private static let batch = 5

  /// A company in a store, and a context that has never seen it.
  private func reader(_ kind: StoreKind, _ folder: StoreFolder) throws -> ManagedObjectContext {
    let coordinator = try kind.coordinator(try companyModel(), in: folder)
    let context = try makeContext(on: coordinator)
    for index in 0..<Self.departments {
      let department = context.insertNewObject(forEntityName: "Department")
      department.setValue("Department \(index)", forKey: "name")
    }
    let departments = context.insertedObjects
    for index in 0..<Self.departments * Self.each {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue("Employee \(index)", forKey: "name")
      employee.setValue(departments[index % Self.departments], forKey: "department")
    }
    try context.save()
    context.reset()
    return context
  }

  private func trips(_ context: ManagedObjectContext, _ body: () throws -> Void) rethrows -> Int {
    let counts = { context.persistentStoreCoordinator?.statistics.roundTrips ?? 0 }
    let before = counts()
    try body()
    return counts() - before
  }

  private func departmentName(_ employee: ManagedObject) -> String? {
    let department = employee.value(forKey: "department") as? ManagedObject
    return department?.value(forKey: "name") as? String
  }

  private func request() -> FetchRequest {
    var request = FetchRequest(entityName: "Employee", sortKeys: [SortKey("name")])
    request.returnsObjectsAsFaults = false
    return request
  }

  @Test(arguments: StoreKind.allCases)
  func `one by one it is a trip for each department`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try reader(kind, folder)
    var staff: [ManagedObject] = []
    let count = try trips(context) {
      staff = try context.fetch(request())
      for employee in staff { #expect(departmentName(employee) != nil) }
    }
    #expect(count == 1 + Self.departments)
  }

  @Test(arguments: StoreKind.allCases)
  func `with prefetching it is two`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try reader(kind, folder)
    var request = request()
    request.relationshipKeyPathsForPrefetching = ["department"]
    var staff: [ManagedObject] = []
    let count = try trips(context) {
      staff = try context.fetch(request)
      for employee in staff { #expect(departmentName(employee) != nil) }
    }
    #expect(count == 2)
  }

  /// The departments are asked for a batch at a time: by their IDs, as the guide does by hand (semantics 65).
  @Test(arguments: StoreKind.allCases)
  func `in batches it is one for each batch of departments`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try reader(kind, folder)
    var staff: [ManagedObject] = []
    var held: [ManagedObject] = []
    let count = try trips(context) {
      staff = try context.fetch(request())
      var seen: Set<ManagedObjectID> = []
      let wanted = staff.flatMap { $0.objectIDs(forRelationshipNamed: "department") }
        .filter { seen.insert($0).inserted }
      for start in stride(from: 0, to: wanted.count, by: Self.batch) {
        var batch = FetchRequest(
          entityName: "Department",
          predicate: try FetchPredicate(
            format: "self IN %@", Array(wanted[start..<min(start + Self.batch, wanted.count)])))
        batch.returnsObjectsAsFaults = false
        held += try context.fetch(batch)
      }
      for employee in staff { #expect(departmentName(employee) != nil) }
    }
    #expect(count == 1 + (Self.departments + Self.batch - 1) / Self.batch)
    #expect(held.count == Self.departments)
  }

  /// Semantics 59: a batched result knows every object by one trip, and fills a batch by each further one.
  @Test(arguments: StoreKind.allCases)
  func `a batched result takes one trip a batch`(kind: StoreKind) throws {
    let folder = try StoreFolder()
    let context = try reader(kind, folder)
    var request = FetchRequest(entityName: "Department", sortKeys: [SortKey("name")])
    request.fetchBatchSize = Self.batch
    let count = try trips(context) {
      for department in try context.fetchBatched(request) {
        #expect(department.value(forKey: "name") != nil)
      }
    }
    #expect(count == 1 + (Self.departments + Self.batch - 1) / Self.batch)
  }
}
