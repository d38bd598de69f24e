// What differs from run to run: shown with its spread, marked, and never judged.

package import FaultlineMeasures

/// What the passes of a trial read of a time.
package struct Spread {
  package let median: Quantity
  package let least: Quantity
  package let most: Quantity
  package let passes: Int

  /// The readings of all passes; nil where none has read it.
  package init?(_ trial: TrialResult, _ column: Column) {
    let readings = trial.samples.compactMap { $0[column.checkpoint]?[column.metric] }
      .filter(\.double.isFinite).sorted()
    guard let least = readings.first, let most = readings.last else { return nil }
    let middle = readings.count / 2
    median =
      readings.count.isMultiple(of: 2)
      ? .real((readings[middle - 1].double + readings[middle].double) / 2) : readings[middle]
    self.least = least
    self.most = most
    passes = readings.count
  }

  /// What stands before every reading that is not exact.
  package static let mark = "≈"

  /// The median with the least and the most: `≈ 1.25 s (1.21–1.40)`.
  package var text: String {
    let (numbers, unit) = NumberText.durations([median, least, most].map(\.double))
    let range = passes == 1 ? "one pass" : "\(numbers[1])–\(numbers[2])"
    return "\(Self.mark) \(numbers[0]) \(unit) (\(range))"
  }

  /// Whether every pass was faster than each of the other; where they overlap, nothing can be said.
  package func isBelow(_ other: Spread) -> Bool { most < other.least }
}
