// Which knots a piece of work broke: searched once before it and once after.

/// Counts the knots that are gone after work that may break them.
package struct KnotWatch {
  /// How many knots were broken so far.
  package private(set) var broken = 0

  /// Starts with nothing broken.
  package init() {}

  /// The knots there are before some work.
  package struct Before {
    fileprivate let knotOf: [UInt64: Int]
    fileprivate let count: Int
  }

  /// Searches before the work.
  package static func look(at census: GraphCensus) -> Before {
    let knots = CycleFinder.search(census.graph)
    var knotOf: [UInt64: Int] = Dictionary(minimumCapacity: knots.objects)
    for (node, number) in census.numbers.enumerated() {
      if let knot = knots.knot(of: node) { knotOf[number] = knot }
    }
    return Before(knotOf: knotOf, count: knots.count)
  }

  /// Searches after it: a knot is broken when none of its objects is in a knot any more.
  ///
  /// The objects are counted only if there was a knot to break.
  package mutating func compare(_ before: Before, with after: @autoclosure () -> GraphCensus) {
    guard before.count > 0 else { return }
    let census = after()
    let knots = CycleFinder.search(census.graph)
    var survives = [Bool](repeating: false, count: before.count)
    for (node, number) in census.numbers.enumerated() where knots.knot(of: node) != nil {
      if let knot = before.knotOf[number] { survives[knot] = true }
    }
    broken += survives.count { !$0 }
  }
}
