// Arithmetic that is exact as long as both sides are, and never silently wrong.

import FaultlineMeasures
import Foundation  // Rounding lives in the C library's mathematics, which this links.

extension FormulaNumber {
  /// The result of an arithmetic operator.
  func applying(
    _ sign: FormulaOperator, to other: FormulaNumber
  ) throws(FormulaError) -> FormulaNumber {
    if (sign == .divided || sign == .remainder) && other.double == 0 {
      throw FormulaError(.divisionByZero, "division by zero")
    }
    if sign == .remainder { return try remainder(of: other) }
    if case .exact(let a) = self, case .exact(let b) = other {
      let result: Ratio? =
        switch sign {
        case .plus: a.adding(b)
        case .minus: a.subtracting(b)
        case .times: a.multiplied(by: b)
        default: a.divided(by: b)
        }
      guard let result else { throw Self.overflow }
      return .exact(result)
    }
    let (a, b) = (double, other.double)
    let result =
      switch sign {
      case .plus: a + b
      case .minus: a - b
      case .times: a * b
      default: a / b
      }
    guard result.isFinite else { throw Self.overflow }
    return .real(result)
  }

  private func remainder(of other: FormulaNumber) throws(FormulaError) -> FormulaNumber {
    guard let a = FormulaValue.number(self).whole, let b = FormulaValue.number(other).whole else {
      throw FormulaError(.wrongKind, "'%' needs two whole numbers")
    }
    // The one overflow, the smallest integer by -1, leaves no remainder either.
    return FormulaNumber(a.remainderReportingOverflow(dividingBy: b).partialValue)
  }

  var negated: FormulaNumber {
    get throws(FormulaError) {
      switch self {
      case .real(let value): return .real(-value)
      case .exact(let ratio):
        guard let result = ratio.negated else { throw Self.overflow }
        return .exact(result)
      }
    }
  }

  var floor: FormulaNumber {
    switch self {
    case .exact(let ratio): FormulaNumber(ratio.floor)
    case .real(let value): Self.whole(value.rounded(.down))
    }
  }

  var ceil: FormulaNumber {
    switch self {
    case .exact(let ratio): FormulaNumber(ratio.ceil)
    case .real(let value): Self.whole(value.rounded(.up))
    }
  }

  static func < (a: FormulaNumber, b: FormulaNumber) -> Bool {
    if case .exact(let a) = a, case .exact(let b) = b { return a < b }
    return a.double < b.double
  }

  /// Whether two numbers have the same value, however each is kept.
  func hasSameValue(as other: FormulaNumber) -> Bool {
    if case .exact(let a) = self, case .exact(let b) = other { return a == b }
    return double == other.double
  }

  private static func whole(_ value: Double) -> FormulaNumber {
    Int(exactly: value).map { FormulaNumber($0) } ?? .real(value)
  }

  private static var overflow: FormulaError {
    FormulaError(.overflow, "the result is too large for exact arithmetic")
  }
}
