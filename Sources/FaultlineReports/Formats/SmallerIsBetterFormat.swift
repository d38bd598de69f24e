// Headline numbers of which less is better, for charts over commits: github-action-benchmark's
// `customSmallerIsBetter`.

import FaultlineMeasures

/// Writes the headline readings of which less is better.
package struct SmallerIsBetterFormat: ReportFormat {
  /// The name that selects it.
  package static let name = "smaller-is-better"
  /// The ending of the files it fills.
  package static let fileExtension = "smaller.json"

  /// Makes the format.
  package init() {}

  /// Writes a list of names, units and values.
  package func render(_ report: Report) -> String {
    BenchmarkEntry.text(report.subject.run, of: .less)
  }
}
