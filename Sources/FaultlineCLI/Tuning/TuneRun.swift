// Cells of a search as trials: planned one by one, run several at once, kept as they end.

import FaultlineMeasures
import FaultlineReports
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
  /// How many cells of this search were run now.
  private(set) var ran = 0
  /// Cells whose values do not go together.
  private var cellRefusal: TuneDocument.Refusal?
  /// Why the first of them makes no plan.
  private(set) var firstRefusal: Diagnostic?
  private var results: [SearchCell: CellResult] = [:]
  /// Whether a cell that breaks an expectation of the file is nothing to take.
  private let isExpecting: Bool
  /// Whose behaviour the start shows.
  private var side = [Setting]().side
  private var front = SearchFront()
  var scenario: Scenario { file.plan.scenario }

  init(_ arguments: ParsedArguments, console: Console) throws {
    self.arguments = arguments
    goals = try TuneGoal.all(arguments)
    let progress = ProgressLine(arguments, console: console)
    self.progress = progress
    jobs = arguments[CommonOptions.jobs] ?? 1
    isExpecting = !arguments.has(TuneCommand.noExpectations)
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
    axes = try TuneAxes(scenario, arguments, goals: goals) { variant, settings in
      progress.update(
        "\(scenario.name) · planning \(settings.map(\.assignment).joined(separator: " · "))")
      _ = try Plan(scenario, choosing: choices.of(variant, settings))
    }
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
    if let start = try? plan(axes.start).trials.first { side = start.listed.side }
  }

  /// The file in which cells are kept.
  var keptIn: String { memory.path }
  var stores: [String] { choices.stores }

  /// What a cell has read of a metric.
  func reading(_ cell: SearchCell, _ metric: String) -> Quantity? {
    results[cell]?.costs?[metric]
  }

  /// What a cell has read of a goal.
  func reading(_ cell: SearchCell, _ goal: Int) -> Quantity? {
    reading(cell, goals[goal].metric.name)
  }

  /// The cells that have ended, in order.
  var ended: [SearchCell] { results.keys.sorted { $0.lexicographicallyPrecedes($1) } }

  /// How the cells died that did.
  var deaths: [SearchCell: String] { results.compactMapValues(\.death) }

  /// What makes no plan: values of ranges, and cells.
  var refusals: [TuneDocument.Refusal] {
    axes.refusals + [cellRefusal].compactMap(\.self)
  }

  /// Why cells are nothing to take, each reason with the number of its cells, the most frequent first.
  var objections: [TuneDocument.Objection] {
    var counts: [CellResult.Objection: Int] = [:]
    for result in results.values {
      for objection in result.objections(expecting: isExpecting) {
        counts[objection, default: 0] += 1
      }
    }
    return counts.map { objection, cells in
      TuneDocument.Objection(
        reason: objection.reason, isExpectation: objection.isExpectation, cells: cells)
    }.sorted { ($1.cells, $0.reason) < ($0.cells, $1.reason) }
  }

  /// What the search is handed.
  func measure(_ cells: [SearchCell]) throws -> [SearchReading] {
    var plans: [(cell: SearchCell, plan: Plan)] = []
    var absent: Set<SearchCell> = []
    for cell in cells {
      guard let plan = plannedOrNoted(cell), let trial = plan.trials.first else {
        absent.insert(cell)
        continue
      }
      if let line = memory.lines[trial.id] {
        note(cell, line.result)
      } else {
        plans.append((cell, plan))
      }
    }
    try run(plans)
    return try cells.map { cell in
      if absent.contains(cell) { return .absent }
      guard let result = results[cell], let read = result.costs else { return .died }
      let costs = try goals.map { goal in
        guard let reading = read[goal.metric.name] else {
          throw Diagnostic(
            "'\(goal.metric.name)' is not read in '\(scenario.name)', so nothing can be chosen by it",
            file: scenario.file)
        }
        return goal.cost(reading)
      }
      return isSound(result) ? .values(costs) : .unsound(costs)
    }
  }

  private func plan(_ cell: SearchCell) throws(Diagnostic) -> Plan {
    try Plan(scenario, choosing: choices.of(axes.value(cell, 0), axes.settings(cell)))
  }

  /// The plan of a cell; nil, and noted, where its values do not go together.
  private func plannedOrNoted(_ cell: SearchCell) -> Plan? {
    do { return try plan(cell) } catch {
      firstRefusal = firstRefusal ?? error
      let example = [axes.value(cell, 0)] + axes.settings(cell).map(\.assignment)
      let count = (cellRefusal?.count ?? 0) + 1
      cellRefusal = TuneDocument.Refusal(
        count: count, example: cellRefusal?.example ?? example.joined(separator: " · "),
        reason: cellRefusal?.reason ?? error.message)
      return nil
    }
  }

  private func run(_ plans: [(cell: SearchCell, plan: Plan)]) throws {
    guard let first = plans.first else { return }
    guard !Interruption.isAsked else { throw Stopped() }
    let plan = first.plan.joined(with: plans.dropFirst().map(\.plan))
    let executor = ProcessExecutor(
      text: file.text, choices: choices, timeout: arguments[CommonOptions.timeout],
      memoryLimit: arguments[CommonOptions.memoryLimit])
    let runner = Runner(executor, jobs: jobs)
    var failure: (any Error)?
    let wasStopped = runner.play(plan) { event in
      if case .finished(let number, let trial, _) = event {
        let (cell, plan) = plans[number - 1]
        if let result = CellResult(runner.result(plan, after: [trial]), on: side) {
          do { try memory.keep(trial.id, result) } catch { failure = error }
          note(cell, result)
        }
        ran += 1
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
      return "\(scenario.name) · \(results.count) of \(size) cells run · nothing fits so far"
    }
    let cell = front.cells[place]
    let costs = goals.indices.compactMap { goal in
      reading(cell, goal).map {
        "\(goals[goal].metric.name) \(NumberText.text($0, goals[goal].metric.scale))"
      }
    }
    return "\(scenario.name) · \(results.count) of \(size) cells run · best so far "
      + costs.joined(separator: ", ")
  }

  private func isSound(_ result: CellResult) -> Bool {
    result.objections(expecting: isExpecting).isEmpty
  }

  private func note(_ cell: SearchCell, _ result: CellResult) {
    results[cell] = result
    guard let read = result.costs, isSound(result) else { return }
    let costs = goals.compactMap { goal in read[goal.metric.name].map(goal.cost) }
    if costs.count == goals.count { front.note(costs, of: cell) }
  }
}

extension Choices {
  /// The same for one cell.
  fileprivate func of(_ variant: String, _ settings: [Setting]) -> Choices {
    var choices = self
    choices.variants = [variant]
    choices.over = settings
    return choices
  }
}
