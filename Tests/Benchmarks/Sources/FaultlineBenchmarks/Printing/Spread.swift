// Several measurements of one thing, in three numbers.

/// Median, least and greatest.
struct Spread: Codable {
  let median: Double
  let least: Double
  let greatest: Double

  init(_ values: [Double]) {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    median =
      sorted.isEmpty
      ? 0 : sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    least = sorted.first ?? 0
    greatest = sorted.last ?? 0
  }
}
