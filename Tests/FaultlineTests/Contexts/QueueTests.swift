// P6, P7: which caller may use a context, and what becomes of one that does not wait for its turn.

import Dispatch
import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct QueueTests {
  private func makeContext(
    _ type: ManagedObjectContext.ConcurrencyType, named name: String
  ) throws -> ManagedObjectContext {
    let context = ManagedObjectContext(concurrencyType: type)
    context.name = name
    try context.setPersistentStoreCoordinator(try Office().coordinator)
    return context
  }

  /// P6, semantics 178: sent blocks run one after the other, in the order in which they were sent.
  @Test func `blocks run in the order in which they were sent`() throws {
    let context = try makeContext(.privateQueue, named: "work")
    let order = Mutex<[Int]>([])
    for number in 0..<200 {
      context.perform { order.withLock { $0.append(number) } }
    }
    context.performAndWait { order.withLock { $0.append(200) } }
    #expect(order.withLock { $0 } == Array(0...200))
  }

  /// P6: `perform` returns at once, `performAndWait` when it is done.
  @Test func `the sender of a block does not wait for it`() throws {
    let context = try makeContext(.privateQueue, named: "work")
    let gate = DispatchSemaphore(value: 0)
    let isDone = Mutex(false)
    context.perform {
      gate.wait()
      isDone.withLock { $0 = true }
    }
    #expect(!isDone.withLock { $0 })
    gate.signal()
    #expect(context.performAndWait { isDone.withLock { $0 } })
  }

  /// Semantics 178: a sent block is a turn: what it was handed out goes with it, and its changes are processed.
  @Test func `a sent block is a turn`() async throws {
    let context = try makeContext(.privateQueue, named: "work")
    context.usesAutoreleasePool = true
    await context.perform { context.undoManager = nil }
    let id = try await context.perform {
      let ada = context.hire("Ada")
      try context.save()
      return ada.objectID
    }
    let alive = await context.perform { context.registeredObject(for: id) != nil }
    #expect(!alive)
  }

  /// Semantics 179: a block that is waited for is no turn of its own.
  @Test func `a block that is waited for processes nothing by itself`() throws {
    let context = try makeContext(.privateQueue, named: "work")
    context.undoManager = nil
    let changes = Listener(ManagedObjectContext.didChangeObjectsNotification, of: context)
    context.performAndWait { _ = context.hire("Ada") }
    #expect(changes.count == 0)
    context.perform { context.hire("Bob") }
    context.performAndWait {}
    #expect(changes.count == 1)
  }

  /// P6: on the thread of the caller, and as often as it likes.
  @Test func `waiting may be repeated within`() throws {
    let context = try makeContext(.privateQueue, named: "work")
    let sum = context.performAndWait {
      context.performAndWait { context.performAndWait { 1 } + 1 } + 1
    }
    #expect(sum == 3)
    struct Oops: Error {}
    #expect(throws: Oops.self) { try context.performAndWait { throw Oops() } }
    #expect(context.performAndWait { true })
  }

  @Test func `an awaited block gives its result or its error`() async throws {
    let context = try makeContext(.privateQueue, named: "work")
    #expect(await context.perform { 6 * 7 } == 42)
    let error = await #expect(throws: GraphError.self) {
      try await context.perform { () throws(GraphError) in
        _ = try context.count(for: FetchRequest(entityName: "Nobody"))
      }
    }
    #expect(error?.code == .unsupportedRequest)
  }

  /// P6: the main queue's context is used directly on the main thread, and by blocks from elsewhere.
  @MainActor @Test func `a main queue context belongs to the main thread`() async throws {
    let context = try makeContext(.mainQueue, named: "main")
    let id = context.hire("Ada").objectID
    try context.save()
    let name = try await Task.detached {
      try await context.perform {
        try context.fetch(FetchRequest(entityName: "Employee"))[0].value(forKey: "name") as? String
      }
    }.value
    #expect(name == "Ada" && id.isTemporaryID)
    let waited = await Task.detached { count(context) }.value
    #expect(waited == 1)
  }

  /// P6, semantics 181: between two blocks others may do anything.
  @Test func `between two blocks others have their turn`() throws {
    let context = try makeContext(.privateQueue, named: "work")
    context.perform { context.hire("Ada") }
    context.perform { context.reset() }
    #expect(context.performAndWait { context.insertedObjectCount } == 0)
  }

  /// P6: what can be set about a context may be set from any thread.
  @Test func `settings are safe from any thread`() throws {
    let context = try makeContext(.privateQueue, named: "work")
    DispatchQueue.concurrentPerform(iterations: 64) { number in
      context.stalenessInterval = Double(number)
      context.undoManager = number.isMultiple(of: 2) ? nil : UndoManager()
      context.retainsRegisteredObjects = number.isMultiple(of: 2)
      context.mergePolicy = number.isMultiple(of: 2) ? .error : .overwrite
      context.name = "work \(number)"
      context.performAndWait { _ = context.hire("E\(number)") }
    }
    #expect(context.performAndWait { context.insertedObjectCount } == 64)
  }

  /// P6, P7, semantics 180: use on a wrong queue is stopped, with names.
  @Test func `use on a wrong thread stops with a sentence`() async throws {
    let stray = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let context = ManagedObjectContext(concurrencyType: .privateQueue)
      context.name = "import"
      context.checksQueue = true
      context.rollback()
    }
    #expect(
      stray?.text.contains(
        "rollback() of context 'import' was used on") == true)
    let glance = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let context = ManagedObjectContext(concurrencyType: .privateQueue)
      context.checksQueue = true
      _ = context.hasChanges
    }
    #expect(glance?.text.contains("hasChanges of context") == true)
    #expect(stray?.text.contains("the context belongs to its private queue; call perform") == true)
    let object = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let office = try Office()
      let (one, two) = (
        ManagedObjectContext(concurrencyType: .privateQueue),
        ManagedObjectContext(concurrencyType: .privateQueue)
      )
      (one.name, two.name) = ("one", "two")
      for context in [one, two] {
        context.checksQueue = true
        try context.setPersistentStoreCoordinator(office.coordinator)
      }
      nonisolated(unsafe) var ada: ManagedObject?
      one.performAndWait { ada = one.hire("Ada") }
      two.performAndWait { _ = ada?.value(forKey: "name") }
    }
    #expect(
      object?.text.contains(
        "'Employee.name' of context 'one' was used on the queue of context 'two', and the context "
          + "belongs to its private queue; call perform or performAndWait, and pass IDs") == true)
    let confined = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let context = ManagedObjectContext()
      context.name = "old"
      sendNothing(to: context)
    }
    #expect(confined?.text.contains("Context 'old' is confined to the thread that made it") == true)
  }

  /// P6: also by a typed key, whose reads are but a load where queues are not checked.
  @Test func `typed keys are checked too`() async throws {
    let typed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let office = try Office()
      office.context.name = "office"
      let ada = office.hire("Ada")
      let key = PropertyKey<Double>("salary")
      office.context.checksQueue = false
      ada[key] = 1
      office.context.checksQueue = true
      nonisolated(unsafe) let stray = ada
      onThread { stray[key] += 1 }.wait()
    }
    #expect(
      typed?.text.contains("'Employee.salary' of context 'office' was used on a thread outside")
        == true)
  }

  /// P6: a wait that would never end is none.
  @Test func `a circle of waits stops with both names`() async throws {
    let circle = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (one, two) = (
        ManagedObjectContext(concurrencyType: .privateQueue),
        ManagedObjectContext(concurrencyType: .privateQueue)
      )
      (one.name, two.name) = ("one", "two")
      let both = DispatchSemaphore(value: 0)
      let ready = DispatchSemaphore(value: 0)
      for (mine, other) in [(one, two), (two, one)] {
        DispatchQueue.global().async {
          mine.performAndWait {
            ready.signal()
            both.wait()
            other.performAndWait {}
          }
        }
      }
      ready.wait()
      ready.wait()
      both.signal()
      both.signal()
      try await Task.sleep(for: .seconds(30))
    }
    let text = circle?.text ?? ""
    #expect(
      text.contains(
        "Waiting for context 'one' would never end: the thread that uses it waits for context 'two'"
      )
        || text.contains(
          "Waiting for context 'two' would never end: the thread that uses it waits for context 'one'"
        )
    )
  }
}

/// Sends an empty block, as only what is not asynchronous may.
private func sendNothing(to context: ManagedObjectContext) { context.perform {} }

/// How many employees a context counts, asked from any thread.
private func count(_ context: ManagedObjectContext) -> Int {
  context.performAndWait { (try? context.count(for: FetchRequest(entityName: "Employee"))) ?? -1 }
}

extension ExitTest.Result {
  /// What the process said before it ended.
  fileprivate var text: String { String(decoding: standardErrorContent, as: UTF8.self) }
}
