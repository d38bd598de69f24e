// Readings over sizes: what belongs on one line, and the curve that comes nearest to it.

import FaultlineMeasures
import Foundation  // Logarithms live in the C library's mathematics, which this links.

/// The readings of one column over the sizes of a parameter, everything else the same.
struct SizeSeries {
  let parameter: String
  let column: Column
  let metric: Metric
  /// Which trial it is, whatever its size.
  let key: TrialKey
  /// The variant, and where else it ran.
  let name: String
  let points: [(size: Int, quantity: Quantity)]
  let fit: SizeFit

  /// Fewer values are two numbers to compare, and no growth.
  private static let fewest = 3

  static func columns(of series: [SizeSeries]) -> [Column] {
    series.map(\.column).withoutRepeats
  }

  /// Every series of a scenario, in the order of its trials.
  static func all(in scenario: ScenarioResult) -> [SizeSeries] {
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

  /// The readings, and quietly behind them the curve that was fitted; what is below lies on the floor.
  func lines(_ style: Int, above floor: Double, as name: String? = nil) -> [Report.Series] {
    func place(_ value: Double) -> Double { value > 0 ? max(floor, log10(value)) : floor }
    let readings = points.map { point in
      Report.Point(
        x: log10(Double(point.size)), y: place(point.quantity.double),
        label:
          "\(NumberText.grouped(point.size)): \(NumberText.exact(point.quantity, metric.scale))"
      )
    }
    let ends = [readings.first?.x ?? 0, readings.last?.x ?? 0]
    let curve = (0...24).map { step in
      let x = ends[0] + (ends[1] - ends[0]) * Double(step) / 24
      let value = fit.value(at: pow(10, x))
      return Report.Point(x: x, y: place(value), label: "")
    }
    return [
      Report.Series(
        name: "\(name ?? self.name): \(fit.growth.rawValue) fit", style: style, isStrong: false,
        points: curve),
      Report.Series(
        name: name ?? "\(self.name): \(fit.growth.rawValue)", style: style, points: readings),
    ]
  }
}
