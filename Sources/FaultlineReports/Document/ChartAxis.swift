// Axes whose ticks are round numbers of what they measure.

import FaultlineMeasures

extension Report.Axis {
  /// An axis from zero, or from below it, to the first round number above everything; or one of just
  /// the values, so that a step of one unit is seen.
  init(title: String, holding values: [Double], scale: Metric.Scale, fromZero: Bool = true) {
    let finite = values.filter(\.isFinite)
    let least = max(finite.min() ?? 0, -Self.widest)
    let most = min(finite.max() ?? 0, Self.widest)
    let low = fromZero ? min(0, least) : least
    let high = max(low, fromZero ? max(0, most) : most)
    // Between two ticks there is at least the next number that a double can be.
    let step = max(Self.step(for: (high - low) / 4, scale), low.ulp, high.ulp)
    let first = (low / step).rounded(.down)
    let last = max((high / step).rounded(.up), first + 1)
    let ticks = stride(from: first, through: last, by: 1).map { number in
      let value = number * step
      return Report.Tick(value: value, label: Self.label(value, scale))
    }
    self.init(title: title, range: first * step...last * step, ticks: ticks)
  }

  /// What a damaged result says beyond lies on the edge, so that sums and ticks stay numbers.
  private static let widest = 1e300

  /// The places of checkpoints, each named as far as there is room, and some room after the last.
  init(checkpoints: [String], title: String = "checkpoint") {
    // More than five names stand in each other's way.
    let every = max(1, (checkpoints.count + 3) / 5)
    let last = checkpoints.count - 1
    let ticks = checkpoints.indices.filter { index in
      index == last || index.isMultiple(of: every) && last - index >= every
    }.map { Report.Tick(value: Double($0), label: checkpoints[$0]) }
    self.init(title: title, range: 0...Double(max(1, last)) + 0.5, ticks: ticks)
  }

  /// The least round number that is no smaller: 1, 2 or 5 times a power of ten; of bytes, a power of two.
  private static func step(for size: Double, _ scale: Metric.Scale) -> Double {
    // Bytes in powers of two: thousands of KiB would be no round number of MiB.
    if scale == .bytes {
      var power = 1.0
      while power < size, power < Self.widest { power *= 2 }
      return power
    }
    let isWhole = scale == .count
    guard size.isFinite, size > (isWhole ? 1 : 1e-6) else { return isWhole ? 1 : 1e-6 }
    var power = size < 1 ? 1e-6 : 1
    while power * 10 <= size { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= size } ?? size
  }

  private static func label(_ value: Double, _ scale: Metric.Scale) -> String {
    guard scale == .bytes, let bytes = Int(exactly: value), bytes.magnitude >= 1024 else {
      return NumberText.text(Int(exactly: value).map(Quantity.integer) ?? .real(value), scale)
    }
    var size = value
    var unit = 0
    let units = ["B", "KiB", "MiB", "GiB", "TiB"]
    while size.magnitude >= 1024, unit < units.count - 1 {
      size /= 1024
      unit += 1
    }
    let isWhole = size == size.rounded()
    return "\(NumberText.decimal(size, places: isWhole ? 0 : 1)) \(units[unit])"
  }
}
