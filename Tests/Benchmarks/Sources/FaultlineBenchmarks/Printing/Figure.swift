// Numbers with as many digits as they deserve.

/// The spelling of figures.
enum Figure {
  /// A number with no, one or two digits behind the point.
  static func text(_ value: Double, _ digits: Int) -> String {
    let scale = digits == 0 ? 1 : digits == 1 ? 10 : 100
    let scaled = Int((value * Double(scale)).rounded())
    guard digits > 0 else { return String(scaled) }
    let fraction = String(scaled.magnitude % UInt(scale))
    let zeros = String(repeating: "0", count: digits - fraction.count)
    // Of a fraction below zero the whole part has no sign.
    let sign = scaled < 0 ? "-" : ""
    return "\(sign)\(scaled.magnitude / UInt(scale)).\(zeros)\(fraction)"
  }

  /// A whole number in groups of three digits.
  static func grouped(_ value: Double) -> String {
    var digits = text(value, 0)[...]
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = digits.dropLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }
}
