// Numbers as they are written: digits, decimals, and bytes with their unit, such as 64 MiB.

/// The units that a number of bytes may have.
///
/// Those with an `i` count in 1,024, the others in 1,000.
package enum ByteUnit: String, CaseIterable {
  case B, kB, MB, GB, TB
  case KiB, MiB, GiB, TiB

  package var bytes: Int {
    switch self {
    case .B: 1
    case .kB: 1_000
    case .MB: 1_000_000
    case .GB: 1_000_000_000
    case .TB: 1_000_000_000_000
    case .KiB: 1 << 10
    case .MiB: 1 << 20
    case .GiB: 1 << 30
    case .TiB: 1 << 40
    }
  }

  package static let names = allCases.map(\.rawValue)

  /// Where the letters behind the digits of a text begin, if there are any.
  package static func start(in text: String) -> String.Index? {
    guard text.unicodeScalars.first.map({ ("0"..."9").contains($0) }) == true else { return nil }
    let letters = text.unicodeScalars.reversed().prefix { $0.properties.isAlphabetic }
    guard !letters.isEmpty else { return nil }
    return text.unicodeScalars.index(text.endIndex, offsetBy: -letters.count)
  }

  /// The word behind a number, where it is no unit, and where it stands.
  package static func misspelt(in text: String) -> (text: String, offsets: Range<Int>)? {
    let digits = String(text.drop { $0 == "-" || $0 == "+" })
    guard let start = start(in: digits),
      NumberLiteral(spaceless(digits[..<start])) != nil
    else { return nil }
    let word = String(digits[start...])
    guard ByteUnit(rawValue: word) == nil else { return nil }
    let count = text.unicodeScalars.count
    return (word, count - word.unicodeScalars.count..<count)
  }

  /// Returns the number of bytes that a text is, such as `512MiB`, `1.5 GB` or `1_500_000`; nil where it is none.
  package static func amount(of text: String) -> Int? {
    guard let number = NumberLiteral(ofBytes: text) ?? plain(text) else { return nil }
    let bytes = number.value.double.rounded()
    return (0...0x1p53).contains(bytes) ? Int(bytes) : nil
  }

  /// Returns a number of bytes without a unit; the `k` of 1,000 is none here, since it is taken for 1,024 elsewhere.
  private static func plain(_ text: String) -> NumberLiteral? {
    text.contains { $0 == "k" || $0 == "M" } ? nil : NumberLiteral(text)
  }

  /// Returns what to write in place of a bare `k`, `M`, `G` or `T`; nil where a text ends with none.
  package static func remedy(for text: String) -> String? {
    guard let letter = text.last, let place = "kMGT".firstIndex(of: letter == "K" ? "k" : letter),
      NumberLiteral(spaceless(text.dropLast())) != nil
    else { return nil }
    let number = spaceless(text.dropLast())
    let unit = "kMGT"[place]
    let binary = unit == "k" ? "KiB" : "\(unit)iB"
    return "write \(number)\(unit)B (of 1,000) or \(number)\(binary) (of 1,024)"
  }

  /// The text without the blanks at its end.
  static func spaceless(_ text: Substring) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension FormulaNumber {
  /// So many bytes, exact as long as it can be.
  package func bytes(in unit: ByteUnit) -> FormulaNumber {
    guard case .exact(let ratio) = self, let product = ratio.multiplied(by: Ratio(unit.bytes))
    else { return .real(double * Double(unit.bytes)) }
    return .exact(product)
  }
}

extension NumberLiteral {
  /// Reads a number with a unit behind it, with a space between them or without one.
  package init?(ofBytes text: String) {
    guard let start = ByteUnit.start(in: text),
      let unit = ByteUnit(rawValue: String(text[start...])),
      let number = NumberLiteral(ByteUnit.spaceless(text[..<start]))
    else { return nil }
    let bytes = number.value.bytes(in: unit)
    // Half a KiB is written as a fraction, and is a whole number of bytes.
    let isWhole = bytes.double == bytes.double.rounded()
    self.init(value: bytes, hasPoint: !isWhole)
  }
}

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
