// The instruments in anyone's tests: some work on a context, and what it did to the memory.

import Faultline
import FaultlineProfiler
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

extension WorkloadArena {
  @Suite struct `A profile of some work` {
    private static let model = Result { try companyModel() }

    private func makeContext() throws -> ManagedObjectContext {
      try FaultlineTestGraph.makeContext(try Self.model.get())
    }

    /// Hires two of whom one manages the other, and realizes the relationship from both ends.
    private func hirePair(in context: ManagedObjectContext) throws -> ManagedObject {
      let manager = context.insertNewObject(forEntityName: "Employee")
      let report = context.insertNewObject(forEntityName: "Employee")
      report.setValue(manager, forKey: "manager")
      try context.save()
      return manager
    }

    /// C1: two that point at each other outlive even their context.
    @Test func `names the retain cycle that has leaked`() throws {
      let profile = try GraphProfile.measure(on: makeContext) { context in
        _ = try hirePair(in: context)
      }
      #expect(profile.returned.objects == 2)
      #expect(profile.leaked.objects == 2)
      #expect(profile.leaked.bytes > 2 * 64)
      #expect(
        profile.leakedCycles.map(\.text) == ["Employee.manager → Employee.reports → Employee"])
    }

    /// C2: one refresh, and nothing is left to the byte.
    @Test func `finds nothing left once the retain cycle is broken`() throws {
      let profile = try GraphProfile.measure(on: makeContext) { context in
        context.refresh(try hirePair(in: context), mergeChanges: false)
      }
      #expect(profile.returned.objects == 0)
      #expect(profile.leaked == .nothing, "\(profile)")
      #expect(profile.context.objectsInserted == 2)
      #expect(profile.context.objectsTurnedIntoFaults == 1)
      #expect(profile.coordinator.rowsWritten == 2)
    }

    /// It would wait for itself, or count the inner work twice.
    @Test func `is refused within work that is being measured`() throws {
      let nested = #expect(throws: HeapError.self) {
        try GraphProfile.measure(on: makeContext) { _ in
          _ = try GraphProfile.measure(on: makeContext) { _ in }
        }
      }
      #expect(nested == .nestedMeasurement)
      _ = try GraphProfile.measure(on: makeContext) { _ = try hirePair(in: $0) }
    }

    @Test func `is the same each time`() throws {
      func figures() throws -> String {
        "\(try GraphProfile.measure(on: makeContext) { _ = try hirePair(in: $0) })"
      }
      expectText(try figures(), is: try figures())
    }
  }
}
