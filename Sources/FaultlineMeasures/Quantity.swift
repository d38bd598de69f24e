// A number that was read. Counters stay integers to the last digit, also beyond 2^53.

/// An exact integer or a real number; a whole real equals the integer of the same value.
package enum Quantity: Sendable {
  /// A counter.
  case integer(Int)
  /// A ratio, an average, a slope.
  case real(Double)

  /// The nearest double.
  package var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    }
  }

  /// The nearest whole number; 0 for what is no number.
  package var whole: Int {
    switch canonical {
    case .integer(let value): value
    case .real(let value): Int(saturating: value)
    }
  }

  /// The difference to an earlier quantity, which becomes a real when integers cannot hold it.
  package func subtracting(_ other: Quantity) -> Quantity {
    if case (.integer(let new), .integer(let old)) = (canonical, other.canonical) {
      let (difference, overflow) = new.subtractingReportingOverflow(old)
      if !overflow { return .integer(difference) }
    }
    return .real(double - other.double)
  }

  /// JSON has one kind of number, so `1.0` is read back as `1`: both must be the same quantity.
  private var canonical: Quantity {
    guard case .real(let value) = self, let whole = Int(exactly: value) else { return self }
    return .integer(whole)
  }
}

extension Quantity: Hashable, Comparable {
  /// Compares by value.
  package static func == (left: Quantity, right: Quantity) -> Bool {
    switch (left.canonical, right.canonical) {
    case (.integer(let a), .integer(let b)): a == b
    // Two passes that both read "not a number" agree.
    case (.real(let a), .real(let b)): a == b || (a.isNaN && b.isNaN)
    default: false
    }
  }

  /// Orders by value.
  package static func < (left: Quantity, right: Quantity) -> Bool {
    if case (.integer(let a), .integer(let b)) = (left.canonical, right.canonical) { return a < b }
    return left.double < right.double
  }

  /// Feeds the value to the hasher.
  package func hash(into hasher: inout Hasher) {
    switch canonical {
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.isNaN ? 0 : value)
    }
  }
}

extension Quantity: Codable {
  /// Reads a bare number.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else {
      self = .real(try container.decode(Double.self))
    }
  }

  /// Writes a bare number.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch canonical {
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    }
  }
}

extension Quantity: LosslessStringConvertible {
  /// Reads what `description` says.
  package init?(_ description: some StringProtocol) {
    if let value = Int(description) {
      self = .integer(value)
    } else if let value = Double(description) {
      self = .real(value)
    } else {
      return nil
    }
  }
}

extension Quantity: ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// Makes a counter from a literal.
  package init(integerLiteral value: Int) { self = .integer(value) }

  /// The plain digits, without groups or units.
  package var description: String {
    switch canonical {
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    }
  }
}

extension Int {
  /// The number without its fraction, or the nearest one that there is; 0 for what is no number.
  package init(saturating value: Double) {
    self = Int(exactly: value.rounded(.towardZero)) ?? (value.isNaN ? 0 : value < 0 ? .min : .max)
  }

  /// The sum, or the nearest number that there is.
  package func addingSaturated(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the nearest number that there is.
  package func subtractingSaturated(_ other: Int) -> Int {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? (other > 0 ? .min : .max) : difference
  }
}
