// What is wanted of a point: metrics that should be small, and what some of them may be at most.

package import FaultlineMeasures
import FaultlineProfiler
import FaultlineScenarios

/// A metric that points are compared by.
package struct TuneGoal: Sendable {
  package let metric: Metric
  /// The most that it may be (the least, where more is better); nil where it has no limit.
  package var budget: Quantity?

  /// Readings of a trial as the search compares them, of which less is better.
  package func cost(_ reading: Quantity) -> Double {
    metric.polarity == .more ? -reading.double : reading.double
  }

  /// A reading with the metric's name.
  package func words(_ reading: Quantity) -> String {
    "\(NumberText.text(reading, metric.scale)) \(metric.name)"
  }

  /// Returns the goals of a query: those of which there should be least first, in their order.
  package static func all(_ query: TuneQuery) throws -> [TuneGoal] {
    var goals: [TuneGoal] = []
    for name in query.least {
      let metric = try metric(name, "--least")
      if !goals.contains(where: { $0.metric == metric }) { goals.append(TuneGoal(metric: metric)) }
    }
    for setting in query.budgets {
      let metric = try metric(setting.name, "--budget")
      let budget = try amount(setting.value.plain, of: metric)
      if let place = goals.firstIndex(where: { $0.metric == metric }) {
        goals[place].budget = budget
      } else {
        goals.append(TuneGoal(metric: metric, budget: budget))
      }
    }
    guard !goals.isEmpty else {
      throw RequestError(
        "A search needs a goal: --least store.roundtrips, or --budget bytes.peak=64MiB.")
    }
    return goals
  }

  private static func metric(_ name: String, _ option: String) throws -> Metric {
    guard Probes.names.contains(name), let metric = Probes.metric(named: name) else {
      let near = Spelling.nearest(to: name, among: Probes.names)
      throw RequestError(
        "\(option): there is no metric \(name.inQuotes)."
          + (near.map { " Did you mean '\($0)'?" } ?? "")
          + " 'faultline list metrics' has all.")
    }
    guard metric.exactness == .exact else {
      throw RequestError(
        "\(option): \(name.inQuotes) differs from run to run, so no point can be chosen by it.")
    }
    return metric
  }

  private static func amount(_ text: String, of metric: Metric) throws -> Quantity {
    if metric.scale == .bytes {
      if let bytes = ByteUnit.amount(of: text) { return .integer(bytes) }
    } else if let number = NumberLiteral(text)?.value.double, number.isFinite {
      return Int(exactly: number).map { .integer($0) } ?? .real(number)
    }
    throw RequestError(
      "--budget: \(text.inQuotes) is no amount of \(metric.name); "
        + (metric.scale == .bytes
          ? ByteUnit.remedy(for: text) ?? "a size such as 64MiB is." : "a number such as 100 is."))
  }
}
