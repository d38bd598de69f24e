// The functions that a predicate may call, computed in one way for every store.

import Foundation

/// A function of one value, or of two.
package enum QueryFunction: String, Sendable, CaseIterable {
  case abs, ceiling, floor, trunc, sqrt, exp, ln, log
  case modulus
  case onesComplement = "onescomplement"
  case uppercase, lowercase, length

  var argumentCount: Int { self == .modulus ? 2 : 1 }

  /// Whether its argument is text.
  var takesText: Bool {
    switch self {
    case .uppercase, .lowercase, .length: true
    default: false
    }
  }

  /// The value; none where an argument has none, and where mathematics has none.
  package func value(_ arguments: [Scalar]) -> Scalar {
    guard arguments.count == argumentCount, !arguments.contains(where: \.isNone) else {
      return .none
    }
    switch (self, arguments[0]) {
    case (.uppercase, .text(let text)): return .text(text.uppercased())
    case (.lowercase, .text(let text)): return .text(text.lowercased())
    case (.length, .text(let text)): return .integer(text.count)
    case (.abs, .integer(let number)):
      return number == .min ? .real(-Double(number)) : .integer(Swift.abs(number))
    case (.ceiling, .integer), (.floor, .integer), (.trunc, .integer): return arguments[0]
    case (.onesComplement, let number): return number.whole.map { .integer(~$0) } ?? .none
    case (.modulus, .integer(let number)):
      guard case .integer(let divisor) = arguments[1] else { return real(arguments) }
      return divisor == 0 ? .none : .integer(divisor == -1 ? 0 : number % divisor)
    default: return real(arguments)
    }
  }

  private func real(_ arguments: [Scalar]) -> Scalar {
    guard let number = arguments[0].number else { return .none }
    let result: Double? =
      switch self {
      case .abs: Swift.abs(number)
      case .ceiling: number.rounded(.up)
      case .floor: number.rounded(.down)
      case .trunc: number.rounded(.towardZero)
      case .sqrt: number.squareRoot()
      case .exp: Foundation.exp(number)
      case .ln: Foundation.log(number)
      case .log: Foundation.log10(number)
      case .modulus: arguments[1].number.map { number.truncatingRemainder(dividingBy: $0) }
      case .onesComplement, .uppercase, .lowercase, .length: nil
      }
    return Scalar(result)
  }
}

extension Scalar {
  /// A number, or none where mathematics has none.
  init(_ number: Double?) {
    if let number, !number.isNaN { self = .real(number) } else { self = .none }
  }
}

extension Arithmetic {
  /// Whole numbers stay whole, and their quotient is cut, as in SQL; what is too large becomes a fraction.
  package func value(_ one: Scalar, _ two: Scalar) -> Scalar {
    guard !isAboutBits else { return bits(one, two) }
    if case .integer(let left) = one, case .integer(let right) = two, self != .power {
      let (result, isTooLarge): (Int, Bool)
      switch self {
      case .plus: (result, isTooLarge) = left.addingReportingOverflow(right)
      case .minus: (result, isTooLarge) = left.subtractingReportingOverflow(right)
      case .times: (result, isTooLarge) = left.multipliedReportingOverflow(by: right)
      default:
        guard right != 0 else { return .none }
        (result, isTooLarge) = left.dividedReportingOverflow(by: right)
      }
      if !isTooLarge { return .integer(result) }
    }
    guard let left = one.number, let right = two.number else { return .none }
    switch self {
    case .plus: return Scalar(left + right)
    case .minus: return Scalar(left - right)
    case .times: return Scalar(left * right)
    case .divided: return Scalar(right == 0 ? nil : left / right)
    default: return Scalar(pow(left, right))
    }
  }

  /// As SQL does it: a shift by less than nothing goes the other way, and bits that are shifted out are gone.
  private func bits(_ one: Scalar, _ two: Scalar) -> Scalar {
    guard let left = one.whole, let right = two.whole else { return .none }
    switch self {
    case .bitAnd: return .integer(left & right)
    case .bitOr: return .integer(left | right)
    case .bitXor: return .integer(left ^ right)
    case .shiftLeft: return .integer(left << right)
    default: return .integer(left >> right)
    }
  }
}

extension Scalar {
  /// The number without its fraction, the nearest there is if it is too large; nil for what is no number.
  fileprivate var whole: Int? {
    switch self {
    case .integer(let number): number
    case .real(let number) where number >= 0x1p63: .max
    case .real(let number): number <= -0x1p63 ? .min : Int(number)
    default: nil
    }
  }
}
