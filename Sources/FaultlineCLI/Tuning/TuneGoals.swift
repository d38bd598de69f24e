// What is wanted of a point: metrics that should be small, and what some of them may be at most.

import FaultlineMeasures
import FaultlineProfiler
import FaultlineScenarios

/// A metric that points are compared by.
struct TuneGoal: Sendable {
  let metric: Metric
  /// The most that it may be (the least, where more is better); nil where it has no limit.
  var budget: Quantity?

  /// Readings of a trial as the search compares them, of which less is better.
  func cost(_ reading: Quantity) -> Double {
    metric.polarity == .more ? -reading.double : reading.double
  }

  /// A reading with the metric's name.
  func words(_ reading: Quantity) -> String {
    "\(NumberText.text(reading, metric.scale)) \(metric.name)"
  }

  /// The goals of a command line: those of `--least` first, in their order.
  static func all(_ arguments: ParsedArguments) throws -> [TuneGoal] {
    var goals: [TuneGoal] = []
    for name in arguments.all(TuneCommand.least) {
      let metric = try metric(name, "--least")
      if !goals.contains(where: { $0.metric == metric }) { goals.append(TuneGoal(metric: metric)) }
    }
    for setting in arguments.all(TuneCommand.budget) {
      let metric = try metric(setting.name, "--budget")
      let budget = try amount(setting.value.plain, of: metric)
      if let place = goals.firstIndex(where: { $0.metric == metric }) {
        goals[place].budget = budget
      } else {
        goals.append(TuneGoal(metric: metric, budget: budget))
      }
    }
    guard !goals.isEmpty else {
      throw UsageError(
        "A search needs a goal: --least store.roundtrips, or --budget bytes.peak=64MiB.",
        command: "tune")
    }
    return goals
  }

  private static func metric(_ name: String, _ option: String) throws -> Metric {
    guard let metric = Probes.metrics.first(where: { $0.name == name }) else {
      let near = Spelling.nearest(to: name, among: Probes.metrics.map(\.name))
      throw UsageError(
        "\(option): there is no metric \(quoted(name))." + didYouMean(near)
          + " 'faultline list metrics' has all.", command: "tune")
    }
    guard metric.exactness == .exact else {
      throw UsageError(
        "\(option): \(quoted(name)) differs from run to run, so no point can be chosen by it.",
        command: "tune")
    }
    return metric
  }

  private static func amount(_ text: String, of metric: Metric) throws -> Quantity {
    if metric.scale == .bytes, let bytes = ValueReader.byteSize.read(text) {
      return .integer(bytes)
    }
    // Nothing that is counted is below zero.
    if let number = Double(text.replacing("_", with: "")), number.isFinite, number >= 0 {
      return Int(exactly: number).map { .integer($0) } ?? .real(number)
    }
    throw UsageError(
      "--budget: \(quoted(text)) is no amount of \(metric.name); "
        + (metric.scale == .bytes ? "a size such as 64MiB is." : "a number such as 100 is."),
      command: "tune")
  }
}
