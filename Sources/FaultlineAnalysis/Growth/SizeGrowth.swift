// How a reading grows with a size, as a word.

package import FaultlineMeasures
import Foundation  // Logarithms live in the C library's mathematics, which this links.

/// The kinds of growth over sizes, the slower before the faster.
package enum SizeGrowth: String, Sendable, CaseIterable {
  /// It becomes less.
  case falling
  /// It stays within a hundredth of its largest value.
  case constant
  case logarithmic, linear, quadratic

  /// The kind that comes nearest to the readings: for each, `reading = a + b * shape(size)` is fitted by least
  /// squares, and the smallest sum of squares wins; of two that are equally near, the slower one.
  ///
  /// Sizes are positive, and there are at least three of them.
  package init(sizes: [Double], readings: [Double]) {
    self = SizeFit(sizes: sizes, readings: readings).growth
  }

  fileprivate func shape(_ size: Double) -> Double {
    switch self {
    case .falling, .constant: 1
    case .logarithmic: log(size)
    case .linear: size
    case .quadratic: size * size
    }
  }
}

/// The kind of growth with the curve that comes nearest to the readings.
package struct SizeFit: Sendable {
  /// The kind.
  package let growth: SizeGrowth
  private let shape: SizeGrowth
  private let base: Double
  private let slope: Double

  /// What may differ among readings that are called constant, as a part of the largest.
  private static let tolerance = 0.01

  /// What the curve says of a size.
  package func value(at size: Double) -> Double { base + slope * shape.shape(size) }

  /// Fits curves to readings; sizes are positive, and there are at least three of them.
  package init(sizes: [Double], readings: [Double]) {
    let least = readings.min() ?? 0
    let most = readings.max() ?? 0
    guard most - least > Self.tolerance * max(abs(most), abs(least)) else {
      growth = .constant
      shape = .constant
      base = readings.isEmpty ? 0 : readings.reduce(0, +) / Double(readings.count)
      slope = 0
      return
    }
    var best: (growth: SizeGrowth, fit: Fit)?
    for growth in [SizeGrowth.logarithmic, .linear, .quadratic] {
      let fit = Fit(sizes.map(growth.shape), readings)
      // Rounding must not decide between two that both fit exactly.
      let isNearer = best.map { fit.rest < $0.fit.rest * (1 - 1e-9) - 1e-12 * most * most } ?? true
      if isNearer { best = (growth, fit) }
    }
    shape = best?.growth ?? .constant
    base = best?.fit.base ?? 0
    slope = best?.fit.slope ?? 0
    growth = slope < 0 ? .falling : shape
  }
}

/// A straight line through points by least squares.
private struct Fit {
  package let slope: Double
  /// What the line says of zero.
  package let base: Double
  /// The sum of the squares of what it misses.
  package let rest: Double

  package init(_ x: [Double], _ y: [Double]) {
    let count = Double(x.count)
    let (middle, height) = (x.reduce(0, +) / count, y.reduce(0, +) / count)
    var (across, along) = (0.0, 0.0)
    for (x, y) in zip(x, y) {
      across += (x - middle) * (y - height)
      along += (x - middle) * (x - middle)
    }
    let slope = along == 0 ? 0 : across / along
    rest = zip(x, y).reduce(0) { sum, point in
      let missed = point.1 - height - slope * (point.0 - middle)
      return sum + missed * missed
    }
    self.slope = slope
    base = height - slope * middle
  }
}

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

// Trials of one size. A small trial and a large one of the same variant reach different rounds of a loop, and what
// the one holds would be a flat line beside the other: pictures along checkpoints show one size at a time.

/// The trials of a scenario that have the same sizes.
package struct SizeGroup {
  /// The sizes, such as `rows = 1,000`; empty where there is one group.
  package let title: String
  /// The scenario with these trials alone, which do not name their sizes any more.
  package let scenario: ScenarioResult

  /// The groups in the order of the trials.
  package static func all(in scenario: ScenarioResult) -> [SizeGroup] {
    let sizes = scenario.trials.map(\.key.sizes).withoutRepeats
    guard sizes.count > 1 else { return [SizeGroup(title: "", scenario: scenario)] }
    let groups = Dictionary(grouping: scenario.trials, by: \.key.sizes)
    return sizes.map { sizes in
      var part = scenario
      part.trials = groups[sizes] ?? []
      for place in part.trials.indices { part.trials[place].key.sizes = [] }
      return SizeGroup(title: sizes.map(\.description).joined(separator: " · "), scenario: part)
    }
  }

  /// The words above what is shown of this group.
  package func title(_ words: String) -> String { title.isEmpty ? words : "\(words), \(title)" }
}
