// Big results, of which only a few objects exist at a time.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct BatchedResultsTests {
  let office: Office

  init() throws {
    office = try Office()
    for index in 0..<25 { office.hire("E\(index)") }
    try office.context.save()
  }

  private func results(_ size: Int, asFaults: Bool = true) throws -> BatchedResults {
    var request = FetchRequest(entityName: "Employee")
    request.fetchBatchSize = size
    request.returnsObjectsAsFaults = asFaults
    return try office.context.fetchBatched(request)
  }

  /// Semantics 59, 61: keys first, then batch after batch; passed batches are let go.
  @Test func `a walk holds a few batches only`() throws {
    let before = office.coordinator.statistics.roundTrips
    let results = try results(5)
    #expect(results.count == 25)
    #expect(office.context.registeredObjectCount == 0)
    var most = 0
    var names: [String] = []
    for employee in results {
      names.append(employee.value(forKey: "name") as? String ?? "")
      most = max(most, office.context.registeredObjectCount)
    }
    #expect(names == (0..<25).map { "E\($0)" })
    #expect(most == 10)
    #expect(office.context.registeredObjectCount == 10)
    #expect(office.coordinator.statistics.roundTrips == before + 6)
    #expect(office.context.statistics.faultsBatched == 25)
  }

  @Test func `any position can be asked for`() throws {
    let results = try results(4, asFaults: false)
    #expect(results[24].value(forKey: "name") as? String == "E24")
    #expect(!results[3].isFault)
    #expect(results[3] === results[3])
    #expect(results.last?.value(forKey: "name") as? String == "E24")
    #expect(results[10..<12].map { $0.value(forKey: "name") as? String } == ["E10", "E11"])
    #expect(office.context.registeredObjectCount == 5)
  }

  /// Semantics 59: 0 is off, everything is one batch.
  @Test func `without a size everything comes at once`() throws {
    let results = try results(0)
    _ = results[0]
    #expect(office.context.registeredObjectCount == 25)
    #expect(results.batchSize == 25)
  }

  /// Semantics 59, 126: what belongs to it is settled at once, pending changes included.
  @Test func `unsaved objects come last and deleted ones do not come`() throws {
    let grace = office.hire("Grace")
    let first = try office.staff()[0]
    office.context.delete(first)
    let results = try results(10)
    #expect(results.count == 25)
    #expect(results[0].value(forKey: "name") as? String == "E1")
    #expect(results[24] === grace)
    #expect(try office.staff().count == 25)
    #expect(try office.context.count(for: FetchRequest(entityName: "Employee")) == 25)
    try office.context.save()
    #expect(results[24] === grace)
  }

  /// Semantics 58: IDs alone, and no object for them.
  @Test func `IDs can be fetched without objects`() throws {
    let ids = try office.context.fetchIDs(FetchRequest(entityName: "Employee"))
    #expect(ids.count == 25)
    #expect(office.context.registeredObjectCount == 0)
    #expect(office.coordinator.statistics.rowCacheEntries == 0)
    // A registered fault profits from the values that were read.
    let fault = office.context.object(with: ids[3])
    _ = try office.context.fetchIDs(FetchRequest(entityName: "Employee"))
    #expect(fault.isFault)
    #expect(office.coordinator.statistics.rowCacheEntries == 1)
    withExtendedLifetime(fault) {}
  }

  @Test func `an empty result has no batches`() throws {
    let results = try office.context.fetchBatched(FetchRequest(entityName: "Department"))
    #expect(results.isEmpty)
    #expect(throws: GraphError.self) { try results.object(at: 0) }
  }
}
