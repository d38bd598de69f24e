// The run's result as JSON: all numbers, none of the words.

import FaultlineMeasures

/// Spells the result behind a report.
public struct JSONFormat: ReportFormat {
  /// The name that selects it.
  public static let name = "json"
  /// The ending of the files it fills.
  public static let fileExtension = "json"

  /// Makes the format.
  public init() {}

  /// Spells the run's result, byte by byte the same for the same run.
  public func render(_ report: Report) -> String {
    report.result.json
  }
}
