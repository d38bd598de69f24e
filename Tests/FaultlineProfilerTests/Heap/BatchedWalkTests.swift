// Semantics 61: a walk over a big result keeps a few batches, by the counters and by the arena.

import Faultline
import FaultlineProfiler
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

extension WorkloadArena {
  @Suite struct BatchedWalks {
    private static let rows = Effort.choose(quick: 20_000, ci: 100_000, full: 1_000_000)
    private static let batch = 500

    @Test func `a walk over a big result needs the memory of a few batches`() throws {
      let folder = try StoreFolder()
      var options = StoreOptions()
      // SQLite's pages are not what is counted here.
      options.pragmas["cache_size"] = "32"
      let coordinator = try StoreKind.sqlite.coordinator(
        try companyModel(), in: folder, options: options)
      let writer = try makeContext(on: coordinator)
      for start in stride(from: 0, to: Self.rows, by: 10_000) {
        for index in start..<min(start + 10_000, Self.rows) {
          let employee = writer.insertNewObject(forEntityName: "Employee")
          employee.setValue("Employee \(index)", forKey: "name")
          employee.setValue(Double(index % 97), forKey: "salary")
        }
        try writer.save()
        writer.reset()
      }
      let context = try makeContext(on: coordinator)
      var request = FetchRequest(
        entityName: "Employee", predicate: try FetchPredicate(format: "salary >= 0"),
        sortKeys: [SortKey("salary", ascending: false)])
      request.fetchBatchSize = Self.batch
      let heap = try Heap.vacant()
      try heap.inside {
        let results = try context.fetchBatched(request)
        #expect(results.count == Self.rows)
        var before = HeapReading()
        heap.read(into: &before)
        var (mostObjects, mostRows, mostBytes) = (0, 0, 0)
        var last = Double.infinity
        for position in results.indices {
          let salary = results[position].value(forKey: "salary") as? Double ?? .infinity
          #expect(salary <= last)
          last = salary
          guard position % Self.batch == Self.batch - 1 else { continue }
          mostObjects = max(mostObjects, context.registeredObjectCount)
          mostRows = max(mostRows, coordinator.statistics.rowCacheEntries)
          var now = HeapReading()
          heap.read(into: &now)
          mostBytes = max(mostBytes, now.workload.liveBytes - before.workload.liveBytes)
        }
        #expect(mostObjects == 2 * Self.batch)
        #expect(mostRows == 2 * Self.batch)
        // A realized object of this shape takes less than 400 bytes.
        #expect(mostBytes < 2 * Self.batch * 400 + (512 << 10), "\(mostBytes) bytes")
      }
    }
  }
}
