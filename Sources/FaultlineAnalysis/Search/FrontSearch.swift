// The search for what no other cell beats: boxes of cells are bounded by their corners, and those that cannot hold
// anything better are left out.

package import FaultlineMeasures

/// Finds the front of a space with as few cells run as it can.
///
/// What other cells cover is only sampled. Where in the rest every reading only rises or only falls along each line of a
/// box, its least is at a corner, so the least of the corners bounds the box. That this is so is an assumption:
/// `SearchSlack` measures how far it is wrong.
package struct FrontSearch {
  /// Measures cells; it throws to stop the search.
  package typealias Measure = ([SearchCell]) throws -> [SearchReading]

  package let space: SearchSpace
  private let measure: Measure
  package var dice: RandomNumbers

  /// What is known of each cell.
  package private(set) var known: [SearchCell: SearchReading] = [:]
  /// The cells in the order in which they were run.
  package private(set) var order: [SearchCell] = []
  package private(set) var front = SearchFront()
  package var slack: SearchSlack
  /// What is only sampled, since other cells are nowhere worse.
  package var covers: [SearchCover] = []
  /// Cells that were to be left out and were run to see whether that is right.
  package var checked = 0
  /// Cells among those that read less than the corners around them.
  package var surprises = 0
  /// Whether the order of small sizes holds in full size; nil where there was no search in small sizes.
  package var ranking: SearchRanking?
  /// Cells that are nothing to take.
  package private(set) var unsound = 0
  private var fitsAnywhere = false
  package var queue: [SearchBox] = []
  package var dropped: [SearchBox] = []

  /// Boxes that are looked into at once: a number that does not depend on how many trials run at once.
  private static let batch = 8
  /// How many values in a row are looked at on each axis.
  private static let neighbours = 6
  private static let mostRounds = 20

  package init(_ space: SearchSpace, seed: UInt64 = 1, measuring measure: @escaping Measure) {
    self.space = space
    self.measure = measure
    dice = RandomNumbers(seed: seed, purpose: "tune")
    slack = SearchSlack(space)
  }

  /// How much better than what is known a cell has to be to matter.
  private var tie: Double { isTied ? Tie.share : 0 }
  private var isTied: Bool { space.size > SearchSpace.mostForExact }

  // MARK: - The search

  /// Runs every cell.
  package mutating func runEveryCell() throws {
    let cells = space.everyCell()
    for start in stride(from: 0, to: cells.count, by: 32) {
      try look(at: Array(cells[start..<min(start + 32, cells.count)]))
    }
  }

  /// Runs what is needed; what small sizes have shown may spare some of it.
  package mutating func run(after smaller: FrontSearch? = nil) throws {
    var slices = SearchSlices(space, &dice)
    if let smaller { try trust(smaller, &slices) }
    try look(at: slices.compared)
    slices.compare(known)
    covers = slices.closed
    for slice in slices.open { try open(slice) }
    // A round that finds a surprise widens what is allowed for, and another follows.
    var rounds = 0
    repeat {
      try work()
      try polish()
      rounds += 1
    } while try isSurprised() && rounds < Self.mostRounds
    try work()
  }

  /// Looks into boxes until there are none that may hold anything.
  private mutating func work() throws {
    repeat {
      while !queue.isEmpty {
        let boxes = take(Self.batch)
        try look(at: boxes.flatMap(\.corners))
        for box in boxes { consider(box) }
      }
      reconsider()
    } while !queue.isEmpty
  }

  /// The boxes that promise most.
  private mutating func take(_ count: Int) -> [SearchBox] {
    let scales = front.scales(space.goals)
    let promises = queue.map { box in
      zip(box.bound?.least ?? [], scales).reduce(0) { $0 + $1.0 / $1.1 }
    }
    let places = queue.indices.sorted { (promises[$0], $0) < (promises[$1], $1) }.prefix(count)
    let boxes = places.map { queue[$0] }
    let taken = Set(places)
    queue = queue.indices.filter { !taken.contains($0) }.map { queue[$0] }
    return boxes.filter { box in
      guard isHopeless(box) else { return true }
      dropped.append(box)
      return false
    }
  }

  /// Leaves a box out, or divides it.
  private mutating func consider(_ box: SearchBox) {
    guard let axis = box.axisToSplit(known, front.scales(space.goals)) else { return }
    var box = box
    box.bind(known, space.goals)
    if isHopeless(box) {
      dropped.append(box)
    } else {
      queue += box.split(axis, at: space.axes[axis].middle(box.low[axis], box.high[axis]))
    }
  }

  /// Whether nothing in a box can be better than what is known.
  private func isHopeless(_ box: SearchBox) -> Bool {
    guard let bound = box.bound.map({ slack.lowered($0, of: box) }) else { return false }
    if fitsAnywhere, !space.fits(bound) { return true }
    return front.dominates(than: bound.map { $0 + tie * $0.magnitude })
  }

  /// Takes up again what was left out too early.
  package mutating func reconsider() {
    var stays: [SearchBox] = []
    for box in dropped {
      if isHopeless(box) { stays.append(box) } else { queue.append(box) }
    }
    dropped = stays
  }

  // MARK: - Slices

  /// Searches a slice, and looks at whole lines of it first, so that a valley between two corners is seen, and at
  /// neighbours, so that teeth are.
  private mutating func open(_ slice: SearchCell) throws {
    var cells: [SearchCell] = []
    let best = best(of: slice)
    for (index, axis) in space.axes.enumerated() where axis.isLong {
      let middle = axis.middle(0, axis.count - 1)
      var places = [middle]
      if middle > 1 { places.append(axis.middle(0, middle)) }
      if middle < axis.count - 2 { places.append(axis.middle(middle, axis.count - 1)) }
      cells += places.map { best.with($0, at: index) }
      let first = max(0, middle - Self.neighbours / 2)
      let last = min(axis.count - 1, first + Self.neighbours - 1)
      cells += (first...last).map { best.with($0, at: index) }
    }
    try look(at: cells)
    var box = SearchBox(slice, space)
    for axis in space.axes.indices where space.axes[axis].isLong {
      guard let end = try end(of: axis, in: box) else { continue }
      covers.append(SearchCover(box: box, fixed: [axis: end]))
      box = box.at(end, on: axis)
    }
    queue.append(box)
  }

  /// The end of an axis that is nowhere worse than the middle and the other end, at the corners and in the middle; nil
  /// where readings turn around along it.
  private mutating func end(of axis: Int, in box: SearchBox) throws -> Int? {
    let middle = box.low.indices.map { other in
      box.isWide(other) ? space.axes[other].middle(box.low[other], box.high[other]) : box.low[other]
    }
    let places = box.at(box.low[axis], on: axis).corners + [middle]
    let ends = [box.low[axis], box.high[axis]]
    try look(
      at: places.flatMap { place in (ends + [middle[axis]]).map { place.with($0, at: axis) } })
    guard !slack.hasValley(axis, in: space.slice(of: box.low)) else { return nil }
    return ends.first { end in
      places.allSatisfy { place in
        let best = known[place.with(end, at: axis)] ?? .absent
        return (ends + [middle[axis]]).allSatisfy {
          best.isNowhereWorse(than: known[place.with($0, at: axis)] ?? .absent)
        }
      }
    }
  }

  /// The cell of a slice that reads least so far, each goal by how far apart its readings are.
  package func best(of slice: SearchCell) -> SearchCell {
    let scales = front.scales(space.goals)
    var best: (cell: SearchCell, sum: Double)?
    for cell in order where space.slice(of: cell) == slice {
      guard let values = known[cell]?.values else { continue }
      let sum = zip(values, scales).reduce(0) { $0 + $1.0 / $1.1 }
      if best.map({ sum < $0.sum }) ?? true { best = (cell, sum) }
    }
    return best?.cell ?? slice
  }

  /// Runs the neighbours of what is on the front: if readings have teeth, these are the ones that matter.
  private mutating func polish() throws {
    while true {
      let cells = front.cells.flatMap { cell in
        space.axes.indices.flatMap { axis in
          [cell[axis] - 1, cell[axis] + 1].filter { place in
            space.axes[axis].isOrdered && (0..<space.axes[axis].count).contains(place)
          }.map { cell.with($0, at: axis) }
        }
      }.filter { known[$0] == nil }
      guard !cells.isEmpty, !isTied else { break }
      try look(at: cells)
    }
    reconsider()
  }

  // MARK: - Measuring

  /// Runs those of the cells that have not been run.
  package mutating func look(at cells: [SearchCell]) throws {
    var wanted: [SearchCell] = []
    var seen: Set<SearchCell> = []
    for cell in cells where known[cell] == nil && seen.insert(cell).inserted {
      wanted.append(cell)
    }
    guard !wanted.isEmpty else { return }
    for (cell, reading) in zip(wanted, try measure(wanted)) { note(reading, of: cell) }
  }

  private mutating func note(_ reading: SearchReading, of cell: SearchCell) {
    known[cell] = reading
    if reading != .absent { order.append(cell) }
    slack.note(reading, at: cell)
    if case .unsound = reading { unsound += 1 }
    guard reading.isSound, let values = reading.values else { return }
    fitsAnywhere = fitsAnywhere || space.fits(values)
    front.note(values, of: cell)
  }
}

