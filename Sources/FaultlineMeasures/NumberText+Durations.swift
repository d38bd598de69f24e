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
