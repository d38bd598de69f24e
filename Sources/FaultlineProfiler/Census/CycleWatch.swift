// Which retain cycles a piece of work broke, and what went with them: searched once before it and once after.

package import Faultline

/// Counts the retain cycles that are gone after work that may break them, and the objects that are gone with them.
package struct CycleWatch {
  /// How many retain cycles were broken so far.
  package private(set) var broken = 0

  /// How many objects of broken cycles were gone right after the work.
  package private(set) var freed = 0

  /// The bytes by which the heap had shrunk after work that broke a cycle; nil where the heap is not read.
  package private(set) var freedBytes: Int?

  /// Starts with nothing broken.
  package init(readsHeap: Bool = false) { freedBytes = readsHeap ? 0 : nil }

  /// The retain cycles there are before some work, and what the heap holds.
  struct Before {
    fileprivate let cycleOf: [UInt64: Int]
    fileprivate let count: Int
    fileprivate let bytes: Int
  }

  /// Whose retain cycles there are before some work, to be searched again after it.
  package struct Scene {
    fileprivate let moment: Population.Moment
    fileprivate let before: Before
  }

  /// Searches before the work, among the objects of contexts made after a moment.
  ///
  /// What contexts have left behind is left out. Their objects cannot become faults any more, so their cycles stay; where
  /// a run makes a context a batch, they are nearly all objects.
  package static func look(since moment: Population.Moment, bytes: Int = 0) -> Scene {
    let moment = moment.ofPresentContexts
    return Scene(moment: moment, before: look(at: ObjectGraph(since: moment), bytes: bytes))
  }

  /// Searches among the same objects after the work, whether their contexts are still there or not.
  package mutating func compare(_ scene: Scene, bytes: Int = 0) {
    compare(scene.before, with: ObjectGraph(since: scene.moment), bytes: bytes)
  }

  /// Searches before the work, among some objects.
  static func look(at objects: ObjectGraph, bytes: Int = 0) -> Before {
    let cycles = objects.cycles
    var cycleOf: [UInt64: Int] = Dictionary(minimumCapacity: cycles.objects)
    for (node, entry) in objects.snapshot.entries.enumerated() {
      if let cycle = cycles.cycle(of: node) { cycleOf[entry.number] = cycle }
    }
    return Before(cycleOf: cycleOf, count: cycles.count, bytes: bytes)
  }

  /// Searches after it: a cycle is broken when none of its objects is in a cycle any more.
  ///
  /// The objects are counted only if there was a cycle to break.
  mutating func compare(
    _ before: Before, with after: @autoclosure () -> ObjectGraph, bytes: Int = 0
  ) {
    guard before.count > 0 else { return }
    let objects = after()
    let cycles = objects.cycles
    var survives = [Bool](repeating: false, count: before.count)
    var left = [Int](repeating: 0, count: before.count)
    for (node, entry) in objects.snapshot.entries.enumerated() {
      guard let cycle = before.cycleOf[entry.number] else { continue }
      left[cycle] += 1
      if cycles.cycle(of: node) != nil { survives[cycle] = true }
    }
    let brokenNow = survives.count { !$0 }
    guard brokenNow > 0 else { return }
    var members = [Int](repeating: 0, count: before.count)
    for cycle in before.cycleOf.values { members[cycle] += 1 }
    broken += brokenNow
    for cycle in survives.indices where !survives[cycle] { freed += members[cycle] - left[cycle] }
    if let sum = freedBytes { freedBytes = sum + max(0, before.bytes - bytes) }
  }
}
