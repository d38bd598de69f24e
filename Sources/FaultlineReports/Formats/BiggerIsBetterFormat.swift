// Headline numbers of which more is better, for charts over commits: github-action-benchmark's
// `customBiggerIsBetter`.

import FaultlineMeasures

/// Writes the headline readings of which more is better.
public struct BiggerIsBetterFormat: ReportFormat {
  /// The name that selects it.
  public static let name = "bigger-is-better"
  /// The ending of the files it fills.
  public static let fileExtension = "bigger.json"

  /// Makes the format.
  public init() {}

  /// Writes a list of names, units and values.
  public func render(_ report: Report) -> String {
    BenchmarkEntry.text(report.subject.run, of: .more)
  }
}
