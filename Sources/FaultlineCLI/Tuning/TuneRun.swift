// Cells of a search as trials: planned one by one, run several at once, kept as they end.

import FaultlineMeasures
import FaultlineScenarios
import Foundation

/// Runs cells of a scenario, and remembers them.
final class TuneRun {
  /// A signal asked for an end.
  struct Stopped: Error {}

  let file: PlannedFile
  let goals: [TuneGoal]
  let axes: TuneAxes
  private let arguments: ParsedArguments
  private let choices: Choices
  private let jobs: Int
  private let progress: ProgressLine
  private var memory: TuneMemory
  /// The cells of this search that were run now, and those that were known.
  private(set) var ran = 0
  private(set) var recalled = 0
  private(set) var deaths: [SearchCell: String] = [:]
  private var readings: [SearchCell: [String: Quantity]] = [:]
  private var front = SearchFront()
  var scenario: Scenario { file.plan.scenario }

  init(_ arguments: ParsedArguments, console: Console) throws {
    self.arguments = arguments
    goals = try TuneGoal.all(arguments)
    progress = ProgressLine(arguments, console: console)
    jobs = arguments[CommonOptions.jobs] ?? 1
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
    self.choices = choices
    axes = try TuneAxes(scenario, arguments, goals: goals)
    let words =
      [file.text] + scenario.workload.map(\.assignment) + choices.parameters.map(\.assignment)
      + choices.limits.map(\.assignment) + choices.behaves.map(\.text) + choices.stores
      + [
        "\(choices.quick)", Program.current.build,
        "\(String(describing: arguments[CommonOptions.timeout]))",
        "\(String(describing: arguments[CommonOptions.memoryLimit]))",
      ]
    memory = try TuneMemory(
      scenario, in: arguments[CommonOptions.out] ?? ResultFolder.usual,
      world: Fingerprint.of(words), fresh: arguments.has(TuneCommand.fresh))
  }

  /// The file in which cells are kept.
  var keptIn: String { memory.path }
  var stores: [String] { choices.stores }
  var sizes: [Setting] { choices.parameters }

  /// What a cell has read of a goal.
  func reading(_ cell: SearchCell, _ goal: Int) -> Quantity? {
    readings[cell]?[goals[goal].metric.name]
  }

  /// What the search is handed.
  func measure(_ cells: [SearchCell]) throws -> [SearchReading] {
    var plans: [(cell: SearchCell, plan: Plan)] = []
    var absent: Set<SearchCell> = []
    for cell in cells {
      let plan = try plan(cell)
      guard let trial = plan.trials.first else {
        absent.insert(cell)
        continue
      }
      if let line = memory.lines[trial.id] {
        recalled += 1
        note(cell, readings: line.readings, death: line.death)
      } else {
        plans.append((cell, plan))
      }
    }
    try run(plans)
    return try cells.map { cell in
      if absent.contains(cell) { return .absent }
      guard let read = readings[cell] else { return .died }
      return .values(
        try goals.map { goal in
          guard let reading = read[goal.metric.name] else {
            throw Diagnostic(
              "'\(goal.metric.name)' is not read in '\(scenario.name)', so nothing can be chosen by it",
              file: scenario.file)
          }
          return goal.cost(reading)
        })
    }
  }

  private func plan(_ cell: SearchCell) throws -> Plan {
    var choices = choices
    choices.variants = [axes.value(cell, 0)]
    choices.over = axes.settings(cell)
    return try Plan(scenario, choosing: choices)
  }

  private func run(_ plans: [(cell: SearchCell, plan: Plan)]) throws {
    guard let first = plans.first else { return }
    guard !Interruption.isAsked else { throw Stopped() }
    let plan = first.plan.joined(with: plans.dropFirst().map(\.plan))
    let executor = ProcessExecutor(
      text: file.text, choices: choices, timeout: arguments[CommonOptions.timeout],
      memoryLimit: arguments[CommonOptions.memoryLimit])
    var failure: (any Error)?
    let wasStopped = Runner(executor, jobs: jobs).play(plan) { event in
      if case .finished(let number, let result, _) = event {
        let costs = result.death == nil ? result.costs(plan.metrics) : nil
        do {
          try memory.keep(
            result.id, readings: costs, death: costs == nil ? result.death?.sentence : nil)
        } catch { failure = error }
        ran += 1
        note(plans[number - 1].cell, readings: costs, death: result.death?.sentence)
        progress.update(words)
      }
      return Interruption.isAsked || failure != nil ? .stop : .goOn
    }
    if let failure { throw failure }
    if wasStopped || Interruption.isAsked { throw Stopped() }
  }

  func endProgress() { progress.clear() }

  /// How far it is, and the best of what is known.
  private var words: String {
    let size = NumberText.grouped(axes.space.size)
    let fitting = front.values.filter(axes.space.fits)
    let best = fitting.min { $0.lexicographicallyPrecedes($1) }
    guard let best, let place = front.values.firstIndex(of: best) else {
      return "\(scenario.name) · \(readings.count) of \(size) cells run · nothing fits so far"
    }
    let cell = front.cells[place]
    let costs = goals.indices.compactMap { goal in
      reading(cell, goal).map {
        "\(goals[goal].metric.name) \(NumberText.text($0, goals[goal].metric.scale))"
      }
    }
    return "\(scenario.name) · \(readings.count) of \(size) cells run · best so far "
      + costs.joined(separator: ", ")
  }

  private func note(_ cell: SearchCell, readings read: [String: Quantity]?, death: String?) {
    guard let read, death == nil else {
      deaths[cell] = death ?? "ended without an answer"
      return
    }
    readings[cell] = read
    let costs = goals.compactMap { goal in read[goal.metric.name].map(goal.cost) }
    if costs.count == goals.count { front.note(costs, of: cell) }
  }
}
