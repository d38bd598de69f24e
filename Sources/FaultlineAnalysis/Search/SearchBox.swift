// A box of cells: on each axis everything from one value to another.

import FaultlineMeasures

/// All cells between two corners.
package struct SearchBox {
  package let low: SearchCell
  package let high: SearchCell
  /// What bounds it: the least of its own corners, or of those of the box that it is a part of.
  package private(set) var bound: Bound?

  /// The least of each reading at some corners.
  package struct Bound {
    package let least: [Double]
    /// The axes along which there are cells between those corners.
    package let wide: [Int]
  }

  /// All values of the ordered axes, with the words that a cell has.
  package init(_ words: SearchCell, _ space: SearchSpace) {
    low = words
    high = zip(words, space.axes).map { word, axis in axis.isOrdered ? axis.count - 1 : word }
  }

  private init(_ low: SearchCell, _ high: SearchCell, _ bound: Bound?) {
    self.low = low
    self.high = high
    self.bound = bound
  }

  /// How many cells it holds.
  package var size: Int {
    zip(low, high).reduce(1) { size, ends in
      let (product, isTooLarge) = size.multipliedReportingOverflow(by: ends.1 - ends.0 + 1)
      return isTooLarge ? .max : product
    }
  }

  /// The cells at its corners.
  package var corners: [SearchCell] {
    low.indices.reduce([[]]) { cells, axis in
      let ends = low[axis] == high[axis] ? [low[axis]] : [low[axis], high[axis]]
      return cells.flatMap { cell in ends.map { cell + [$0] } }
    }
  }

  /// Whether there are cells between its ends on an axis.
  package func isWide(_ axis: Int) -> Bool { high[axis] - low[axis] > 1 }

  /// Bounds it by its own corners; by nothing where one is no part of the space.
  package mutating func bind(_ known: [SearchCell: SearchReading], _ goals: Int) {
    bound = least(known, goals).map { Bound(least: $0, wide: low.indices.filter(isWide)) }
  }

  private func least(_ known: [SearchCell: SearchReading], _ goals: Int) -> [Double]? {
    var least = [Double](repeating: .infinity, count: goals)
    for corner in corners {
      switch known[corner] {
      case .values(let values), .unsound(let values):
        for goal in 0..<goals { least[goal] = min(least[goal], values[goal]) }
      case .died: continue
      case .absent, nil: return nil
      }
    }
    return least
  }

  /// The axis along which the corners differ most; nil where there is nothing between the corners.
  package func axisToSplit(
    _ known: [SearchCell: SearchReading], _ scales: [Double]
  ) -> Int? {
    let wide = low.indices.filter(isWide)
    guard wide.count > 1 else { return wide.first }
    let corners = corners
    let weights = wide.map { axis in
      corners.reduce(0.0) { sum, corner in
        guard corner[axis] == low[axis] else { return sum }
        var other = corner
        other[axis] = high[axis]
        guard let one = known[corner]?.values, let two = known[other]?.values else {
          return known[corner] == known[other] ? sum : sum + 1
        }
        return sum
          + zip(zip(one, two), scales).reduce(0.0) { $0 + min(abs($1.0.0 - $1.0.1) / $1.1, 1) }
      }
    }
    let best = wide.indices.max { one, two in
      let (left, right) = (wide[one], wide[two])
      return (weights[one], high[left] - low[left], -one)
        < (weights[two], high[right] - low[right], -two)
    }
    return best.map { wide[$0] }
  }

  /// The part at one place of an axis.
  package func at(_ place: Int, on axis: Int) -> SearchBox {
    SearchBox(low.with(place, at: axis), high.with(place, at: axis), nil)
  }

  /// Both halves; the middle belongs to both, so that they share its corners.
  package func split(_ axis: Int, at middle: Int) -> [SearchBox] {
    var (end, start) = (high, low)
    end[axis] = middle
    start[axis] = middle
    return [SearchBox(low, end, bound), SearchBox(start, high, bound)]
  }
}
