// Generators of numbers.

import Faultline
import Foundation

/// Whole numbers, each as likely as the others.
struct RandomGenerator: Generator {
  static let name = "random"
  static let usage = "random(from, to)"
  static let meaning = "Whole numbers from the first to the second, each as likely as the others."
  static let example = "random(1000, 9000)"
  static let types = Generators.numbers + [.string, .boolean, .date]

  private let range: ClosedRange<Int>

  init(_ arguments: GeneratorArguments) throws(FormulaError) {
    try arguments.need(2...2)
    let (from, to) = (try arguments.whole(0), try arguments.whole(1))
    guard from <= to else {
      throw FormulaError(.wrongKind, "random() takes two whole numbers, the smaller first")
    }
    range = from...to
  }

  func value(_ source: inout Source, at position: Int) -> Value {
    .integer(Int.random(in: range, using: &source.dice))
  }
}

/// Numbers around a middle, as many measurements are.
struct NormalGenerator: Generator {
  static let name = "normal"
  static let usage = "normal(mean, deviation)"
  static let meaning = "Numbers around a mean; two of three lie within the deviation."
  static let example = "normal(5000, 800)"
  static let types = Generators.numbers + [.date]

  private let mean: Double
  private let deviation: Double

  init(_ arguments: GeneratorArguments) throws(FormulaError) {
    try arguments.need(2...2)
    (mean, deviation) = (try arguments.number(0), try arguments.number(1))
    guard deviation >= 0 else { throw arguments.wrong(1, "a deviation that is not negative") }
  }

  /// The method of Box and Muller; one of its two values is left, so that the next does not depend on it.
  func value(_ source: inout Source, at position: Int) -> Value {
    let radius = (-2 * log(1 - source.fraction())).squareRoot()
    return .double(mean + deviation * radius * cos(2 * .pi * source.fraction()))
  }
}

/// Ranks of which the first is the most frequent, as words and customers are.
struct ZipfGenerator: Generator {
  static let name = "zipf"
  static let usage = "zipf(count) or zipf(count, exponent)"
  static let meaning =
    "Whole numbers from 1 on: the second half as often as the first, the third a third as often."
  static let example = "zipf(1000, 1.2)"
  static let types = Generators.numbers + [.string]

  private let ranks: ZipfRanks

  init(_ arguments: GeneratorArguments) throws(FormulaError) {
    try arguments.need(1...2)
    let count = try arguments.whole(0)
    guard count > 0 else { throw arguments.wrong(0, "a count of at least 1") }
    let exponent = arguments.count > 1 ? try arguments.number(1) : 1
    guard exponent > 0 else { throw arguments.wrong(1, "an exponent above 0") }
    ranks = ZipfRanks(count: count, exponent: exponent)
  }

  func value(_ source: inout Source, at position: Int) -> Value {
    .integer(ranks.next(&source))
  }
}

/// Ranks by rejection and inversion, which takes no table however many ranks there are (Hörmann, Derflinger 1996).
struct ZipfRanks: Sendable {
  private let count: Int
  private let exponent: Double
  private let first: Double
  private let last: Double
  private let shortcut: Double

  init(count: Int, exponent: Double) {
    self.count = count
    self.exponent = exponent
    first = Self.integral(1.5, exponent) - 1
    last = Self.integral(Double(count) + 0.5, exponent)
    shortcut = 2 - Self.inverse(Self.integral(2.5, exponent) - pow(2, -exponent), exponent)
  }

  /// A rank from 1 to the count.
  func next(_ source: inout Source) -> Int {
    while true {
      let area = last + source.fraction() * (first - last)
      let x = Self.inverse(area, exponent)
      let rank = min(max(x.rounded(), 1), Double(count))
      if rank - x <= shortcut
        || area >= Self.integral(rank + 0.5, exponent) - pow(rank, -exponent)
      {
        // The greatest count is no double; the nearest one is greater.
        return Int(exactly: rank) ?? count
      }
    }
  }

  /// The integral of x to the power of the negative exponent.
  private static func integral(_ x: Double, _ exponent: Double) -> Double {
    let rest = 1 - exponent
    return abs(rest) < 1e-9 ? log(x) : (pow(x, rest) - 1) / rest
  }

  private static func inverse(_ area: Double, _ exponent: Double) -> Double {
    let rest = 1 - exponent
    return abs(rest) < 1e-9 ? exp(area) : pow(max(1 + area * rest, 0), 1 / rest)
  }
}

/// One number after the other.
struct SequenceGenerator: Generator {
  static let name = "sequence"
  static let usage = "sequence(start) or sequence(start, step)"
  static let meaning = "One number after the other; later steps with the same text go on."
  static let example = "sequence(1, 10)"
  static let types = Generators.numbers + [.string, .date]

  private let start: Int
  private let step: Int

  init(_ arguments: GeneratorArguments) throws(FormulaError) {
    try arguments.need(0...2)
    start = arguments.count > 0 ? try arguments.whole(0) : 1
    step = arguments.count > 1 ? try arguments.whole(1) : 1
  }

  func value(_ source: inout Source, at position: Int) -> Value {
    .integer(start &+ step &* source.made)
  }
}
