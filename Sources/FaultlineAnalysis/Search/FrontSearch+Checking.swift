// Whether what a search leaves out may be left out: cells of it are run to see.

import FaultlineMeasures

extension FrontSearch {
  /// The part of what is left out that is checked.
  private static let checkedShare = 0.03
  private static let mostChecked = 400

  /// Runs some of what was left out; whether that opens anything.
  package mutating func isSurprised() throws -> Bool {
    let isOpened = try checkCovers()
    return try checkBoxes() || isOpened
  }

  /// Runs cells that are covered, first where they would be on the front; whether one is better than what covers it.
  private mutating func checkCovers() throws -> Bool {
    let most = max(1, Self.mostChecked / max(covers.count, 1))
    var stay: [SearchCover] = []
    for cover in covers {
      let share = Int(Double(min(cover.box.size, 1 << 40)) * Self.checkedShare)
      let wanted = max(1, min(share, most))
      var ends = front.cells.filter(cover.isCounterpart)
      ends.shuffle(using: &dice)
      let best = ends.prefix(max(1, wanted / 2))
      var cells: [SearchCell] = []
      for place in 0..<wanted {
        cells.append(cover.cell(under: place < best.count ? best[place] : nil, &dice))
      }
      try check(cells)
      guard try cells.contains(where: { try isBetter($0, than: cover.counterpart(of: $0)) }) else {
        stay.append(cover)
        continue
      }
      surprises += 1
      queue.append(cover.box)
    }
    let isOpened = stay.count < covers.count
    covers = stay
    return isOpened
  }

  /// Whether a cell that is covered would have been worth a look, which is known once what covers it has been run too.
  private mutating func isBetter(_ cell: SearchCell, than cover: SearchCell) throws -> Bool {
    guard let reading = known[cell], reading.isSound else { return false }
    if front.cells.contains(cell) { try look(at: [cover]) }
    return known[cover].map { !$0.isNowhereWorse(than: reading) } ?? false
  }

  /// Runs cells that were to be left out.
  private mutating func check(_ cells: [SearchCell]) throws {
    let unknown = Set(cells.filter { known[$0] == nil })
    try look(at: cells)
    checked += unknown.count { known[$0] != .absent }
  }

  /// Runs cells of boxes that were left out; whether one reads less than was allowed for.
  private mutating func checkBoxes() throws -> Bool {
    let left = dropped.reduce(0.0) { $0 + Double($1.size) }
    guard left > 0 else { return !queue.isEmpty }
    let ordered = space.axes.count { $0.isLong }
    let wanted = min(max(Int(min(left, 1e9) * Self.checkedShare), 2 * ordered), Self.mostChecked)
    let picked = pick(wanted)
    try check(picked.map(\.0))
    var isSurprised = false
    for (cell, box) in picked {
      guard let values = known[cell]?.values, let bound = box.bound else { continue }
      if !weaklyDominates(slack.lowered(bound, of: box), than: values) {
        surprises += 1
        isSurprised = true
      }
      slack.note(values, of: cell, below: bound)
    }
    // What was run may be better than what is known, and what is left out may not be hopeless any more.
    reconsider()
    return isSurprised || !queue.isEmpty
  }

  /// Unknown cells of boxes that were left out, each with its box.
  private mutating func pick(_ count: Int) -> [(SearchCell, SearchBox)] {
    let sizes = dropped.map { Double($0.size) }
    var sums: [Double] = []
    for size in sizes { sums.append((sums.last ?? 0) + size) }
    guard let total = sums.last, total > 0 else { return [] }
    var picked: [(SearchCell, SearchBox)] = []
    var taken: Set<SearchCell> = []
    for _ in 0..<count * 20 where picked.count < count {
      let point = Double(dice.below(1 << 53)) / Double(1 << 53) * total
      let box = dropped[sums.firstIndex { $0 > point } ?? sums.count - 1]
      let cell = box.low.indices.map { axis in
        box.low[axis] + dice.below(box.high[axis] - box.low[axis] + 1)
      }
      if known[cell] == nil, taken.insert(cell).inserted { picked.append((cell, box)) }
    }
    return picked
  }
}
