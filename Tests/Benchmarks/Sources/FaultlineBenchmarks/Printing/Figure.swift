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
    return "\(scaled / scale).\(zeros)\(fraction)"
  }
}
