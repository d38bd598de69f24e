// An entry of github-action-benchmark's custom formats, which differ in their polarity alone.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlinePages

/// One headline reading of one variant.
struct BenchmarkEntry: Encodable {
  var name: String
  var unit: String
  var value: Quantity
  var extra: String

  /// The headline readings of a polarity as JSON; a chart takes no infinite numbers.
  static func text(_ run: RunResult?, of polarity: Metric.Polarity) -> String {
    let entries = run?.scenarios.flatMap { scenario in
      let columns = Headlines.steady(scenario)
      return scenario.trials.flatMap { trial in
        columns.compactMap { column -> BenchmarkEntry? in
          guard let metric = scenario.metric(column.metric), metric.polarity == polarity,
            let value = trial.reading(column.metric, at: column.checkpoint), value.double.isFinite
          else { return nil }
          let reading = "\(column.metric)@\(column.checkpoint)"
          return BenchmarkEntry(
            name: HarmlessText.line("\(scenario.name)/\(trial.cell): \(reading)"),
            unit: metric.scale.rawValue, value: value, extra: HarmlessText.line(metric.meaning))
        }
      }
    }
    return StableJSON.text(of: entries ?? [])
  }
}
