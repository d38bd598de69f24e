// What goes with a broken retain cycle: counted, and none that is held from elsewhere.

import Faultline
import FaultlineTestGraph
import Testing

@testable import FaultlineProfiler

@Suite struct FreedTests {
  private let moment = Population.now.onThisThread
  private let context: ManagedObjectContext

  init() throws { context = try makeContext(try companyModel()) }

  /// Saves pairs of employees that hold each other, and lets go of all but those of the first pairs.
  private func pairs(
    _ count: Int, keeping kept: Int = 0, in other: ManagedObjectContext? = nil
  ) throws -> [ManagedObject] {
    let context = other ?? context
    var people: [ManagedObject] = []
    for _ in 0..<count {
      let manager = context.insertNewObject(forEntityName: "Employee")
      let report = context.insertNewObject(forEntityName: "Employee")
      report.setValue(manager, forKey: "manager")
      people += [manager, report]
    }
    try context.save()
    return Array(people.prefix(2 * kept))
  }

  /// What some work breaks and frees, in words; the heap shrinks from 1,000 bytes to 400.
  private func effect(of work: () -> Void) -> String {
    var watch = CycleWatch(readsHeap: true)
    let before = CycleWatch.look(since: moment, bytes: 1_000)
    work()
    watch.compare(before, bytes: 400)
    return "\(watch.broken) broken, \(watch.freed) objects, \(watch.freedBytes ?? -1) bytes"
  }

  /// C2, C3.
  @Test func `a reset frees all objects of the cycles that it breaks`() throws {
    let kept = try pairs(3)
    #expect(effect { context.reset() } == "3 broken, 6 objects, 600 bytes")
    #expect(kept.isEmpty)
  }

  /// C3: objects really go when everything outside of the cycle has let go of them too.
  @Test func `an object that is held from elsewhere is not freed`() throws {
    let kept = try pairs(3, keeping: 1)
    let first = try #require(kept.first)
    #expect(effect { context.refreshAllObjects() } == "3 broken, 4 objects, 600 bytes")
    withExtendedLifetime(first) {}
  }

  /// C1: a context that goes breaks no cycle, and afterwards nothing can.
  @Test func `what contexts have left behind is not searched any more`() throws {
    var screen: ManagedObjectContext? = try makeContext(try companyModel())
    _ = try pairs(2, in: screen)
    #expect(effect { screen = nil } == "0 broken, 0 objects, 0 bytes")
    _ = try pairs(1)
    #expect(ObjectGraph(since: moment).snapshot.entries.count == 6)
    #expect(ObjectGraph(since: moment.ofPresentContexts).snapshot.entries.count == 2)
    #expect(effect { context.reset() } == "1 broken, 2 objects, 600 bytes")
  }

  @Test func `work that breaks no cycle frees nothing, whatever the heap does`() throws {
    let kept = try pairs(1)
    #expect(effect {} == "0 broken, 0 objects, 0 bytes")
    context.reset()
    #expect(kept.isEmpty)
  }

  @Test func `a heap that has grown meanwhile takes nothing back from the sum`() throws {
    _ = try pairs(1)
    var watch = CycleWatch(readsHeap: true)
    let before = CycleWatch.look(since: moment, bytes: 400)
    context.reset()
    watch.compare(before, bytes: 1_000)
    #expect(watch.freed == 2)
    #expect(watch.freedBytes == 0)
  }
}
