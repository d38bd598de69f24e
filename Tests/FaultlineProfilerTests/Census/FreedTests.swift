// What goes with a broken retain cycle: counted, and none that is held from elsewhere.

import Faultline
import FaultlineTestGraph
import Testing

@testable import FaultlineProfiler

@Suite struct FreedTests {
  private let moment = Population.now.onThisThread
  private let context: ManagedObjectContext

  private let watch = CycleWatch()

  init() throws {
    context = try makeContext(try companyModel())
    context.referenceWatcher = watch.watcher
  }

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

  /// What a step breaks and frees, in words; the heap shrinks from the first level to the second.
  private func effect(
    of step: String = "reset", from level: Int = 1_000, to end: Int = 400,
    in contexts: [ManagedObjectContext]? = nil, _ work: () -> Void
  ) -> String {
    let contexts = contexts ?? [context]
    var levels = [end, level]
    watch.measure(isolated: { $0() }, level: { levels.popLast() ?? end })
    watch.begin(step, in: contexts)
    work()
    watch.end(in: contexts)
    let causes = watch.brokenParts.causes.sorted { $0.key < $1.key }.map {
      "\($0.value) by \($0.key)"
    }
    return (causes + ["\(watch.freed) objects", "\(watch.freedBytes ?? -1) bytes"])
      .joined(separator: ", ")
  }

  /// C2, C3.
  @Test func `a reset frees all objects of the cycles that it breaks`() throws {
    let kept = try pairs(3)
    #expect(effect { context.reset() } == "3 by reset, 6 objects, 600 bytes")
    #expect(kept.isEmpty)
  }

  /// C3: objects really go when everything outside of the cycle has let go of them too.
  @Test func `an object that is held from elsewhere is not freed`() throws {
    let kept = try pairs(3, keeping: 1)
    let first = try #require(kept.first)
    #expect(
      effect(of: "refresh") { context.refreshAllObjects() }
        == "3 by refresh, 4 objects, 600 bytes")
    withExtendedLifetime(first) {}
  }

  /// C3: a reset takes objects out of the context, and a variable holds them all the same.
  @Test func `an object that a reset has detached is not freed while it is held`() throws {
    let kept = try pairs(3, keeping: 2)
    #expect(effect { context.reset() } == "3 by reset, 2 objects, 600 bytes")
    #expect(kept.count == 4)
  }

  /// C1: a context that goes breaks no cycle, and afterwards nothing can.
  @Test func `what contexts have left behind is not searched any more`() throws {
    var screen: ManagedObjectContext? = try makeContext(try companyModel())
    screen?.referenceWatcher = watch.watcher
    _ = try pairs(2, in: screen)
    #expect(
      effect(of: "close", in: [screen].compactMap { $0 }) { screen = nil } == "0 objects, 0 bytes")
    _ = try pairs(1)
    #expect(ObjectGraph(since: moment).snapshot.entries.count == 6)
    #expect(effect { context.reset() } == "1 by reset, 2 objects, 600 bytes")
  }

  @Test func `work that breaks no cycle frees nothing, whatever the heap does`() throws {
    let kept = try pairs(1)
    #expect(effect {} == "0 objects, 0 bytes")
    context.reset()
    #expect(kept.isEmpty)
  }

  @Test func `a heap that has grown meanwhile takes nothing back from the sum`() throws {
    _ = try pairs(1)
    let found = effect(from: 400, to: 1_000) { context.reset() }
    #expect(found == "1 by reset, 2 objects, 0 bytes")
  }

  /// A cycle that was made within a step was not there before it, and is not broken by it.
  @Test func `a cycle that a step makes and ends again is not counted`() throws {
    let found = effect(of: "undo group") {
      _ = try? pairs(1)
      context.reset()
    }
    #expect(found == "0 objects, 0 bytes")
  }

  /// What happens after a step in it has ended is the doing of the step around it.
  @Test func `the end of a turn is a cause of its own`() throws {
    let kept = try pairs(2, keeping: 2)
    watch.begin("turn", in: [context])
    watch.begin("delete", in: [context])
    context.delete(kept[0])
    context.processPendingChanges()
    watch.end(in: [context])
    watch.begin("delete", in: [context])
    context.delete(kept[2])
    watch.end(in: [context])
    #expect(watch.brokenParts.causes == ["delete": 1])
    context.processPendingChanges()
    watch.end(in: [context])
    #expect(watch.brokenParts.causes == ["delete": 1, "turn": 1])
  }
}
