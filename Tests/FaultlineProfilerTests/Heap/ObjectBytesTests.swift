// What an object costs in memory, by the arena's own counters, everything included that exists because of it.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import FaultlineProfiler

extension WorkloadArena {
  @Suite struct `Bytes of objects` {
    private static let count = 10_000

    /// The targets of the engine, for a row with texts of 22 and 64 bytes and four numbers: list, identity map and
    /// row cache belong to it, and it costs the same whichever store it comes from.
    @Test(arguments: StoreKind.allCases)
    func `are few for a fault and for a realized object`(kind: StoreKind) throws {
      let heap = try Heap.vacant()
      let folder = try StoreFolder()
      var options = StoreOptions()
      // SQLite's pages are the store's, and are not to be counted with the objects.
      options.pragmas = kind == .sqlite ? ["cache_size": "-64"] : [:]
      let coordinator = try kind.coordinator(try companyModel(), in: folder, options: options)
      let context = try makeContext(on: coordinator)
      try hire(context)
      var staff: [ManagedObject] = []
      func each(withValues: Bool) throws -> Double {
        var request = FetchRequest(entityName: "Employee")
        request.includesPropertyValues = withValues
        request.returnsObjectsAsFaults = !withValues
        staff = try context.fetch(request)
        staff = []
        context.reset()
        let before = reading(of: heap).workload.liveBytes
        try heap.inside { () throws in staff = try context.fetch(request) }
        let bytes = reading(of: heap).workload.liveBytes - before
        #expect(staff.allSatisfy { $0.isFault != withValues })
        heap.inside {
          staff = []
          context.reset()
        }
        return Double(bytes) / Double(Self.count)
      }
      let fault = try each(withValues: false)
      let realized = try each(withValues: true)
      #expect(fault > 64 && fault <= 110, "\(kind): \(fault) bytes a fault")
      #expect(realized > 200 && realized <= 350, "\(kind): \(realized) bytes a realized object")
    }

    private func hire(_ context: ManagedObjectContext) throws {
      for index in 0..<Self.count {
        let employee = context.insertNewObject(forEntityName: "Employee")
        let number = String(1_000_000 + index).dropFirst()
        employee.setValue("Employee Number \(number)", forKey: "name")
        employee.setValue(String(repeating: "n", count: 64), forKey: "notes")
        employee.setValue(Double(index), forKey: "salary")
      }
      try context.save()
      context.reset()
    }
  }
}
