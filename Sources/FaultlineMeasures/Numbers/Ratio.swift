// An exact rational number in two machine words.

/// A fraction in lowest terms; every operation that would not fit returns nil instead of rounding.
package struct Ratio: Hashable, Sendable, Comparable {
  package let numerator: Int
  /// Always positive.
  package let denominator: Int

  package init(_ whole: Int) {
    numerator = whole
    denominator = 1
  }

  /// The fraction in lowest terms; nil when the divisor is zero or the result does not fit.
  package init?(_ numerator: Int, over denominator: Int) {
    guard denominator != 0 else { return nil }
    let divisor = Self.gcd(numerator.magnitude, denominator.magnitude)
    let top = numerator.magnitude / divisor
    let isNegative = (numerator < 0) != (denominator < 0)
    guard let bottom = Int(exactly: denominator.magnitude / divisor) else { return nil }
    if isNegative, top == Int.min.magnitude {
      self.numerator = .min
    } else if let top = Int(exactly: top) {
      self.numerator = isNegative ? -top : top
    } else {
      return nil
    }
    self.denominator = bottom
  }

  /// The value as a whole number, when it is one.
  package var whole: Int? { denominator == 1 ? numerator : nil }
  package var double: Double { Double(numerator) / Double(denominator) }

  private static func gcd(_ a: UInt, _ b: UInt) -> UInt {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }
}

// MARK: - Arithmetic

extension Ratio {
  package func adding(_ other: Ratio) -> Ratio? {
    let shared = Int(Self.gcd(denominator.magnitude, other.denominator.magnitude))
    let (left, a) = numerator.multipliedReportingOverflow(by: other.denominator / shared)
    let (right, b) = other.numerator.multipliedReportingOverflow(by: denominator / shared)
    let (sum, c) = left.addingReportingOverflow(right)
    let (bottom, d) = denominator.multipliedReportingOverflow(by: other.denominator / shared)
    return a || b || c || d ? nil : Ratio(sum, over: bottom)
  }

  package var negated: Ratio? {
    numerator == .min ? nil : Ratio(-numerator, over: denominator)
  }

  package func subtracting(_ other: Ratio) -> Ratio? {
    // The smallest integer has no opposite, but -1 minus it has a value.
    if let opposite = other.negated { return adding(opposite) }
    guard denominator == 1, other.denominator == 1 else { return nil }
    let (difference, overflow) = numerator.subtractingReportingOverflow(other.numerator)
    return overflow ? nil : Ratio(difference)
  }

  package func multiplied(by other: Ratio) -> Ratio? {
    guard let first = Ratio(numerator, over: other.denominator),
      let second = Ratio(other.numerator, over: denominator)
    else { return nil }
    let (top, a) = first.numerator.multipliedReportingOverflow(by: second.numerator)
    let (bottom, b) = first.denominator.multipliedReportingOverflow(by: second.denominator)
    return a || b ? nil : Ratio(top, over: bottom)
  }

  /// Nil for a zero divisor as well: ask for that first.
  package func divided(by other: Ratio) -> Ratio? {
    guard let first = Ratio(numerator, over: other.numerator),
      let second = Ratio(other.denominator, over: denominator)
    else { return nil }
    return first.multiplied(by: second)
  }

  package var floor: Int {
    let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    return rest < 0 ? quotient - 1 : quotient
  }

  package var ceil: Int {
    let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    return rest > 0 ? quotient + 1 : quotient
  }

  /// Compares by double-width products, so no comparison can overflow.
  package static func < (a: Ratio, b: Ratio) -> Bool {
    let left = a.numerator.multipliedFullWidth(by: b.denominator)
    let right = b.numerator.multipliedFullWidth(by: a.denominator)
    return (left.high, left.low) < (right.high, right.low)
  }
}

extension Ratio: CustomStringConvertible {
  package var description: String {
    denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
  }
}
