// The readings of many trials in tables over their axes.

import FaultlineAnalysis
import FaultlineMeasures
import Foundation  // Logarithms live in the C library's mathematics, which this links.

/// Puts the readings of a scenario's trials into tables over their axes.
struct CellGrid {
  let axes: CellAxes
  private let scenario: ScenarioResult
  private let layout: CellAxes.Layout
  private let headlines: Headlines
  /// The trials of each table, in the order of their values.
  private let facets: [[Int]]
  /// The trials that may be compared with each other, those of one size on one store.
  private let groups: [[Int]]
  private let judged: TrialJudgements

  /// So few cells are read as rows.
  static let fewest = 13
  /// The most numbers on a page.
  private static let mostNumbers = 40_000

  /// Nil where rows are as good: where the cells are few, vary one thing, or have nothing to show.
  init?(_ scenario: ScenarioResult) {
    guard scenario.trials.count >= Self.fewest else { return nil }
    let axes = CellAxes(scenario.trials.map(\.key))
    let headlines = Headlines(scenario)
    guard let layout = axes.layout, !(headlines.columns + headlines.times).isEmpty else {
      return nil
    }
    self.axes = axes
    self.scenario = scenario
    self.layout = layout
    self.headlines = headlines
    judged = TrialJudgements(scenario)
    facets = axes.grouped(by: layout.facets)
    groups = axes.grouped(by: axes.ofSurroundings)
  }

  var grid: Report.Grid {
    let all = headlines.columns + headlines.times
    let shown = all.prefix(max(1, Self.mostNumbers / scenario.trials.count))
    return Report.Grid(
      title: "Variants over what they vary", lead: lead,
      axes: axes.axes.map {
        Report.Grid.Axis(name: $0.name, values: $0.labels, plain: $0.plain)
      },
      parts: shown.map(part), scope: scope, count: scenario.trials.count,
      leftOut: all.dropFirst(shown.count).map(\.title),
      elsewhere: "All of it: --format html with a filter by axis, --format csv and json with every "
        + "reading of every cell."
    )
  }

  // MARK: - Words

  private var lead: [String] {
    let product = axes.axes.map { Double($0.values.count) }.reduce(1, *)
    let count = Double(scenario.trials.count)
    let run =
      product > count && product < 1e15
      ? "\(NumberText.grouped(Int(count))) of \(counted(Int(product), "cell")) were run"
      : counted(scenario.trials.count, "cell")
    let names = axes.axes.map { "\($0.name) (\(NumberText.grouped($0.values.count)))" }
    let same = headlines.shared.compactMap { column in
      scenario.trials.first.flatMap { trial in
        trial.reading(column.metric, at: column.checkpoint).map {
          "\(column.title) \(NumberText.text($0, scenario.metric(column.metric)?.scale ?? .count))"
        }
      }
    }
    let shared = TrialNames(scenario).shared + same
    let sides =
      "Rows: \(axes.axes[layout.rows].name) · columns: \(axes.axes[layout.columns].name)"
      + (layout.facets.isEmpty
        ? "" : " · a table for each \(layout.facets.map { axes.axes[$0].name }.listed)")
    return ["\(run): \(names.joined(separator: " × "))", reference, sides].compactMap(\.self)
      + (shared.isEmpty ? [] : ["In all cells: \(shared.joined(separator: " · "))"])
  }

  /// The reference, named here and nowhere else.
  private var reference: String? {
    if axes.axes.contains(where: { $0.kind == .variant }) {
      return "Reference: \(scenario.reference)"
    }
    return scenario.trials.first.flatMap { TrialReferences(scenario).reference(of: $0) }
      .map { "Reference: \(TrialNames(scenario).name(of: $0))" }
  }

  private var scope: String {
    let names = axes.ofSurroundings.map { axes.axes[$0].name }
    return names.isEmpty ? "" : "of the same \(names.listed)"
  }

  // MARK: - Tables

  private func part(_ column: Column) -> Report.Grid.Part {
    let isTime = headlines.times.contains(column)
    let metric = scenario.metric(column.metric)
    let readings = scenario.trials.map { trial in
      trial.death != nil
        ? nil
        : isTime
          ? Spread(trial, column)?.median : trial.reading(column.metric, at: column.checkpoint)
    }
    var scales = [CellScale?](repeating: nil, count: readings.count)
    if !isTime {
      for group in groups {
        let scale = CellScale(
          group.compactMap { readings[$0] }, metric?.polarity ?? .neutral)
        for trial in group { scales[trial] = scale }
      }
    }
    let cells = scenario.trials.indices.map { trial -> Report.Cell in
      var cell = self.cell(readings[trial], scales[trial], scenario.trials[trial], metric, isTime)
      cell.isBroken = isBroken(scenario.trials[trial], column)
      return cell
    }
    let way = isTime ? .neutral : metric?.polarity ?? .neutral
    return Report.Grid.Part(
      title: isTime ? "\(Spread.mark) \(column.title)" : column.title,
      lead: "\(column.metric)@\(column.checkpoint)"
        + (way == .neutral ? "" : way == .less ? ", less is better" : ", more is better"),
      facets: facets.map { facet($0, cells) })
  }

