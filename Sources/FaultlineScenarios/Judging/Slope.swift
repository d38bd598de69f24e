// How much a reading grows with each round of a loop.

import FaultlineMeasures

/// The straight line through readings by least squares.
enum Slope {
  /// The slope through points whose places are rounds; exact as long as the numbers fit, nil for fewer than two
  /// rounds.
  static func through(_ points: [(round: Int, reading: FormulaNumber)]) -> FormulaNumber? {
    guard Set(points.map(\.round)).count > 1 else { return nil }
    return exact(points) ?? .real(rounded(points))
  }

  /// (n Σxy − Σx Σy) / (n Σx² − (Σx)²) in whole numbers.
  private static func exact(_ points: [(round: Int, reading: FormulaNumber)]) -> FormulaNumber? {
    var sums = (x: Ratio(0), y: Ratio(0), xy: Ratio(0), xx: Ratio(0))
    for point in points {
      guard case .exact(let y) = point.reading else { return nil }
      let x = Ratio(point.round)
      guard let xy = x.multiplied(by: y), let xx = x.multiplied(by: x),
        let sumX = sums.x.adding(x), let sumY = sums.y.adding(y),
        let sumXY = sums.xy.adding(xy), let sumXX = sums.xx.adding(xx)
      else { return nil }
      sums = (sumX, sumY, sumXY, sumXX)
    }
    let count = Ratio(points.count)
    guard let a = count.multiplied(by: sums.xy), let b = sums.x.multiplied(by: sums.y),
      let c = count.multiplied(by: sums.xx), let d = sums.x.multiplied(by: sums.x),
      let top = a.subtracting(b), let bottom = c.subtracting(d), let slope = top.divided(by: bottom)
    else { return nil }
    return .exact(slope)
  }

  private static func rounded(_ points: [(round: Int, reading: FormulaNumber)]) -> Double {
    let count = Double(points.count)
    let middle = points.reduce(0) { $0 + Double($1.round) } / count
    let height = points.reduce(0) { $0 + $1.reading.double } / count
    var (across, along) = (0.0, 0.0)
    for point in points {
      let x = Double(point.round) - middle
      across += x * (point.reading.double - height)
      along += x * x
    }
    return across / along
  }
}
