// Cells of a search as trials: planned one by one, run several at once, kept as they end.

package import FaultlineAnalysis
package import FaultlineMeasures
package import FaultlineScenarios

/// Runs cells of a scenario, and remembers them.
package final class TuneRun {
  /// A signal asked for an end.
  package struct Stopped: Error {}

  package let request: TuneRequest
  private let player: Player
  private let progress: TuneProgress
  private var memory: TuneMemory
  /// What other machines have run.
  private let swept: SweptCells?
  /// How many cells of this search were run now.
  package private(set) var ran = 0
  /// How many were run by a sweep.
  package private(set) var sweptCount = 0
  /// Cells whose values do not go together.
  private var cellRefusal: TuneDocument.Refusal?
  /// Why the first of them makes no plan.
  package private(set) var firstRefusal: Diagnostic?
  private var results: [SearchCell: CellResult] = [:]
  /// Whose behaviour the start shows.
  package let behaves: String

  package var scenario: Scenario { request.scenario }
  package var goals: [TuneGoal] { request.goals }
  package var axes: TuneAxes { request.axes }
  private let executor: ProcessExecutor

  package init(
    _ request: TuneRequest, _ player: Player, keptIn folder: String?, _ swept: SweptCells? = nil,
    note: String? = nil
  ) throws {
    self.request = request
    self.swept = swept
    self.player = player
    progress = TuneProgress(player.observer, request, note: note)
    memory = try TuneMemory(
      request.scenario, in: folder ?? ResultFolder.usual,
      world: Fingerprint.of([request.world] + (swept?.otherFacts ?? [])))
    executor = player.processes(request.file.text, request.choices)
    let start = try? request.plan(request.axes.start).trials.first
    behaves = start?.listed.side ?? [Setting]().side
  }

  /// The file in which cells are kept.
  package var keptIn: String { memory.path }

  /// What a cell has read of a metric.
  package func reading(_ cell: SearchCell, _ metric: String) -> Quantity? {
    results[cell]?.costs?[metric]
  }

  /// What a cell has read of a goal.
  package func reading(_ cell: SearchCell, _ goal: Int) -> Quantity? {
    reading(cell, goals[goal].metric.name)
  }

  /// The cells that have ended, in order.
  package var ended: [SearchCell] { results.keys.sorted { $0.lexicographicallyPrecedes($1) } }

  /// Why a cell is nothing to take, in words; nil where it may be taken.
  package func objection(to cell: SearchCell) -> String? {
    guard let result = results[cell] else { return "it is no part of the space there" }
    return result.death
      ?? result.objections(expecting: request.isExpecting).map(\.reason).first
  }

  /// How the cells died that did.
  package var deaths: [SearchCell: String] { results.compactMapValues(\.death) }

  /// What makes no plan: values of ranges, and cells.
  package var refusals: [TuneDocument.Refusal] {
    axes.refusals + [cellRefusal].compactMap(\.self)
  }

  /// Why cells are nothing to take, each reason with the number of its cells, the most frequent first.
  package var objections: [TuneDocument.Objection] {
    var counts: [CellResult.Objection: Int] = [:]
    for result in results.values {
      for objection in result.objections(expecting: request.isExpecting) {
        counts[objection, default: 0] += 1
      }
    }
    return counts.map { objection, cells in
      TuneDocument.Objection(
        reason: objection.reason, isExpectation: objection.isExpectation, cells: cells)
    }.sorted { ($1.cells, $0.reason) < ($0.cells, $1.reason) }
  }

  /// What the search is handed.
  package func measure(_ cells: [SearchCell]) throws -> [SearchReading] {
    var plans: [(cell: SearchCell, plan: Plan)] = []
    var absent: Set<SearchCell> = []
    for cell in cells {
      guard let plan = plannedOrNoted(cell), let trial = plan.trials.first else {
        absent.insert(cell)
        continue
      }
      if let line = memory.lines[trial.id] {
        note(cell, line.result)
      } else if let result = try swept?.result(of: trial) {
        sweptCount += 1
        try keep(result, of: cell, plan)
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

  /// The plan of a cell; nil, and noted, where its values do not go together.
  private func plannedOrNoted(_ cell: SearchCell) -> Plan? {
    do { return try request.plan(cell) } catch {
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
    guard !player.observer.isCancelled else { throw Stopped() }
    try swept?.allowRunningHere(plans.count)
    let plan = first.plan.joined(with: plans.dropFirst().map(\.plan))
    var failure: (any Error)?
    let wasStopped = Runner(executor, jobs: player.settings.jobs).play(plan) { event in
      if case .finished(let number, let trial, _) = event {
        let (cell, plan) = plans[number - 1]
        do { try keep(trial, of: cell, plan) } catch { failure = error }
        ran += 1
        progress.show(results.count)
      }
      return player.observer.isCancelled || failure != nil ? .stop : .proceed
    }
    if let failure { throw failure }
    if wasStopped || player.observer.isCancelled { throw Stopped() }
  }

  /// Judges a trial that has ended, and keeps what it came to.
  private func keep(_ trial: TrialResult, of cell: SearchCell, _ plan: Plan) throws {
    let whole = Runner.result(of: plan, after: [trial])
    guard let result = CellResult(whole, on: behaves) else { return }
    note(cell, result)
    try memory.keep(trial.id, result)
  }

  private func isSound(_ result: CellResult) -> Bool {
    result.objections(expecting: request.isExpecting).isEmpty
  }

  private func note(_ cell: SearchCell, _ result: CellResult) {
    results[cell] = result
    guard let read = result.costs, isSound(result) else { return }
    let readings = goals.compactMap { read[$0.metric.name] }
    if readings.count == goals.count { progress.note(readings) }
  }
}

/// Shows a search while it lasts.
package final class TuneProgress {
  private let observer: any RunObserver
  private let request: TuneRequest
  /// What is searched, where it is not the search itself.
  private let note: String?
  /// The least of what fits, with the goals in their order.
  private var best: (costs: [Double], readings: [Quantity])?

  package init(_ observer: any RunObserver, _ request: TuneRequest, note: String?) {
    self.observer = observer
    self.request = request
    self.note = note
  }

  /// Takes in what a cell read that may be taken.
  package func note(_ readings: [Quantity]) {
    let costs = zip(request.goals, readings).map { $0.cost($1) }
    guard request.axes.space.fits(costs) else { return }
    if let best, !costs.lexicographicallyPrecedes(best.costs) { return }
    best = (costs, readings)
  }

  /// Shows how many cells are known.
  package func show(_ known: Int) {
    let size = NumberText.grouped(request.axes.space.size)
    let parts: [String?] = [request.scenario.name, note, "\(known) of \(size) cells run", words]
    observer.update(parts.compactMap(\.self).joined(separator: " · "))
  }

  private var words: String {
    guard let best else { return "nothing fits so far" }
    let texts = zip(request.goals, best.readings).map {
      "\($0.metric.name) \(NumberText.text($1, $0.metric.scale))"
    }
    return "best so far " + texts.joined(separator: ", ")
  }
}

/// A search in the small sizes of a file.
package struct SmallSearch {
  package let search: FrontSearch
  /// How many of its cells died.
  package let died: Int
  /// How many cells it knows.
  package var cells: Int { search.order.count }

  /// With fewer combinations of words there is little that small sizes could spare.
  private static let fewestSlices = 4

  /// Searches in small sizes, where the file has them and they are much less work; nil otherwise.
  package init?(
    before request: TuneRequest, _ player: Player, keptIn folder: String?
  ) throws {
    let words = request.axes.space.axes.filter { !$0.isOrdered }.map(\.count)
    guard words.reduce(1, *) >= Self.fewestSlices, let smaller = request.smaller else {
      return nil
    }
    let run = try TuneRun(smaller, player, keptIn: folder, note: "small sizes first")
    var search = FrontSearch(smaller.axes.space) { try run.measure($0) }
    try search.run()
    self.search = search
    died = run.deaths.count
  }
}