  private func cell(
    _ reading: Quantity?, _ scale: CellScale?, _ trial: TrialResult, _ metric: Metric?,
    _ isTime: Bool
  ) -> Report.Cell {
    guard trial.death == nil else { return .died }
    guard let reading else { return .notRead }
    var cell = Report.Cell(reading, metric?.scale ?? .count)
    if isTime {
      let (numbers, unit) = NumberText.durations([reading.double])
      cell.text = "\(numbers[0]) \(unit)"
      cell.exact = nil
    }
    cell.tone = scale?.tone(of: reading) ?? .plain
    cell.level = scale?.level(of: reading)
    return cell
  }

  /// Whether an expectation about this trial alone broke that asks for this reading, or for none that is shown.
  private func isBroken(_ trial: TrialResult, _ column: Column) -> Bool {
    judged.about(trial).contains { judgement in
      guard judgement.outcome == .broken, judgement.variant != nil, judgement.trials.count < 2
      else { return false }
      let asked = Set(judgement.asks.map(\.metric))
      return asked.contains(column.metric)
        || !headlines.columns.contains { asked.contains($0.metric) }
    }
  }

  private func facet(_ trials: [Int], _ cells: [Report.Cell]) -> Report.Grid.Facet {
    let at = layout.facets.map { axis in
      Report.AxisValue(axis: axis, value: axes.places[trials[0]][axis])
    }
    let placed = Dictionary(
      trials.map { ([axes.places[$0][layout.rows], axes.places[$0][layout.columns]], cells[$0]) },
      uniquingKeysWith: { first, _ in first })
    func run(_ axis: Int) -> [Int] { Set(trials.map { axes.places[$0][axis] }).sorted() }
    let (down, along) = (axes.axes[layout.rows], axes.axes[layout.columns])
    let (rowLabels, columnLabels) = (down.labels, along.labels)
    var columns = [
      Report.Column(title: "\(down.name) ↓ \(along.name) →", alignment: .leading, priority: 0)
    ]
    let shown = run(layout.columns)
    columns += shown.enumerated().map { place, value in
      var column = Report.Column(
        title: columnLabels[value], alignment: .trailing, priority: place + 1)
      column.at = [Report.AxisValue(axis: layout.columns, value: value)]
      return column
    }
    let rows = run(layout.rows).map { row in
      Report.Row(
        cells: [Report.Cell(rowLabels[row])] + shown.map { placed[[row, $0]] ?? .notRun },
        at: [Report.AxisValue(axis: layout.rows, value: row)])
    }
    let title = at.map { axes.axes[$0.axis].words($0.value) }.joined(separator: " · ")
    return Report.Grid.Facet(
      at: at, table: Report.Table(title: title, columns: columns, rows: rows))
  }
}

/// The range of comparable readings of one metric.
struct CellScale {
  private let best: Quantity
  private let worst: Quantity
  private let isJudged: Bool

  /// The range of readings; nil where they are all alike, or where none may be called better.
  init?(_ readings: [Quantity], _ polarity: Metric.Polarity) {
    let finite = readings.filter(\.double.isFinite)
    guard let least = finite.min(), let most = finite.max(), least != most else { return nil }
    best = polarity == .more ? most : least
    worst = polarity == .more ? least : most
    isJudged = polarity != .neutral
  }

  /// How a reading is marked; a tie with the best is one even where it is the worst as well.
  func tone(of reading: Quantity) -> Report.Tone {
    guard isJudged, reading.double.isFinite else { return .plain }
    if reading == best { return .best }
    if Tie.areTied(reading, best) { return .tie }
    return Tie.areTied(reading, worst) ? .worst : .plain
  }

  /// How near to the worst a reading is; of what is neither good nor bad, to the greatest.
  ///
  /// Counters go over powers of ten, so half of the way is half of the powers. What ties with the best is as light.
  func level(of reading: Quantity) -> Int? {
    guard reading.double.isFinite else { return nil }
    if Tie.areTied(reading, best) { return 0 }
    if Tie.areTied(reading, worst) { return Report.Cell.deepest }
    let (from, to) = (Self.place(best), Self.place(worst))
    guard from != to else { return 0 }
    let part = (Self.place(reading) - from) / (to - from)
    return min(max(Int((part * Double(Report.Cell.deepest)).rounded()), 0), Report.Cell.deepest)
  }

  /// Where a reading lies by powers of ten, on both sides of zero.
  private static func place(_ quantity: Quantity) -> Double {
    let size = log10(1 + quantity.double.magnitude)
    return quantity.double < 0 ? -size : size
  }
}
