// Work that takes four times as much for four times the objects, and not sixteen times: seen by what it allocates.

import Faultline
import FaultlineTestGraph
import Testing

@testable import FaultlineProfiler

extension WorkloadArena {
  @Suite struct GrowthTests {
    /// The bytes that a sorted fetch of so many employees allocates, every other one of which has unsaved changes.
    private func bytesOfFetch(among count: Int) throws -> Int {
      let heap = try Heap.vacant()
      let context = try makeContext(try companyModel())
      for number in 0..<count {
        let employee = context.insertNewObject(forEntityName: "Employee")
        employee.setValue("Employee number \(number)", forKey: "name")
      }
      try context.save()
      let request = FetchRequest(entityName: "Employee", sortKeys: [SortKey("name")])
      let employees = try context.fetch(request)
      // Each stays where it is, so it is looked for among its unchanged neighbours.
      for number in stride(from: 0, to: count, by: 2) {
        let name = employees[number].value(forKey: "name") as? String
        employees[number].setValue("\(name ?? "") A", forKey: "name")
      }
      let before = reading(of: heap)
      let home = heap.enterWorkload()
      let found = try context.fetch(request).count
      heap.leaveWorkload(to: home)
      #expect(found == employees.count)
      return reading(of: heap).allocatedBytes(since: before)
    }

    @Test func `a sorted fetch among unsaved changes grows with the answer`() throws {
      let few = try bytesOfFetch(among: 200)
      let many = try bytesOfFetch(among: 800)
      #expect(few > 0)
      #expect(many < 6 * few, "\(few) bytes for 200 employees, and \(many) for 800.")
    }
  }
}
