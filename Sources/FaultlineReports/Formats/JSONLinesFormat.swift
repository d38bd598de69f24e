// A run as events, one JSON object a line. 'faultline run' and 'check' write each when it happens; of a stored result the
// same lines come at once.

import FaultlineMeasures

/// Writes what was planned, started and finished, and the verdict.
package struct JSONLinesFormat: ReportFormat {
  /// The name that selects it.
  package static let name = "jsonl"
  /// The ending of the files it fills.
  package static let fileExtension = "jsonl"

  /// Makes the format.
  package init() {}

  /// Writes a run as if it had just taken place, trial after trial.
  package func render(_ report: Report) -> String {
    let scenarios = report.subject.run?.scenarios ?? []
    let count = scenarios.reduce(0) { $0 + $1.trials.count }
    var events = scenarios.map { scenario in
      RunEventLine.planned(
        scenario: scenario.name, file: scenario.file, trials: scenario.trials.map(\.id))
    }
    for (place, trial) in scenarios.flatMap(\.trials).enumerated() {
      events.append(.started(trial: trial.id, number: place + 1, count: count))
      events.append(.finished(trial, number: place + 1, count: count))
    }
    return (events + [.verdict(report)]).map(\.json).joined()
  }
}
