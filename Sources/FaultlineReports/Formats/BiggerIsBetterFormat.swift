// Headline numbers of which more is better, for charts over commits: github-action-benchmark's
// `customBiggerIsBetter`.

import FaultlineMeasures

/// Writes the headline readings of which more is better.
package struct BiggerIsBetterFormat: ReportFormat {
  /// The name that selects it.
  package static let name = "bigger-is-better"
  /// The ending of the files it fills.
  package static let fileExtension = "bigger.json"

  /// Makes the format.
  package init() {}

  /// Writes a list of names, units and values.
  package func render(_ report: Report) -> String {
    BenchmarkEntry.text(report.subject.run, of: .more)
  }
}
