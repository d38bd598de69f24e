// What a report is about, as JSON: all numbers, none of the words.

import FaultlineMeasures

/// Writes the result or the comparison behind a report.
public struct JSONFormat: ReportFormat {
  /// The name that selects it.
  public static let name = "json"
  /// The ending of the files it fills.
  public static let fileExtension = "json"

  /// Makes the format.
  public init() {}

  /// Writes the numbers, byte by byte the same for the same report.
  public func render(_ report: Report) -> String {
    report.subject.comparison?.json ?? report.subject.run?.json ?? ""
  }
}
