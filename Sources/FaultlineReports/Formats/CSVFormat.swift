// All exact readings in the long form, a row each, for spreadsheets and data frames.

package import FaultlineAnalysis
import FaultlineMeasures
import FaultlinePages

/// Writes every reading as a row of comma-separated values.
package struct CSVFormat: ReportFormat {
  /// The name that selects it.
  package static let name = "csv"
  /// The ending of the files it fills.
  package static let fileExtension = "csv"

  /// Makes the format.
  package init() {}

  /// Writes the readings of the history or the comparison, or else of the run.
  package func render(_ report: Report) -> String {
    if let history = report.subject.history { return Self.text(of: history.readings()) }
    let rows =
      if let comparison = report.subject.comparison { Self.rows(comparison) } else {
        Self.rows(report.subject.run)
      }
    return Self.text(rows)
  }

  /// Writes what the runs of a history read.
  package static func text(of readings: [HistoryReading]) -> String {
    let head = [
      "run", "recorded", "revision", "dirty", "machine", "scenario", "trial", "checkpoint",
      "metric", "value", "unit", "polarity", "comparable", "work",
    ]
    return text(
      [head]
        + readings.map { row in
          ["\(row.run)"] + [row.recorded, row.revision].map(field) + ["\(row.isDirty)"]
            + [row.machine, row.scenario, row.trial, row.checkpoint, row.metric].map(field)
            + [row.value.description, row.unit.rawValue, row.polarity.rawValue]
            + [row.comparable.rawValue, field(row.work)]
        })
  }

  private static func text(_ rows: [[String]]) -> String {
    rows.map { $0.joined(separator: ",") + "\n" }.joined()
  }

  private static func rows(_ run: RunResult?) -> [[String]] {
    // What a matrix varies has columns of its own behind the others, for tables that are turned by them.
    let axes = (run?.scenarios ?? []).flatMap { scenario in
      scenario.trials.flatMap { ($0.key.axes + $0.key.sizes).map(\.name) }
    }.withoutRepeats
    var rows = [
      [
        "scenario", "variant", "store", "settings", "pass", "checkpoint", "metric", "value", "unit",
        "polarity",
      ] + axes.map(field)
    ]
    for scenario in run?.scenarios ?? [] {
      for trial in scenario.trials {
        let settings = trial.settings.map { "\($0.name) = \($0.value.plain)" }.joined(
          separator: "; ")
        let values = axes.map { axis in
          (trial.key.axes + trial.key.sizes).first { $0.name == axis }.map { field($0.value.plain) }
            ?? ""
        }
        let names = [scenario.name, trial.variant, trial.store ?? "", settings].map(field)
        for sample in trial.distinctSamples(on: scenario.metrics) {
          for checkpoint in sample.checkpoints {
            for reading in checkpoint.readings {
              let metric = scenario.metric(reading.metric)
              guard metric?.exactness != .informative else { continue }
              rows.append(
                names + ["\(sample.pass)", field(checkpoint.name), field(reading.metric)]
                  + [reading.quantity.description]
                  + [metric?.scale.rawValue ?? "", metric?.polarity.rawValue ?? ""] + values)
            }
          }
        }
      }
    }
    return rows
  }

  private static func rows(_ comparison: Comparison) -> [[String]] {
    let head = [
      "scenario", "trial", "checkpoint", "metric", "base", "head", "change", "verdict", "unit",
      "polarity",
    ]
    return [head]
      + comparison.trials.flatMap { trial in
        trial.pairs.map { pair in
          let change = pair.base.flatMap { base in pair.head.map { $0.subtracting(base) } }
          return [trial.scenario, trial.id, pair.checkpoint, pair.metric.name].map(field)
            + [pair.base, pair.head, change].map { $0?.description ?? "" }
            + [pair.verdict.rawValue, pair.metric.scale.rawValue, pair.metric.polarity.rawValue]
        }
      }
  }

  /// A text that stays one field, and that no spreadsheet takes for a formula.
  private static func field(_ text: String) -> String {
    var text = HarmlessText.line(text)
    if let first = text.first, "=+-@".contains(first) { text = "'" + text }
    guard text.contains(where: { $0 == "," || $0 == "\"" }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

extension TrialResult {
  /// The first pass, or all of them where they do not agree.
  fileprivate func distinctSamples(on metrics: [Metric]) -> [Sample] {
    disagreements(on: metrics).isEmpty ? Array(samples.prefix(1)) : samples
  }
}
