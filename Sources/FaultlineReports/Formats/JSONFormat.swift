// What a report is about, as JSON: all numbers, none of the words.

import FaultlineAnalysis
import FaultlineMeasures

/// Writes the result or the comparison behind a report.
package struct JSONFormat: ReportFormat {
  /// The name that selects it.
  package static let name = "json"
  /// The ending of the files it fills.
  package static let fileExtension = "json"

  /// Makes the format.
  package init() {}

  /// Writes the numbers, byte by byte the same for the same report.
  package func render(_ report: Report) -> String {
    report.subject.comparison?.json ?? report.subject.run?.json ?? ""
  }
}
