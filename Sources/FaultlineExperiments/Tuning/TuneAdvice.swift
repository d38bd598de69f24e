// From a search to advice: the point to take and why, the cliffs beside it, and what each setting is worth.

package import FaultlineAnalysis
import FaultlineMeasures
import FaultlineScenarios

/// Looks at what a search found, and at the few cells more that explain it.
package struct TuneAdvice {
  package let run: TuneRun
  package var search: FrontSearch
  package private(set) var document: TuneDocument

  private var goals: [TuneGoal] { run.goals }
  private var axes: TuneAxes { run.axes }
  private var space: SearchSpace { axes.space }

  /// The front: what fits, or everything where nothing does.
  package let front: [(cell: SearchCell, values: [Double])]
  private let fits: Bool
  /// The point to take.
  package let recommended: SearchCell?

  package init(
    _ search: FrontSearch, _ run: TuneRun, after smaller: SmallSearch?, isComplete: Bool
  ) {
    self.run = run
    self.search = search
    let space = run.axes.space
    let all = zip(search.front.cells, search.front.values).map { (cell: $0, values: $1) }
      .sorted { $0.values.lexicographicallyPrecedes($1.values) }
    let fitting = all.filter { space.fits($0.values) }
    let front = fitting.isEmpty ? all : fitting
    fits = !fitting.isEmpty
    self.front = front
    recommended = space.best(of: front.map(\.values)).map { front[$0].cell }
    document = TuneDocument(
      scenario: run.scenario.name, file: run.scenario.portableFile, store: run.request.store,
      behaves: run.behaves,
      goals: run.goals.map { .init(metric: $0.metric.name, budget: $0.budget) },
      isComplete: isComplete, fits: fits,
      cells: Self.cells(search, run))
    document.smallSizes = smaller.map { smaller in
      .init(
        cells: smaller.cells, died: smaller.died, pairs: search.ranking?.pairs ?? 0,
        turned: search.ranking?.turned ?? 0
      )
    }
    document.refusals = run.refusals
    document.objections = run.objections
    document.turns = turns
    document.covers = covers
    document.front = front.map { point($0.cell) }
    guard let recommended else { return }
    document.recommended = point(recommended)
    document.reason = reason(recommended)
    document.misses = goals.indices.compactMap { goal in
      guard let budget = goals[goal].budget, let reading = run.reading(recommended, goal),
        goals[goal].cost(reading) > goals[goal].cost(budget)
      else { return nil }
      return .init(metric: goals[goal].metric.name, budget: budget, quantity: reading)
    }
    document.yaml = yaml(recommended)
  }

  /// How much of the space was looked at.
  private static func cells(_ search: FrontSearch, _ run: TuneRun) -> TuneDocument.Cells {
    let (known, absent) = (search.order.count, search.known.count - search.order.count)
    let size = search.space.size
    return .init(
      all: size, known: known, run: run.ran, swept: run.sweptCount, leftOut: size - known - absent,
      absent: absent,
      checked: search.checked, surprises: search.surprises, died: run.deaths.count,
      unsound: search.unsound)
  }

  /// What was only sampled, and what covers it, with the number of the parts it covers.
  private var covers: [TuneDocument.Cover] {
    let names = search.covers.map { cover in
      cover.fixed.filter { space.axes[$0.key].count > 1 }.sorted { $0.key < $1.key }.map {
        Setting(name: axes.axes[$0.key].name, value: axes.axes[$0.key].values[$0.value])
      }
    }
    return names.withoutRepeats.map { name in
      .init(settings: name, parts: names.count { $0 == name })
    }
  }

  /// Where readings turn around along an axis.
  private var turns: [TuneDocument.Turn] {
    axes.axes.indices.flatMap { axis in
      goals.indices.compactMap { goal in
        search.slack.deepest(axis, goal).map { valley in
          .init(
            axis: axes.axes[axis].name, metric: goals[goal].metric.name,
            share: valley.share.isFinite ? valley.share : nil)
        }
      }
    }
  }

  private func readings(_ cell: SearchCell) -> [TuneDocument.Reading] {
    goals.indices.compactMap { goal in
      run.reading(cell, goal).map { .init(metric: goals[goal].metric.name, quantity: $0) }
    }
  }

  private func point(_ cell: SearchCell) -> TuneDocument.Point {
    let values = search.known[cell]?.values
    return .init(
      settings: [Setting(name: TuneAxes.variant, value: axes.value(cell, 0))] + axes.settings(cell),
      readings: readings(cell),
      alike: search.order.count { search.known[$0]?.values == values })
  }

  private func text(_ cell: SearchCell, _ goal: Int) -> String {
    run.reading(cell, goal).map { NumberText.text($0, goals[goal].metric.scale) } ?? "none"
  }

  private func reason(_ cell: SearchCell) -> String {
    let first = goals[0].metric
    let least =
      "the \(first.polarity == .more ? "most" : "least") \(first.name) (\(text(cell, 0)))"
    guard fits else {
      return "Nothing fits: this point misses its budgets by the least share."
    }
    let budgets = goals.filter { $0.budget != nil }.map(\.metric.name)
    let all = search.unsound > 0 ? "all cells that may be taken" : "all cells"
    let among =
      budgets.isEmpty ? "of \(all)" : "among the cells within the budget of \(budgets.listed)"
    let others =
      switch front.count {
      case 1: "no cell is better in any goal"
      case 2: "the other point of the front is better in another goal and worse in this one"
      default:
        "each of the other \(NumberText.grouped(front.count - 1)) of the front is better in another goal and worse in this one"
      }
    return "It has \(least) \(among); \(others)."
  }

  private func yaml(_ cell: SearchCell) -> String {
    var context: [String] = []
    var parameters: [String] = []
    for setting in axes.settings(cell) {
      let text = setting.value.plain
      let isLevels = setting.name == "undo" && Int(text) != nil
      let line = "  \(setting.name): \(isLevels ? "{levels: \(text)}" : text)"
      if run.scenario.isParameter(setting.name) {
        parameters.append(line)
      } else {
        context.append(line)
      }
    }
    let variant = axes.value(cell, 0)
    let lines =
      ["# beside what the variant '\(variant)' sets"]
      + (context.isEmpty ? [] : ["context:"] + context)
      + (parameters.isEmpty
        ? [] : ["# the values to take for these parameters", "parameters:"] + parameters)
    return lines.joined(separator: "\n")
  }

  // MARK: - What explains it

  /// Runs the cells that show the cliffs, and what each setting is worth alone.
  package mutating func explain() throws {
    guard let recommended else { return }
    for axis in axes.varied where space.axes[axis].isOrdered {
      for end in [0, space.axes[axis].count - 1] where end != recommended[axis] {
        if let cliff = try cliff(from: recommended, along: axis, to: end) {
          document.cliffs.append(cliff)
        }
      }
    }
    let start = axes.start
    let alone = axes.varied.filter { start[$0] != recommended[$0] }
    try search.look(at: [start] + alone.map { start.with(recommended[$0], at: $0) })
    for axis in alone {
      document.worth.append(
        .init(
          axis: axes.axes[axis].name, from: axes.value(start, axis),
          to: axes.value(recommended, axis), before: readings(start),
          after: readings(start.with(recommended[axis], at: axis))))
    }
    document.otherWork = MetricName.work.compactMap { metric in
      guard let before = run.reading(start, metric), let after = run.reading(recommended, metric),
        before != after
      else { return nil }
      return .init(metric: metric, start: before, recommended: after)
    }
    document.refusals = run.refusals
    document.objections = run.objections
    document.cells = Self.cells(search, run)
  }

  /// Says how far the answer holds.
  package mutating func weigh(on scope: TuneScope) throws {
    guard recommended != nil else { return }
    document.weighed = scope.points.count
    document.elsewhere = try scope.elsewhere()
  }

  /// The first value on the way to an end at which a budget breaks or a reading is twice as much.
  private mutating func cliff(
    from cell: SearchCell, along axis: Int, to end: Int
  ) throws -> TuneDocument.Cliff? {
    try search.look(at: [cell.with(end, at: axis)])
    guard worse(cell.with(end, at: axis), than: cell) != nil else { return nil }
    var (good, bad) = (cell[axis], end)
    while abs(bad - good) > 1 {
      let middle = good + (bad - good) / 2
      try search.look(at: [cell.with(middle, at: axis)])
      if worse(cell.with(middle, at: axis), than: cell) != nil {
        bad = middle
      } else {
        good = middle
      }
    }
    let edge = cell.with(bad, at: axis)
    guard let goal = worse(edge, than: cell), let reading = run.reading(edge, goal),
      let mine = run.reading(cell, goal)
    else { return nil }
    let budget = goals[goal].budget
    return .init(
      axis: axes.axes[axis].name, value: axes.value(edge, axis), metric: goals[goal].metric.name,
      quantity: reading, recommended: mine,
      breaksBudget: budget.map { goals[goal].cost(reading) > goals[goal].cost($0) } ?? false)
  }

  /// A goal in which a cell breaks a budget that another keeps, or reads at least twice as much.
  private func worse(_ cell: SearchCell, than other: SearchCell) -> Int? {
    guard let there = search.known[cell]?.values, let here = search.known[other]?.values else {
      return nil
    }
    return goals.indices.first { goal in
      let budget = space.budgets[goal]
      if let budget, there[goal] > budget, here[goal] <= budget { return true }
      return goals[goal].metric.polarity != .more && here[goal] > 0 && there[goal] >= 2 * here[goal]
    }
  }
}
