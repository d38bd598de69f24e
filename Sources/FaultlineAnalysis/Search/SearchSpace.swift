// What a search looks through: axes, goals and budgets, as numbers. It knows nothing of scenarios.

import FaultlineMeasures

/// A grid of cells, each of which can be measured.
package struct SearchSpace: Sendable {
  /// One thing that can be chosen.
  package struct Axis: Sendable {
    package let name: String
    /// How many values it has.
    package let count: Int
    /// Whether the values have an order along which readings may be assumed to rise or fall; others are words.
    package var isOrdered = true
    /// The values themselves where they are those of a range, which is halved by factors and not by places.
    package var amounts: [Double]?

    package init(name: String, count: Int, isOrdered: Bool = true, amounts: [Double]? = nil) {
      self.name = name
      self.count = count
      self.isOrdered = isOrdered
      self.amounts = amounts
    }

    /// Whether there is something between its ends, so that readings can turn around along it.
    package var isLong: Bool { isOrdered && count > 2 }

    /// A place between two others.
    package func middle(_ low: Int, _ high: Int) -> Int {
      guard let amounts else { return low + (high - low) / 2 }
      let mean = ((amounts[low] + 1) * (amounts[high] + 1)).squareRoot() - 1
      var (below, above) = (low, high)
      while above - below > 1 {
        let place = below + (above - below) / 2
        if amounts[place] <= mean { below = place } else { above = place }
      }
      let nearest = mean - amounts[below] < amounts[above] - mean ? below : above
      return min(max(nearest, low + 1), high - 1)
    }
  }

  package let axes: [Axis]
  /// How many readings a cell has; of each, less is better.
  package let goals: Int
  /// The most that each reading may be, where that is limited.
  package let budgets: [Double?]

  package init(axes: [Axis], goals: Int, budgets: [Double?]) {
    self.axes = axes
    self.goals = goals
    self.budgets = budgets
  }

  /// Up to so many cells the front is exact; in a larger space it is so but for ties.
  package static let mostForExact = 2_000

  /// How many cells there are; the largest number where there are more.
  package var size: Int {
    axes.reduce(1) { size, axis in
      let (product, isTooLarge) = size.multipliedReportingOverflow(by: axis.count)
      return isTooLarge ? .max : product
    }
  }

  /// Every cell in order, the first axis slowest.
  package func everyCell(where isWanted: (Axis) -> Bool = { _ in true }) -> [SearchCell] {
    axes.reduce([[]]) { cells, axis in
      guard isWanted(axis) else { return cells.map { $0 + [0] } }
      return cells.flatMap { cell in (0..<axis.count).map { cell + [$0] } }
    }
  }

  /// Whether readings keep all budgets.
  package func fits(_ values: [Double]) -> Bool {
    zip(values, budgets).allSatisfy { value, budget in budget.map { value <= $0 } ?? true }
  }

  /// The place of what to take; nil of nothing.
  ///
  /// That is the least of the first goal, and of the next where that ties, among what keeps all budgets; where nothing
  /// does, it is what misses them by the least share.
  package func best(of readings: [[Double]]) -> Int? {
    let fitting = readings.indices.filter { fits(readings[$0]) }
    return fitting.isEmpty
      ? readings.indices.min { miss(of: readings[$0]) < miss(of: readings[$1]) }
      : fitting.min { readings[$0].lexicographicallyPrecedes(readings[$1]) }
  }

  /// By which part of its budget the reading that misses it most does so; 0 where all are kept.
  package func miss(of values: [Double]) -> Double {
    zip(values, budgets).reduce(0) { miss, pair in
      guard let budget = pair.1, pair.0 > budget else { return miss }
      return max(miss, (pair.0 - budget) / max(budget.magnitude, 1))
    }
  }
}

/// A place in a space: the number of the value on each axis.
package typealias SearchCell = [Int]

extension SearchCell {
  /// The cell with another value on one axis.
  package func with(_ place: Int, at axis: Int) -> SearchCell {
    var cell = self
    cell[axis] = place
    return cell
  }
}

/// What is known of a cell.
package enum SearchReading: Sendable, Equatable {
  case values([Double])
  /// It was run, and is nothing to take whatever it costs: it leaks, say, or breaks an expectation.
  case unsound([Double])
  /// It was run and has no readings: worse than any that has.
  case died
  /// It is no part of the space, and is not run.
  case absent

  /// What it read; what is nothing to take bounds its neighbours all the same.
  package var values: [Double]? {
    switch self {
    case .values(let values), .unsound(let values): values
    case .died, .absent: nil
    }
  }

  package var isSound: Bool {
    if case .values = self { true } else { false }
  }
}

/// Whether one list of readings is nowhere greater than another.
package func weaklyDominates(_ one: [Double], than other: [Double]) -> Bool {
  for (left, right) in zip(one, other) where left > right { return false }
  return true
}

extension RandomNumberGenerator {
  /// A number below a bound; the small bias of a remainder does no harm in a search.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
