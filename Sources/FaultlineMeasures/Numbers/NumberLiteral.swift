// Numbers as people write them: 10_000, 1e4, 4k, 2M, 0.5.

/// A number that keeps what it is: exact as long as it can be, real otherwise.
package enum FormulaNumber: Hashable, Sendable {
  case exact(Ratio)
  case real(Double)

  package init(_ whole: Int) { self = .exact(Ratio(whole)) }

  package var double: Double {
    switch self {
    case .exact(let ratio): ratio.double
    case .real(let value): value
    }
  }
}

/// A number read from its spelling, without a sign.
package struct NumberLiteral: Equatable {
  package let value: FormulaNumber
  /// Whether it is spelt as a fraction; `1.0` is, though its value is whole.
  package let hasPoint: Bool

  package init(value: FormulaNumber, hasPoint: Bool) {
    self.value = value
    self.hasPoint = hasPoint
  }

  /// Reads digits with single `_` between them, a fraction, and an exponent or one of `k` and `M`.
  ///
  /// A value too large to be exact becomes real, and infinite when it is too large for that too.
  package init?(_ text: String) {
    var rest = text.unicodeScalars[...]
    guard var digits = Self.digits(&rest) else { return nil }
    var power = 0
    hasPoint = rest.first == "."
    if hasPoint {
      rest.removeFirst()
      guard let fraction = Self.digits(&rest) else { return nil }
      digits += fraction
      power -= fraction.count
    }
    switch rest.first {
    case "k":
      rest.removeFirst()
      power += 3
    case "M":
      rest.removeFirst()
      power += 6
    case "e", "E":
      rest.removeFirst()
      let isNegative = rest.first == "-"
      if isNegative || rest.first == "+" { rest.removeFirst() }
      guard let exponent = Self.digits(&rest) else { return nil }
      // An exponent of five digits is beyond every number here; the cap keeps it an integer.
      let size = min(Int(exponent) ?? 99_999, 99_999)
      power += isNegative ? -size : size
    default: break
    }
    guard rest.isEmpty else { return nil }
    value = Self.exact(digits, power: power) ?? .real(Double("\(digits)e\(power)") ?? .infinity)
  }

  private static func digits(_ rest: inout Substring.UnicodeScalarView) -> String? {
    var digits = ""
    var mayPause = false
    while let scalar = rest.first {
      if ("0"..."9").contains(scalar) {
        digits.unicodeScalars.append(scalar)
        mayPause = true
      } else if scalar == "_", mayPause {
        mayPause = false
      } else {
        break
      }
      rest.removeFirst()
    }
    return mayPause ? digits : nil
  }

  private static func exact(_ digits: String, power: Int) -> FormulaNumber? {
    guard let mantissa = Int(digits) else { return nil }
    if mantissa == 0 { return FormulaNumber(0) }
    guard abs(power) <= 18 else { return nil }
    var scale = 1
    for _ in 0..<abs(power) { scale *= 10 }
    if power < 0 { return Ratio(mantissa, over: scale).map { .exact($0) } }
    let (product, overflow) = mantissa.multipliedReportingOverflow(by: scale)
    return overflow ? nil : FormulaNumber(product)
  }
}
