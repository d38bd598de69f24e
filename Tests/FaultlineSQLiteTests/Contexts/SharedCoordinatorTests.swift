// Threads with contexts of their own on one coordinator: what one looks at another lets go of.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct SharedCoordinatorTests {
  private let folder: StoreFolder
  private let coordinator: PersistentStoreCoordinator
  private let staff = 40

  init() throws {
    folder = try StoreFolder()
    coordinator = try StoreKind.sqlite.coordinator(try companyModel(), in: folder)
    let context = try makeContext(on: coordinator)
    for number in 0..<staff {
      context.insertNewObject(forEntityName: "Employee").setValue(Double(number), forKey: "salary")
    }
    try context.save()
  }

  /// Runs a body again and again on threads of its own, until work on this one has ended.
  private func beside(
    threads count: Int, _ body: @escaping @Sendable () throws -> Void, _ work: () throws -> Void
  ) throws {
    let isOver = Atomic<Bool>(false)
    let failure = Mutex<(any Error)?>(nil)
    let threads = (0..<count).map { _ in
      onThread {
        do {
          while !isOver.load(ordering: .acquiring) { try body() }
        } catch { failure.withLock { $0 = error } }
      }
    }
    let outcome = Result { try work() }
    isOver.store(true, ordering: .releasing)
    for thread in threads { thread.wait() }
    try outcome.get()
    if let error = failure.withLock({ $0 }) { throw error }
  }

  /// P8: the last object on a row goes while another fetch looks whether the row is known, and a batch for all that are.
  @Test(arguments: [false, true])
  func `rows are let go of while others look them up`(staysInTheCache: Bool) throws {
    let (coordinator, staff) = (coordinator, staff)
    try beside(threads: 2) {
      let context = try makeContext(on: coordinator)
      if staysInTheCache { context.behaviours = .rowsStayInTheCache }
      #expect(try context.fetch(FetchRequest(entityName: "Employee")).count == staff)
    } _: {
      let context = try makeContext(on: coordinator)
      for round in 0..<Effort.choose(quick: 300, ci: 1_500, full: 20_000) {
        let objects = try context.fetch(FetchRequest(entityName: "Employee"))
        #expect(objects.count == staff)
        guard round % 10 == 0 else { continue }
        var batch = BatchUpdateRequest(entityName: "Employee")
        batch.propertiesToUpdate = ["salary": Double(round)]
        _ = try context.execute(batch)
      }
    }
    let context = try makeContext(on: coordinator)
    let salaries = try context.fetch(FetchRequest(entityName: "Employee"))
      .map { $0.value(forKey: "salary") as? Double }
    #expect(Set(salaries).count == 1)
  }

  /// P8: what was counted is asked for under no lock that a save waits for.
  @Test func `statistics are read while others save`() throws {
    let coordinator = coordinator
    try beside(threads: 2) {
      let context = try makeContext(on: coordinator)
      _ = context.insertNewObject(forEntityName: "Department")
      try context.save()
    } _: {
      var last = coordinator.statistics
      for _ in 0..<Effort.choose(quick: 2_000, ci: 10_000, full: 100_000) {
        let now = coordinator.statistics
        #expect(now.rowsWritten >= last.rowsWritten)
        #expect(now.transactions >= last.transactions)
        last = now
      }
    }
    let written = coordinator.statistics.rowsWritten - staff
    let context = try makeContext(on: coordinator)
    #expect(try context.count(for: FetchRequest(entityName: "Department")) == written)
  }
}
