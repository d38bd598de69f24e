// What a command line asks of a search: the scenario, its goals and axes, and how each cell is planned and run.

package import FaultlineAnalysis
package import FaultlineMeasures
import FaultlineProfiler
package import FaultlineScenarios

/// A search as it is asked for.
package struct TuneRequest {
  package let file: PlannedFile
  package let goals: [TuneGoal]
  package let axes: TuneAxes
  /// Whether a cell that breaks an expectation of the file is nothing to take.
  package let isExpecting: Bool
  /// What all cells have in common.
  package private(set) var choices: Choices
  package let timeout: Duration?
  package let memoryLimit: Int?

  package var scenario: Scenario { file.plan.scenario }
  package var store: String { choices.stores.joined() }

  /// Reads a query over the one scenario of some files.
  package init(
    _ query: TuneQuery, of files: ScenarioFiles, _ player: Player,
    calibratedBy calibration: BehaviorCalibration? = nil
  ) throws {
    goals = try TuneGoal.all(query)
    isExpecting = query.keepsExpectations
    timeout = player.settings.timeout
    memoryLimit = player.settings.memoryLimit
    guard files.paths.count == 1 else {
      throw RequestError("A search takes one scenario, and this names \(files.paths.count).")
    }
    var choices = query.choices
    choices.variants = []
    choices.repeats = 1
    guard let file = try files.plans(choosing: choices).first else {
      throw RequestError("This names no scenario.")
    }
    self.file = file
    let scenario = file.plan.scenario
    let named = choices.parameters.map(\.name)
    choices.parameters += scenario.searchedSizes(quick: choices.quick).filter {
      !named.contains($0.name)
    }
    if choices.stores.isEmpty { choices.stores = Array(scenario.stores.map(\.name).prefix(1)) }
    guard choices.stores.count == 1 else {
      throw RequestError("A search runs on one store; choose it with --store.")
    }
    // A cell that the matrix excludes is an empty plan and no mistake.
    choices.only = ["*"]
    choices.ends = calibration?.ends ?? []
    self.choices = choices
    axes = try TuneAxes(scenario, query, goals: goals) { variant, settings in
      player.observer.update(
        "\(scenario.name) · planning \(settings.map(\.assignment).joined(separator: " · "))")
      _ = try Plan(scenario, choosing: choices.of(variant, settings))
    }
  }

  /// The plan of a cell: one trial, or none where the matrix excludes it.
  package func plan(_ cell: SearchCell) throws(Diagnostic) -> Plan {
    try Plan(scenario, choosing: choices.of(axes.value(cell, 0), axes.settings(cell)))
  }

  /// Everything on which readings depend beside the cell.
  package var world: String {
    let limits = [String(describing: timeout), String(describing: memoryLimit)]
    return Fingerprint.of(
      [file.text] + scenario.workload.map(\.assignment) + choices.parameters.map(\.assignment)
        + choices.limits.map(\.assignment) + (choices.behaves + choices.ends).map(\.text)
        + choices.stores
        + ["\(choices.quick)", Program.current.build] + limits)
  }
}

// MARK: - Small sizes

extension TuneRequest {
  /// How many times as much work a cell has to be for a search in small sizes to be worth it before.
  private static let worthwhile = 8

  /// The same search in the small sizes of the file, where they are much less work; nil otherwise.
  package var smaller: TuneRequest? {
    guard !choices.quick else { return nil }
    var small = self
    small.choices.quick = true
    let quick = scenario.searchedSizes(quick: true)
    small.choices.parameters = choices.parameters.map { given in
      let size = quick.first { $0.name == given.name } ?? scenario.quickValue(of: given.name)
      guard let size, let less = Double(size.value.plain), let more = Double(given.value.plain),
        less < more
      else { return given }
      return size
    }
    guard let work = operations, let less = small.operations, less * Self.worthwhile <= work else {
      return nil
    }
    return small
  }

  /// The operations of the start.
  private var operations: Int? { try? plan(axes.start).trials.first?.operations }
}

// MARK: - Other descriptions of Core Data

extension TuneRequest {
  /// The same search where Core Data is otherwise.
  package func under(_ behaves: [BehaviorChoice]) -> TuneRequest {
    var other = self
    other.choices.behaves = behaves
    return other
  }
}

/// What a search is asked for.
package struct TuneQuery {
  /// The metrics of which there should be as little as can be; the first counts most.
  package var least: [String] = []
  /// What metrics may be at most.
  package var budgets: [Setting] = []
  /// The values that settings and parameters may have.
  package var over: [Setting] = []
  /// A Boolean value that indicates whether a cell that breaks an expectation of the file may not be taken.
  package var keepsExpectations = true
  /// The variants, the store and what all cells have in common.
  package var choices: Choices

  package init(_ choices: Choices) { self.choices = choices }
}

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
