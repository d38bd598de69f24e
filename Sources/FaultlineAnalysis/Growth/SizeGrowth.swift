// How a reading grows with a size, as a word.

import FaultlineMeasures
import Foundation  // Logarithms live in the C library's mathematics, which this links.

/// The kinds of growth over sizes, the slower before the faster.
package enum SizeGrowth: String, Sendable, CaseIterable {
  /// It becomes less.
  case falling
  /// It stays within a hundredth of its largest value.
  case constant
  case logarithmic, linear, quadratic

  /// The kind that comes nearest to the readings: for each, `reading = a + b * shape(size)` is fitted by least
  /// squares, and the smallest sum of squares wins; of two that are equally near, the slower one.
  ///
  /// Sizes are positive, and there are at least three of them.
  package init(sizes: [Double], readings: [Double]) {
    self = SizeFit(sizes: sizes, readings: readings).growth
  }

  fileprivate func shape(_ size: Double) -> Double {
    switch self {
    case .falling, .constant: 1
    case .logarithmic: log(size)
    case .linear: size
    case .quadratic: size * size
    }
  }
}

/// The kind of growth with the curve that comes nearest to the readings.
package struct SizeFit: Sendable {
  /// The kind.
  package let growth: SizeGrowth
  private let shape: SizeGrowth
  private let base: Double
  private let slope: Double

  /// What may differ among readings that are called constant, as a part of the largest.
  private static let tolerance = 0.01

  /// What the curve says of a size.
  package func value(at size: Double) -> Double { base + slope * shape.shape(size) }

  /// Fits curves to readings; sizes are positive, and there are at least three of them.
  package init(sizes: [Double], readings: [Double]) {
    let least = readings.min() ?? 0
    let most = readings.max() ?? 0
    guard most - least > Self.tolerance * max(abs(most), abs(least)) else {
      growth = .constant
      shape = .constant
      base = readings.isEmpty ? 0 : readings.reduce(0, +) / Double(readings.count)
      slope = 0
      return
    }
    var best: (growth: SizeGrowth, fit: Fit)?
    for growth in [SizeGrowth.logarithmic, .linear, .quadratic] {
      let fit = Fit(sizes.map(growth.shape), readings)
      // Rounding must not decide between two that both fit exactly.
      let isNearer = best.map { fit.rest < $0.fit.rest * (1 - 1e-9) - 1e-12 * most * most } ?? true
      if isNearer { best = (growth, fit) }
    }
    shape = best?.growth ?? .constant
    base = best?.fit.base ?? 0
    slope = best?.fit.slope ?? 0
    growth = slope < 0 ? .falling : shape
  }
}

/// A straight line through points by least squares.
private struct Fit {
  package let slope: Double
  /// What the line says of zero.
  package let base: Double
  /// The sum of the squares of what it misses.
  package let rest: Double

  package init(_ x: [Double], _ y: [Double]) {
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
    base = height - slope * middle
  }
}
