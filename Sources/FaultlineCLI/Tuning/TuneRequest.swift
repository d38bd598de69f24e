// What a command line asks of a search: the scenario, its goals and axes, and how each cell is planned and run.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineScenarios

/// A search as it is asked for.
struct TuneRequest {
  let file: PlannedFile
  let goals: [TuneGoal]
  let axes: TuneAxes
  /// Whether a cell that breaks an expectation of the file is nothing to take.
  let isExpecting: Bool
  /// What all cells have in common.
  private(set) var choices: Choices
  let timeout: Duration?
  let memoryLimit: Int?

  var scenario: Scenario { file.plan.scenario }
  var store: String { choices.stores.joined() }

  init(
    _ arguments: ParsedArguments, progress: ProgressLine, taking settlement: Settlement? = nil
  ) throws {
    goals = try TuneGoal.all(arguments)
    isExpecting = !arguments.has(TuneCommand.noExpectations)
    timeout = arguments[CommonOptions.timeout]
    memoryLimit = arguments.memoryLimit
    let files = try ScenarioFiles(arguments.operands)
    guard files.paths.count == 1 else {
      throw UsageError(
        "A search takes one scenario, and this names \(files.paths.count).", command: "tune")
    }
    var choices = Choices(arguments)
    choices.variants = []
    choices.repeats = 1
    guard let file = try files.plans(choosing: choices).first else {
      throw UsageError("This names no scenario.", command: "tune")
    }
    self.file = file
    let scenario = file.plan.scenario
    let named = choices.parameters.map(\.name)
    choices.parameters += scenario.searchedSizes(quick: choices.quick).filter {
      !named.contains($0.name)
    }
    if choices.stores.isEmpty { choices.stores = Array(scenario.stores.map(\.name).prefix(1)) }
    guard choices.stores.count == 1 else {
      throw UsageError("A search runs on one store; choose it with --store.", command: "tune")
    }
    // A cell that the matrix excludes is an empty plan and no mistake.
    choices.only = ["*"]
    choices.ends = settlement?.ends ?? []
    self.choices = choices
    axes = try TuneAxes(scenario, arguments, goals: goals) { variant, settings in
      progress.update(
        "\(scenario.name) · planning \(settings.map(\.assignment).joined(separator: " · "))")
      _ = try Plan(scenario, choosing: choices.of(variant, settings))
    }
  }

  /// The plan of a cell: one trial, or none where the matrix excludes it.
  func plan(_ cell: SearchCell) throws(Diagnostic) -> Plan {
    try Plan(scenario, choosing: choices.of(axes.value(cell, 0), axes.settings(cell)))
  }

  /// Everything on which readings depend beside the cell.
  var world: String {
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
  var smaller: TuneRequest? {
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
  func under(_ behaves: [BehaviourChoice]) -> TuneRequest {
    var other = self
    other.choices.behaves = behaves
    return other
  }
}
