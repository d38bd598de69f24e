// How good each reading is among those that it may be compared with: the best, the worst, ties, and shades between.

import FaultlineAnalysis
import FaultlineMeasures
import Foundation  // Logarithms live in the C library's mathematics, which this links.

/// The range of comparable readings of one metric.
struct CellScale {
  private let best: Quantity
  private let worst: Quantity
  private let isJudged: Bool

  /// The range of readings; nil where they are all alike, or where none may be called better.
  init?(_ readings: [Quantity], _ polarity: Metric.Polarity) {
    let finite = readings.filter(\.double.isFinite)
    guard let least = finite.min(), let most = finite.max(), least != most else { return nil }
    best = polarity == .more ? most : least
    worst = polarity == .more ? least : most
    isJudged = polarity != .neutral
  }

  /// How a reading is marked; a tie with the best is one even where it is the worst as well.
  func tone(of reading: Quantity) -> Report.Tone {
    guard isJudged, reading.double.isFinite else { return .plain }
    if reading == best { return .best }
    if Tie.areTied(reading, best) { return .tie }
    return Tie.areTied(reading, worst) ? .worst : .plain
  }

  /// How near to the worst a reading is; of what is neither good nor bad, to the greatest.
  ///
  /// Counters go over powers of ten, so half of the way is half of the powers. What ties with the best is as light.
  func level(of reading: Quantity) -> Int? {
    guard reading.double.isFinite else { return nil }
    if Tie.areTied(reading, best) { return 0 }
    if Tie.areTied(reading, worst) { return Report.Cell.deepest }
    let (from, to) = (Self.place(best), Self.place(worst))
    guard from != to else { return 0 }
    let part = (Self.place(reading) - from) / (to - from)
    return min(max(Int((part * Double(Report.Cell.deepest)).rounded()), 0), Report.Cell.deepest)
  }

  /// Where a reading lies by powers of ten, on both sides of zero.
  private static func place(_ quantity: Quantity) -> Double {
    let size = log10(1 + quantity.double.magnitude)
    return quantity.double < 0 ? -size : size
  }
}
