// Readings over sizes: what belongs on one line, and the curve that comes nearest to it.

package import FaultlineMeasures
import Foundation  // Logarithms live in the C library's mathematics, which this links.

/// The readings of one column over the sizes of a parameter, everything else the same.
package struct SizeSeries {
  package let parameter: String
  package let column: Column
  package let metric: Metric
  /// Which trial it is, whatever its size.
  package let key: TrialKey
  /// The variant, and where else it ran.
  package let name: String
  package let points: [(size: Int, quantity: Quantity)]
  package let fit: SizeFit

  /// Fewer values are two numbers to compare, and no growth.
  private static let fewest = 3

  package static func columns(of series: [SizeSeries]) -> [Column] {
    series.map(\.column).withoutRepeats
  }

  /// Every series of a scenario, in the order of its trials.
  package static func all(in scenario: ScenarioResult) -> [SizeSeries] {
    var groups: [(parameter: String, key: TrialKey, trials: [(size: Int, trial: TrialResult)])] = []
    var places: [String: [TrialKey: Int]] = [:]
    for trial in scenario.trials {
      for setting in trial.key.sizes {
        // A result that was edited may have sizes that no scenario can have.
        guard let size = setting.value.whole, size > 0 else { continue }
        let key = trial.key.without(size: setting.name)
        if let place = places[setting.name]?[key] {
          groups[place].trials.append((size, trial))
        } else {
          places[setting.name, default: [:]][key] = groups.count
          groups.append((setting.name, key, [(size, trial)]))
        }
      }
    }
    let shown = groups.filter { $0.trials.count >= Self.fewest }
    let headlines = Headlines(scenario).all
    let names = Dictionary(grouping: shown, by: \.parameter).mapValues {
      TrialNames($0.map(\.key))
    }
    return shown.flatMap { group in
      let name = names[group.parameter]?.name(of: group.key) ?? group.key.title
      let trials = group.trials.sorted { $0.size < $1.size }
      return headlines.compactMap { column in
        SizeSeries(group.parameter, group.key, name, trials, column, scenario)
      }
    }
  }

  private init?(
    _ parameter: String, _ key: TrialKey, _ name: String,
    _ trials: [(size: Int, trial: TrialResult)], _ column: Column, _ scenario: ScenarioResult
  ) {
    guard let metric = scenario.metric(column.metric) else { return nil }
    points = trials.compactMap { size, trial in
      trial.reading(column.metric, at: column.checkpoint).map { (size, $0) }
    }
    guard points.count == trials.count else { return nil }
    self.parameter = parameter
    self.key = key
    self.name = name
    self.column = column
    self.metric = metric
    fit = SizeFit(
      sizes: points.map { Double($0.size) }, readings: points.map(\.quantity.double))
  }
}
