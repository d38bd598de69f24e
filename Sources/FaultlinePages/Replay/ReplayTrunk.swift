// What a bundle is drawn as: a trunk that leaves a node by one side, and a branch to each node at the other ends.

import FaultlineReplay

/// The lines of a bundle that leave a node by one side.
struct ReplayTrunk {
  let bundle: Int
  let isEastward: Bool
  var lines: [Int]
  /// The gap in which it runs first.
  let gap: Int
  /// The lane above all columns, where some of its lines pass one.
  var lane: Int?
  /// The x of its vertical part in each gap where it has one.
  var tracks: [Int: Int] = [:]

  /// One end of a line or of a trunk at a side of a box.
  struct Port {
    let node: Int
    let isEast: Bool
    let trunk: Int
    /// The line that ends here; nil for the trunk's beginning.
    let line: Int?
    /// How much room it wants above and below.
    let above: Int
    let below: Int
    var y = 0
  }

  /// What a trunk has in a gap: a vertical part, and lines that come to it from the left and from the right.
  struct Track {
    let trunk: Int
    var left: [Int] = []
    var right: [Int] = []

    var low: Int { (left + right).min() ?? 0 }
    var high: Int { (left + right).max() ?? 0 }

    /// How often lines cross if this one stands left of another.
    func crossings(before other: Track) -> Int {
      other.left.filter { $0 > low && $0 < high }.count
        + right.filter { $0 > other.low && $0 < other.high }.count
    }
  }

  /// How many letters the names of each bundle have at most, in any frame.
  static func lengths(
    _ film: Replay, _ bundles: ReplayBundles
  ) -> [(away: Int, back: Int)] {
    var lengths = bundles.bundles.map { _ in (away: 0, back: 0) }
    for frame in film.frames {
      for (bundle, label) in bundles.labels(in: frame).enumerated() {
        guard let label else { continue }
        if !label.away.isEmpty { lengths[bundle].away = max(lengths[bundle].away, label.length) }
        if !label.back.isEmpty { lengths[bundle].back = max(lengths[bundle].back, label.length) }
      }
    }
    return lengths
  }

  /// The trunks of a picture, and all their ends without heights.
  static func parts(
    _ bundles: ReplayBundles, _ columns: [Int], _ lengths: [(away: Int, back: Int)]
  ) -> ([Self], [Port]) {
    var trunks: [Self] = []
    var ends: [Port] = []
    for (number, line) in bundles.lines.enumerated() {
      let (from, to) = (columns[line.hub], columns[line.other])
      let isEastward = to >= from
      var place = trunks.firstIndex { $0.bundle == line.bundle && $0.isEastward == isEastward }
      if place == nil {
        place = trunks.count
        trunks.append(
          Self(
            bundle: line.bundle, isEastward: isEastward, lines: [],
            gap: isEastward ? from : from - 1))
      }
      guard let place else { continue }
      trunks[place].lines.append(number)
      let isEast = !isEastward || to == from
      ends.append(
        Port(node: line.other, isEast: isEast, trunk: place, line: number, above: 6, below: 6))
      if (isEast ? to : to - 1) != trunks[place].gap { trunks[place].lane = 0 }
    }
    var lanes = 0
    for place in trunks.indices where trunks[place].lane != nil {
      trunks[place].lane = lanes
      lanes += 1
    }
    let begins = trunks.indices.map { place in
      let (bundle, length) = (trunks[place].bundle, lengths[trunks[place].bundle])
      return Port(
        node: bundles.bundles[bundle].hub, isEast: trunks[place].isEastward, trunk: place,
        line: nil, above: length.away > 0 ? 16 : 6, below: length.back > 0 ? 16 : 6)
    }
    return (trunks, begins + ends)
  }
}
