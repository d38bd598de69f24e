// Positions of ordered members: far apart, so that a move rewrites few of them.

/// Gives members positions that grow with their order.
enum SparseOrder {
  /// The distance between neighbours that are new.
  static let step: Int64 = 1024

  /// A position for each member in order; as many as can keep the ones that they have.
  static func positions(_ current: [Int64?]) -> [Int64] {
    let kept = longestRise(current)
    guard let last = kept.last else { return fresh(current.count) }
    var positions = Array(repeating: Int64(0), count: current.count)
    var start = 0
    var lower: Int64 = 0
    for place in kept {
      guard let upper = current[place] else { continue }
      let count = Int64(place - start)
      let distance = (upper - lower) / (count + 1)
      if count > 0, distance < 1 { return fresh(current.count) }
      for offset in 0..<place - start {
        positions[start + offset] = lower + distance * Int64(offset + 1)
      }
      positions[place] = upper
      lower = upper
      start = place + 1
    }
    for place in (last + 1)..<current.count {
      let (position, isTooFar) = lower.addingReportingOverflow(step)
      if isTooFar { return fresh(current.count) }
      lower = position
      positions[place] = position
    }
    return positions
  }

  private static func fresh(_ count: Int) -> [Int64] {
    (0..<count).map { step * Int64($0 + 2) }
  }

  /// The places of the longest sequence of known, positive positions that only grow.
  private static func longestRise(_ current: [Int64?]) -> [Int] {
    var ends: [Int] = []
    var former = Array(repeating: -1, count: current.count)
    func value(_ place: Int) -> Int64 { current[place] ?? 0 }
    for (place, position) in current.enumerated() {
      guard let position, position > 0 else { continue }
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if value(ends[middle]) < position { low = middle + 1 } else { high = middle }
      }
      former[place] = low > 0 ? ends[low - 1] : -1
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var rise: [Int] = []
    var place = ends.last ?? -1
    while place >= 0 {
      rise.append(place)
      place = former[place]
    }
    return rise.reversed()
  }
}
