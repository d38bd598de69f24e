// Numbers for readers: digits in groups, bytes in powers of 1,024, signs on differences.

/// Writes quantities the same way wherever a reader meets them.
package enum NumberText {
  /// A quantity as a reader of its scale expects it.
  package static func text(_ quantity: Quantity, _ scale: Metric.Scale) -> String {
    let whole = Int(exactly: quantity.double) ?? 0
    switch (quantity, scale) {
    case (.integer(let value), .bytes): return bytes(value)
    case (.integer(let value), .nanoseconds): return grouped(value) + " ns"
    case (.integer(let value), _): return grouped(value)
    case (.real(let value), .bytes):
      return value == Double(whole) ? bytes(whole) : decimal(value, places: 1) + " B"
    case (.real(let value), .nanoseconds): return decimal(value, places: 1) + " ns"
    case (.real(let value), .ratio): return decimal(value, places: 2)
    case (.real(let value), .count):
      return value == Double(whole) ? grouped(whole) : decimal(value, places: 2)
    }
  }

  /// A quantity to its last digit, for differences that rounding would hide.
  package static func exact(_ quantity: Quantity, _ scale: Metric.Scale) -> String {
    switch (quantity, scale) {
    case (.integer(let value), .bytes): grouped(value) + " B"
    case (.integer(let value), .nanoseconds): grouped(value) + " ns"
    case (.integer(let value), _): grouped(value)
    case (.real(let value), _): Int(exactly: value).map(grouped) ?? "\(value)"
    }
  }

  /// A quantity in a sentence: as a reader expects it and, where that is rounded, to its last digit as well.
  package static func full(_ quantity: Quantity, _ scale: Metric.Scale) -> String {
    let rounded = text(quantity, scale)
    let exact = exact(quantity, scale)
    return rounded == exact ? rounded : "\(rounded) (\(exact))"
  }

  /// A difference, always with its sign.
  package static func signed(_ quantity: Quantity, _ scale: Metric.Scale) -> String {
    let text = text(quantity, scale)
    return quantity > 0 ? "+" + text : text
  }

  /// The change from a base in percent with one decimal, or as a factor where percent say little; nil when the base
  /// is 0.
  ///
  /// Beyond 1,000 % more a reader divides by a hundred and adds one anyway: `10,001×`. Less than nothing is left
  /// nowhere, but -100.0 % would say so of what is only nearly gone: `10,001× less`.
  package static func percent(from base: Quantity, to value: Quantity) -> String? {
    guard base != 0 else { return nil }
    let change = value.subtracting(base).double / base.double.magnitude * 100
    if change.magnitude > 1_000 { return factor(value.double / base.double) }
    // A change that rounds to nothing is still a change.
    if change != 0, change.magnitude < 0.05 { return "<0.1 %" }
    if value != 0, change <= -99.95, change > -100 {
      return factor(base.double / value.double) + " less"
    }
    return (change > 0 ? "+" : "") + decimal(change, places: 1) + " %"
  }

  /// A change in whole percent, such as `−39 %`; nil where it rounds to nothing, or there is nothing to compare with.
  package static func relative(from base: Quantity, to value: Quantity) -> String? {
    guard base != 0 else { return nil }
    let change = value.subtracting(base).double / base.double.magnitude * 100
    guard change.isFinite else { return nil }
    if change > 1_000 { return factor(value.double / base.double) }
    let percent = Int(max(-1_000_000, change).rounded())
    guard percent != 0 else { return nil }
    // What is nearly gone is not gone.
    if percent <= -100, value > 0 { return "−99 %" }
    return (percent < 0 ? "−" : "+") + "\(abs(percent)) %"
  }

  /// How many times as much: `11.5×`, and without a fraction from a hundred on.
  private static func factor(_ value: Double) -> String {
    decimal(value, places: value.magnitude < 99.95 ? 1 : 0) + "×"
  }

  /// Digits in groups of three.
  package static func grouped(_ value: some BinaryInteger) -> String {
    let digits = String(value.magnitude)
    guard digits.utf8.count > 3 else { return value < 0 ? "-" + digits : digits }
    var text = value < 0 ? "-" : ""
    for (place, digit) in digits.utf8.enumerated() {
      if place > 0, (digits.utf8.count - place).isMultiple(of: 3) { text.append(",") }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }

  /// Bytes: exact below 10,000, else in powers of 1,024 with one decimal.
  package static func bytes(_ value: Int) -> String {
    guard value.magnitude >= 10_000 else { return grouped(value) + " B" }
    var size = Double(value.magnitude) / 1024
    var unit = 0
    while (size * 10).rounded() >= 10_240, unit < units.count - 1 {
      size /= 1024
      unit += 1
    }
    let tenths = Int((size * 10).rounded())
    return "\(value < 0 ? "-" : "")\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  /// A decimal fraction with a fixed number of places, at most six, and digits in groups.
  package static func decimal(_ value: Double, places: Int) -> String {
    guard value.isFinite else { return value.isNaN ? "not a number" : "infinite" }
    // Beyond this, doubles have no digits after the point.
    guard value.magnitude < 1e12 else { return "\(value)" }
    let places = min(max(places, 0), 6)
    let factor = (0..<places).reduce(1) { power, _ in power * 10 }
    let scaled = Int((value.magnitude * Double(factor)).rounded())
    let sign = value < 0 && scaled > 0 ? "-" : ""
    let whole = sign + grouped(scaled / factor)
    guard places > 0 else { return whole }
    let digits = String(scaled % factor)
    return whole + "." + String(repeating: "0", count: places - digits.count) + digits
  }

  private static let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
}

// Times for readers: no more digits than a clock is worth.
extension NumberText {
  /// Times of nanoseconds in the unit that fits the first of them, with three digits or so: `1.25`, `s`.
  package static func durations(_ nanoseconds: [Double]) -> (numbers: [String], unit: String) {
    let first = nanoseconds.first?.magnitude ?? 0
    let (unit, size) =
      [("s", 1e9), ("ms", 1e6), ("µs", 1e3)].first { first >= $0.1 } ?? ("ns", 1)
    let places = first < 10 * size ? 2 : first < 100 * size ? 1 : 0
    let numbers = nanoseconds.map { decimal($0 / size, places: unit == "ns" ? 0 : places) }
    return (numbers, unit)
  }
}
