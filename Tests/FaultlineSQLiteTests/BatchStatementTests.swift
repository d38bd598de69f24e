// What a batch costs that a store carries out by itself (semantics 139).

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct BatchStatementTests {
  private let folder: StoreFolder
  private let coordinator: PersistentStoreCoordinator
  private let context: ManagedObjectContext

  init() throws {
    folder = try StoreFolder()
    coordinator = try StoreKind.sqlite.coordinator(try companyModel(), in: folder)
    context = try makeContext(on: coordinator)
    let offices = (0..<2).map { _ in context.insertNewObject(forEntityName: "Department") }
    for number in 0..<1_000 {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue("E\(number)", forKey: "name")
      employee.setValue(Double(number), forKey: "salary")
      employee.setValue(offices[number % 2], forKey: "department")
    }
    try context.save()
    context.reset()
  }

  /// What a body costs, in the words of the counters.
  private func cost(_ body: () throws -> BatchResult) throws -> String {
    let before = coordinator.statistics
    let result = try body()
    let after = coordinator.statistics
    return "\(result.count) objects, \(result.changes.values.joined().count) IDs: "
      + "\(after.roundTrips - before.roundTrips) request, "
      + "\(after.transactions - before.transactions) transaction, "
      + "\(after.rowsRead - before.rowsRead) rows read, \(after.rowsWritten - before.rowsWritten) written"
  }

  private let poor = FetchRequest(
    entityName: "Employee", predicate: try? FetchPredicate(format: "salary < 900"))

  @Test func `a deletion that is only counted hands up no row`() throws {
    var request = BatchDeleteRequest(fetchRequest: poor)
    request.resultType = .count
    let cost = try cost { try context.execute(request) }
    #expect(
      cost == "900 objects, 0 IDs: 1 request, 1 transaction, 0 rows read, 902 written")
    #expect(
      Database(folder.store).text("SELECT COUNT(*), SUM(Z_OPT) FROM ZDEPARTMENT") == "2|4")
  }

  @Test func `keys are handed up where IDs are wanted`() throws {
    let cost = try cost { try context.execute(BatchDeleteRequest(fetchRequest: poor)) }
    #expect(
      cost == "900 objects, 902 IDs: 1 request, 1 transaction, 902 rows read, 902 written")
  }

  @Test func `an update that is only counted hands up no row`() throws {
    var request = BatchUpdateRequest(
      entityName: "Employee",
      propertiesToUpdate: [
        "salary": try PropertyExpression("more", format: "salary * 2"), "notes": "raised",
      ])
    request.resultType = .count
    let cost = try cost { try context.execute(request) }
    #expect(
      cost == "1000 objects, 0 IDs: 1 request, 1 transaction, 0 rows read, 1000 written")
    #expect(
      Database(folder.store).text("SELECT SUM(ZSALARY), MIN(ZNOTES), SUM(Z_OPT) FROM ZEMPLOYEE")
        == "999000.0|raised|2000")
  }

  /// F3, semantics 70: a fault gets the new row; an object that has the former one keeps it.
  @Test func `rows that were changed leave the row cache`() throws {
    let search = FetchRequest(entityName: "Employee", sortKeys: [SortKey("salary")])
    let staff = try context.fetch(search)
    #expect(staff[1].value(forKey: "salary") as? Double == 1)
    var request = BatchUpdateRequest(
      entityName: "Employee", propertiesToUpdate: ["salary": 7.0],
      predicate: try FetchPredicate(format: "salary == 1"))
    request.resultType = .count
    #expect(coordinator.statistics.rowCacheEntries == 1_000)
    _ = try context.execute(request)
    #expect(coordinator.statistics.rowCacheEntries == 999)
    #expect(staff[1].value(forKey: "salary") as? Double == 1)
    let other = try makeContext(on: coordinator)
    #expect(other.object(with: staff[1].objectID).value(forKey: "salary") as? Double == 7)
  }

  /// D15: the framework may leave orphans, and the guides promise rules.
  @Test func `a deletion follows the rules, or removes its rows alone`() throws {
    let orphans = "SELECT COUNT(*) FROM ZEMPLOYEE WHERE ZDEPARTMENT IS NOT NULL"
    let offices = try context.fetchIDs(FetchRequest(entityName: "Department"))
    context.behaviours = .batchesDeleteRowsAlone
    _ = try context.execute(BatchDeleteRequest(objectIDs: [offices[0]]))
    #expect(Database(folder.store).text(orphans) == "1000")
    context.behaviours = []
    _ = try context.execute(BatchDeleteRequest(objectIDs: [offices[1]]))
    #expect(Database(folder.store).text(orphans) == "500")
  }
}
