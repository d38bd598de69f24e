// The IDs of a batch are merged one by one: objects that a context does not have cost nothing (semantics 186, 187).

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct MergedBatchTests {
  private let folder: StoreFolder
  private let coordinator: PersistentStoreCoordinator
  private let context: ManagedObjectContext
  private static let staff = 2_500

  init() throws {
    folder = try StoreFolder()
    coordinator = try StoreKind.sqlite.coordinator(try companyModel(), in: folder)
    context = try makeContext(on: coordinator)
    for number in 0..<Self.staff {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue(Double(number), forKey: "salary")
    }
    try context.save()
    context.reset()
  }

  /// Raises all salaries past the context, and lets it merge the IDs, each of them twice.
  private func merge() throws -> String {
    let result = try context.execute(
      BatchUpdateRequest(
        entityName: "Employee",
        propertiesToUpdate: ["salary": try PropertyExpression("salary", format: "salary + 1")]))
    let before = (coordinator.statistics.roundTrips, context.statistics.objectsMerged)
    ManagedObjectContext.mergeChanges(
      fromRemoteContextSave: result.changes.mapValues { $0 + $0 }, into: [context])
    return "\(context.statistics.objectsMerged - before.1) objects, "
      + "\(coordinator.statistics.roundTrips - before.0) requests, "
      + "\(context.registeredObjectCount) registered"
  }

  @Test func `a merge of all rows makes no object and asks for no row`() throws {
    #expect(try merge() == "0 objects, 0 requests, 0 registered")
  }

  @Test func `a merge asks for the rows of the objects that are there`() throws {
    let request = FetchRequest(
      entityName: "Employee", predicate: try FetchPredicate(format: "salary < 3"))
    let poor = try context.fetch(request)
    #expect(poor.map { $0.value(forKey: "salary") as? Double } == [0, 1, 2])
    #expect(try merge() == "3 objects, 1 requests, 3 registered")
    #expect(poor.map { $0.value(forKey: "salary") as? Double } == [1, 2, 3])
  }

  @Test func `a merge renews a thousand objects at a time`() throws {
    var request = FetchRequest(entityName: "Employee", sortKeys: [SortKey("salary")])
    request.returnsObjectsAsFaults = false
    let all = try context.fetch(request)
    #expect(try merge() == "2500 objects, 3 requests, 2500 registered")
    #expect(all.map { $0.value(forKey: "salary") as? Double } == (1...2_500).map(Double.init))
  }
}