// What a search in small sizes spares one in full size: combinations that were nowhere better are only sampled.
extension FrontSearch {
  /// So many cells, spread over those of a kind, show whether the order of small sizes holds.
  private static let mostRanked = 8

  /// Leaves out slices that small sizes have shown to be worse, if the order of small sizes holds in full size.
  package mutating func trust(_ smaller: FrontSearch, _ slices: inout SearchSlices) throws {
    var trusted = slices
    trusted.cover(as: smaller)
    let front = smaller.front.cells.spread(over: Self.mostRanked)
    let worse = trusted.closed.spread(over: Self.mostRanked).map { smaller.best(of: $0.box.low) }
    try look(at: front + worse)
    let ranking = SearchRanking(of: front + worse, smaller.known, known)
    self.ranking = ranking
    if ranking.holds { slices = trusted }
  }
}

/// Distinct readings of which none is beaten by another, each with the first cell in order that has it.
package struct SearchFront {
  package private(set) var values: [[Double]] = []
  package private(set) var cells: [SearchCell] = []
  /// The least and the greatest that was read of each goal.
  private var ranges: [(least: Double, most: Double)] = []

  /// Takes in what a cell read.
  package mutating func note(_ reading: [Double], of cell: SearchCell) {
    ranges =
      ranges.isEmpty
      ? reading.map { ($0, $0) }
      : zip(ranges, reading).map { (min($0.least, $1), max($0.most, $1)) }
    if let place = values.firstIndex(of: reading) {
      if cell.lexicographicallyPrecedes(cells[place]) { cells[place] = cell }
      return
    }
    guard !dominates(than: reading) else { return }
    let stay = values.indices.filter { !weaklyDominates(reading, than: values[$0]) }
    values = stay.map { values[$0] } + [reading]
    cells = stay.map { cells[$0] } + [cell]
  }

  /// Whether something on it is nowhere more than these.
  package func dominates(than bound: [Double]) -> Bool {
    values.contains { weaklyDominates($0, than: bound) }
  }

  /// How far apart readings of each goal are.
  package func scales(_ goals: Int) -> [Double] {
    guard ranges.count == goals else { return [Double](repeating: 1, count: goals) }
    return ranges.map { $0.most > $0.least ? $0.most - $0.least : 1 }
  }
}

