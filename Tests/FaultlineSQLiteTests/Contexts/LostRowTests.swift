// Rows that another context lets go between the store's look at them and the object that wants them.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct LostRowTests {
  private static let rounds = Effort.choose(quick: 2_000, ci: 20_000, full: 100_000)

  /// P8, semantics 56: a row that was in use is not read again, but it may be gone when it is taken.
  @Test func `a fetch of values has them, whatever is released meanwhile`() throws {
    let folder = try StoreFolder()
    let coordinator = try StoreKind.sqlite.coordinator(try companyModel(), in: folder)
    let writer = try makeContext(on: coordinator)
    for number in 0..<20 {
      writer.insertNewObject(forEntityName: "Employee").setValue("\(number)", forKey: "name")
    }
    try writer.save()

    let isOver = Flag()
    let other = onThread {
      guard let context = try? makeContext(on: coordinator) else { return }
      // What is found has no other holder: the rows leave the cache with it.
      while !isOver.value.load(ordering: .relaxed) {
        _ = try? context.fetch(FetchRequest(entityName: "Employee"))
      }
    }
    let context = try makeContext(on: coordinator)
    var request = FetchRequest(entityName: "Employee")
    request.returnsObjectsAsFaults = false
    var faults = 0
    for _ in 0..<Self.rounds { faults += try context.fetch(request).count { $0.isFault } }
    isOver.value.store(true, ordering: .relaxed)
    other.wait()
    #expect(faults == 0)
  }

  private final class Flag: Sendable {
    let value = Atomic<Bool>(false)
  }
}
