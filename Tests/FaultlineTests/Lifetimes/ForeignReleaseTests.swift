// The last reference to an object goes on another thread, while its context looks it up.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct ForeignReleaseTests {
  /// One reference on its way.
  ///
  /// Unchecked: the thread that takes it does nothing but release it.
  private struct Parcel: @unchecked Sendable {
    let reference: Unmanaged<ManagedObject>
  }

  /// References on their way to threads that only let them go.
  ///
  /// The lock is the system's: the thread sanitizer does not know the standard library's.
  /// Unchecked: the lock guards what changes.
  private final class Outbox: @unchecked Sendable {
    private let lock = NSLock()
    private var parcels: [Parcel] = []
    private let closed = Atomic<Bool>(false)

    func add(_ object: ManagedObject) {
      let parcel = Parcel(reference: .passRetained(object))
      lock.withLock { parcels.append(parcel) }
    }

    func close() { closed.store(true, ordering: .releasing) }

    /// Releases what comes until the outbox is closed and empty.
    func empty() {
      while true {
        let isClosed = closed.load(ordering: .acquiring)
        if let parcel = lock.withLock({ parcels.popLast() }) {
          parcel.reference.release()
        } else if isClosed {
          return
        }
      }
    }
  }

  /// Q1, R1: an object removes itself from its table wherever it dies, and is never found again.
  @Test func `objects released on other threads are found alive or made anew`() throws {
    let count = 200
    let rounds = Effort.choose(quick: 150, ci: 1_000, full: 20_000)
    let context = try makeContext(try companyModel())
    let ids = try hire(count, in: context)
    #expect(context.registeredObjectCount == 0)
    let outbox = Outbox()
    let threads = (0..<3).map { _ in onThread { outbox.empty() } }

    let salary = PropertyKey<Double>("salary")
    var random = SplitMix64(seed: 7)
    var wrong = 0
    for round in 0..<rounds {
      if round % 10 == 0 {
        for object in try context.fetch(FetchRequest(entityName: "Employee")) { outbox.add(object) }
      }
      for _ in 0..<count {
        let index = Int.random(in: 0..<count, using: &random)
        let object = context.object(with: ids[index])
        if context.object(with: ids[index]) !== object { wrong += 1 }
        if object[salary] != Double(index) { wrong += 1 }
        outbox.add(object)
      }
    }
    outbox.close()
    for thread in threads { thread.wait() }
    #expect(wrong == 0)
    #expect(context.registeredObjectCount == 0)
    #expect(context.persistentStoreCoordinator?.statistics.rowCacheEntries == 0)
  }

  /// Saves employees that are not held.
  private func hire(_ count: Int, in context: ManagedObjectContext) throws -> [ManagedObjectID] {
    for index in 0..<count {
      context.insertNewObject(forEntityName: "Employee").setValue(Double(index), forKey: "salary")
    }
    try context.save()
    return try context.fetch(FetchRequest(entityName: "Employee")).map(\.objectID)
  }

  /// The same with realized relationships: a death on a foreign thread takes others along.
  @Test func `graphs released on other threads leave nothing behind`() throws {
    let rounds = Effort.choose(quick: 60, ci: 400, full: 4_000)
    let context = try makeContext(try companyModel())
    let department = context.insertNewObject(forEntityName: "Department")
    let id: ManagedObjectID
    for _ in 0..<50 {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue(department, forKey: "department")
    }
    try context.save()
    id = department.objectID
    context.refreshAllObjects()
    let outbox = Outbox()
    let threads = (0..<2).map { _ in onThread { outbox.empty() } }
    for _ in 0..<rounds {
      // One way only: the department holds its employees, which do not hold it.
      let department = context.object(with: id)
      let employees = department.value(forKey: "employees") as? Set<ManagedObject>
      #expect(employees?.count == 50)
      outbox.add(department)
    }
    outbox.close()
    for thread in threads { thread.wait() }
    context.refresh(department, mergeChanges: false)
    #expect(context.registeredObjectCount == 1)
    #expect(context.invariantViolations(full: true) == [])
  }

  /// A context may go while others still let go of its objects.
  @Test func `a context may end before its objects do`() throws {
    let outbox = Outbox()
    let thread = onThread { outbox.empty() }
    let model = try companyModel()
    for _ in 0..<Effort.choose(quick: 100, ci: 1_000, full: 10_000) {
      let context = try makeContext(model)
      for _ in 0..<20 { _ = context.insertNewObject(forEntityName: "Employee") }
      try context.save()
      for object in try context.fetch(FetchRequest(entityName: "Employee")) { outbox.add(object) }
    }
    outbox.close()
    thread.wait()
  }

  /// R1: an object takes the last reference to its table along, while another thread visits the tables.
  @Test func `objects that come and go are counted from another thread`() throws {
    let model = try companyModel()
    let tally = ObjectTally()
    let running = Atomic<Int>(3)
    let threads = (0..<3).map { _ in
      onThread {
        tally.counting {
          for _ in 0..<Effort.choose(quick: 1_000, ci: 5_000, full: 50_000) {
            guard let context = try? makeContext(model) else {
              Issue.record("There is no context.")
              return
            }
            _ = context.insertNewObject(forEntityName: "Employee")
          }
        }
        running.subtract(1, ordering: .releasing)
      }
    }
    var most = 0
    while running.load(ordering: .acquiring) > 0 {
      most = max(most, Population.liveCount(since: tally.moment))
      most = max(most, Population.objects(since: tally.moment).count)
    }
    for thread in threads { thread.wait() }
    #expect(most <= 3)
    #expect(tally.liveCount == 0)
    #expect(Population.liveCount(since: tally.moment) == 0)
  }

  /// R1: contexts are looked for by their work while the last of their users lets go of them.
  @Test func `contexts that come and go are found from another thread`() throws {
    let model = try companyModel()
    let tally = ObjectTally()
    let running = Atomic<Int>(3)
    let threads = (0..<3).map { _ in
      onThread {
        tally.counting {
          for _ in 0..<Effort.choose(quick: 500, ci: 2_500, full: 25_000) {
            guard let context = try? makeContext(model) else {
              Issue.record("There is no context.")
              return
            }
            let employee = context.insertNewObject(forEntityName: "Employee")
            withExtendedLifetime(employee) {}
          }
        }
        running.subtract(1, ordering: .releasing)
      }
    }
    var most = 0
    while running.load(ordering: .acquiring) > 0 { most = max(most, tally.contexts.count) }
    for thread in threads { thread.wait() }
    #expect(most <= 3)
    #expect(tally.contexts.isEmpty)
  }
}
