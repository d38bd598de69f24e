// How a reading grows with a size, as a word.

import Foundation  // Logarithms live in the C library's mathematics, which this links.

/// The kinds of growth, the slower before the faster.
package enum Growth: String, Sendable, CaseIterable {
  /// It becomes less.
  case falling
  /// It stays within a hundredth of its largest value.
  case constant
  case logarithmic, linear, quadratic

  /// What may differ among readings that are called constant, as a part of the largest.
  private static let tolerance = 0.01

  /// The kind that comes nearest to the readings: for each, `reading = a + b * shape(size)` is fitted by least
  /// squares, and the smallest sum of squares wins; of two that are equally near, the slower one.
  ///
  /// Sizes are positive, and there are at least three of them.
  package init(sizes: [Double], readings: [Double]) {
    let least = readings.min() ?? 0
    let most = readings.max() ?? 0
    guard most - least > Self.tolerance * max(abs(most), abs(least)) else {
      self = .constant
      return
    }
    var best: (growth: Growth, rest: Double, slope: Double)?
    for growth in [Growth.logarithmic, .linear, .quadratic] {
      let fit = Fit(sizes.map(growth.shape), readings)
      // Rounding must not decide between two that both fit exactly.
      let isNearer = best.map { fit.rest < $0.rest * (1 - 1e-9) - 1e-12 * most * most } ?? true
      if isNearer { best = (growth, fit.rest, fit.slope) }
    }
    self = best.map { $0.slope < 0 ? .falling : $0.growth } ?? .constant
  }

  private func shape(_ size: Double) -> Double {
    switch self {
    case .falling, .constant: 1
    case .logarithmic: log(size)
    case .linear: size
    case .quadratic: size * size
    }
  }
}

/// A straight line through points by least squares.
private struct Fit {
  let slope: Double
  /// The sum of the squares of what it misses.
  let rest: Double

  init(_ x: [Double], _ y: [Double]) {
    let count = Double(x.count)
    let (middle, height) = (x.reduce(0, +) / count, y.reduce(0, +) / count)
    var (across, along) = (0.0, 0.0)
    for (x, y) in zip(x, y) {
      across += (x - middle) * (y - height)
      along += (x - middle) * (x - middle)
    }
    let slope = along == 0 ? 0 : across / along
    rest = zip(x, y).reduce(0) { sum, point in
      let missed = point.1 - height - slope * (point.0 - middle)
      return sum + missed * missed
    }
    self.slope = slope
  }
}
