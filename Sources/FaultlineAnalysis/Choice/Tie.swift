// Readings that differ by so little that nothing should be chosen by it. They are exact, so the difference is real; it is
// only no reason.

package import FaultlineMeasures

/// What counts as a tie in advice and in the marks of the best.
package enum Tie {
  /// The part of the smaller reading by which two may differ: one hundredth.
  package static let share = 0.01

  /// The share in words.
  package static let words = "within \(NumberText.decimal(share * 100, places: 0)) %"

  /// Whether two readings are equal, or as good as equal; nothing ties with zero but zero.
  package static func areTied(_ one: Quantity, _ other: Quantity) -> Bool {
    let apart = (one.double - other.double).magnitude
    return one == other || apart <= share * min(one.double.magnitude, other.double.magnitude)
  }

  /// The place of each cost: 0 for the least and all that tie with it, 1 for the least of the others, and so on.
  ///
  /// Of three in a row the first and the last may be too far apart, so all in a place tie with the least of them. With
  /// ties between neighbours alone, three variants could beat one another in a circle.
  package static func ranks(_ costs: [Quantity]) -> [Int] {
    var ranks = [Int](repeating: 0, count: costs.count)
    var least: Quantity?
    var rank = -1
    for place in costs.indices.sorted(by: { costs[$0] < costs[$1] }) {
      if least.map({ !areTied($0, costs[place]) }) ?? true {
        least = costs[place]
        rank += 1
      }
      ranks[place] = rank
    }
    return ranks
  }
}