/// Pairs of cells, of which each has been read at two sizes.
package struct SearchRanking {
  /// Pairs of readings that differ at both sizes.
  package private(set) var pairs = 0
  /// Those of which the greater one is another in full size.
  package private(set) var turned = 0

  /// Whether the order was seen, and is the same.
  package var holds: Bool { pairs > 0 && turned == 0 }

  package init(
    of cells: [SearchCell], _ small: [SearchCell: SearchReading],
    _ full: [SearchCell: SearchReading]
  ) {
    let read = cells.compactMap { cell in
      small[cell]?.values.flatMap { less in full[cell]?.values.map { (less, $0) } }
    }
    for (place, one) in read.enumerated() {
      for other in read[(place + 1)...] {
        for goal in one.0.indices {
          let before = Self.order(one.0[goal], other.0[goal])
          let now = Self.order(one.1[goal], other.1[goal])
          guard before != 0, now != 0 else { continue }
          pairs += 1
          if before != now { turned += 1 }
        }
      }
    }
  }

  /// Which is greater; 0 for what is as good as the same.
  private static func order(_ one: Double, _ other: Double) -> Int {
    if abs(one - other) <= Tie.share * min(one.magnitude, other.magnitude) { return 0 }
    return one < other ? -1 : 1
  }
}
