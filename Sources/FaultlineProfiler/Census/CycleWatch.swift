// Which retain cycles a piece of work broke, and what went with them: searched once before it and once after.

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
  package struct Before {
    fileprivate let cycleOf: [UInt64: Int]
    fileprivate let count: Int
    fileprivate let bytes: Int
  }

  /// Searches before the work.
  package static func look(at census: GraphCensus, bytes: Int = 0) -> Before {
    let cycles = CycleFinder.search(census.graph)
    var cycleOf: [UInt64: Int] = Dictionary(minimumCapacity: cycles.objects)
    for (node, number) in census.numbers.enumerated() {
      if let cycle = cycles.cycle(of: node) { cycleOf[number] = cycle }
    }
    return Before(cycleOf: cycleOf, count: cycles.count, bytes: bytes)
  }

  /// Searches after it: a cycle is broken when none of its objects is in a cycle any more.
  ///
  /// The objects are counted only if there was a cycle to break.
  package mutating func compare(
    _ before: Before, with after: @autoclosure () -> GraphCensus, bytes: Int = 0
  ) {
    guard before.count > 0 else { return }
    let census = after()
    let cycles = CycleFinder.search(census.graph)
    var survives = [Bool](repeating: false, count: before.count)
    var left = [Int](repeating: 0, count: before.count)
    for (node, number) in census.numbers.enumerated() {
      guard let cycle = before.cycleOf[number] else { continue }
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
