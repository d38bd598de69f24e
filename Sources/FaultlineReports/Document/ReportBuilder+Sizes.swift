// How readings grow with a size: a word a variant, and a picture with the fitted curve.

import FaultlineMeasures
import Foundation  // Logarithms live in the C library's mathematics, which this links.

extension ReportBuilder {
  /// The growth of the headline columns over each size that has at least three values.
  func sizes(_ scenario: ScenarioResult) -> [Report.Block] {
    let series = SizeSeries.all(in: scenario)
    guard !series.isEmpty else { return [] }
    let parameters = series.map(\.parameter).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    return parameters.flatMap { parameter -> [Report.Block] in
      let mine = series.filter { $0.parameter == parameter }
      let charts = SizeSeries.columns(of: mine).compactMap { column in
        chart(mine.filter { $0.column == column })
      }
      return [.table(table(parameter, mine))]
        + (charts.isEmpty
          ? []
          : [
            .more(
              Report.More(title: "How it grows with \(parameter)", blocks: charts, isOpen: true))
          ])
    }
  }

  private func table(_ parameter: String, _ series: [SizeSeries]) -> Report.Table {
    let titles = ["variant", "reading", "from", "to", "grows"]
    let columns = titles.enumerated().map { index, title in
      Report.Column(
        title: title, alignment: (2...3).contains(index) ? .trailing : .leading, priority: index)
    }
    var last = ""
    let rows = series.map { series in
      let name = series.name == last ? "" : series.name
      last = series.name
      return Report.Row(cells: [
        Report.Cell(name), Report.Cell(series.column.title),
        Report.Cell(series.points.first?.quantity ?? 0, series.metric.scale),
        Report.Cell(series.points.last?.quantity ?? 0, series.metric.scale),
        Report.Cell(series.fit.growth.rawValue),
      ])
    }
    let sizes = series.first?.points.map { NumberText.grouped($0.size) } ?? []
    return Report.Table(
      title: "How it grows with \(parameter)", columns: columns, rows: rows,
      remarks: ["\(parameter) = \(sizes.joined(separator: ", "))"])
  }

  /// Sizes and readings by their powers of ten: there a line is a line, whatever it is multiplied by, and a square
  /// twice as steep.
  private func chart(_ series: [SizeSeries]) -> Report.Block? {
    guard let first = series.first else { return nil }
    let sizes = first.points.map(\.size)
    let most = series.flatMap(\.points).map(\.quantity.double).max() ?? 0
    guard most > 1 else { return nil }
    let across = Report.Axis(
      title: first.parameter,
      range: log10(Double(sizes[0]))...log10(Double(sizes[sizes.count - 1])),
      ticks: sizes.map {
        Report.Tick(value: log10(Double($0)), label: NumberText.text(.integer($0), .count))
      })
    let up = Report.Axis(
      title: first.column.title, levelsOf: series.flatMap(\.points).map(\.quantity.double),
      scale: first.metric.scale)
    let lines = series.enumerated().flatMap { index, series in
      series.lines(index, above: up.range.lowerBound)
    }
    let words = series.map { "\($0.name): \($0.fit.growth.rawValue)" }
    return .chart(
      Report.Chart(
        title: "\(first.column.title) over \(first.parameter)",
        summary: "\(first.metric.meaning), by powers of ten; " + words.joined(separator: "; ")
          + ".",
        kind: .lines, across: across, up: up,
        panels: [Report.Panel(title: "", series: lines)], table: numbers(series)))
  }

  private func numbers(_ series: [SizeSeries]) -> Report.Table {
    let sizes = series.first?.points.map(\.size) ?? []
    let titles = ["variant"] + sizes.map { NumberText.grouped($0) } + ["grows"]
    let columns = titles.enumerated().map { index, title in
      Report.Column(
        title: title, alignment: (1...sizes.count).contains(index) ? .trailing : .leading,
        priority: index)
    }
    let rows = series.map { series in
      Report.Row(
        cells: [Report.Cell(series.name)]
          + series.points.map { Report.Cell($0.quantity, series.metric.scale) }
          + [Report.Cell(series.fit.growth.rawValue)])
    }
    return Report.Table(title: series.first?.column.title ?? "", columns: columns, rows: rows)
  }
}

extension Report.Axis {
  /// An axis of powers of ten, or of 1,024 and ten where bytes are meant, around values of which one is above 1.
  fileprivate init(title: String, levelsOf values: [Double], scale: Metric.Scale) {
    func level(_ power: Int) -> Double {
      scale == .bytes
        ? pow(10, Double(power % 3)) * pow(1_024, Double(power / 3)) : pow(10, Double(power))
    }
    let least = values.filter { $0 > 0 }.min() ?? 1
    let most = values.max() ?? 1
    // No counter is above: what a damaged result says beyond lies on the edge.
    let highest = 18
    var first = 0
    while first + 1 < highest, level(first + 1) <= least { first += 1 }
    var last = first + 1
    while last < highest, level(last) < most { last += 1 }
    let every = (last - first + 4) / 5
    let ticks = stride(from: first, through: last, by: every).map { power in
      let label = NumberText.text(.integer(Int(level(power))), scale)
      return Report.Tick(value: log10(level(power)), label: label)
    }
    self.init(title: title, range: log10(level(first))...log10(level(last)), ticks: ticks)
  }
}

/// The readings of one column over the sizes of a parameter, everything else the same.
private struct SizeSeries {
  let parameter: String
  let column: Column
  let metric: Metric
  /// The variant, and where else it ran.
  let name: String
  let points: [(size: Int, quantity: Quantity)]
  let fit: SizeFit

  /// Fewer values are two numbers to compare, and no growth.
  private static let fewest = 3

  static func columns(of series: [SizeSeries]) -> [Column] {
    series.map(\.column).reduce(into: []) { columns, column in
      if !columns.contains(column) { columns.append(column) }
    }
  }

  /// Every series of a scenario, in the order of its trials.
  static func all(in scenario: ScenarioResult) -> [SizeSeries] {
    var groups: [(parameter: String, key: TrialKey, trials: [(size: Int, trial: TrialResult)])] = []
    for trial in scenario.trials {
      for setting in trial.key.sizes {
        guard let size = setting.value.whole else { continue }
        let key = trial.key.without(size: setting.name)
        if let place = groups.firstIndex(where: { $0.parameter == setting.name && $0.key == key }) {
          groups[place].trials.append((size, trial))
        } else {
          groups.append((setting.name, key, [(size, trial)]))
        }
      }
    }
    let shown = groups.filter { $0.trials.count >= Self.fewest }
    let headlines = Headlines(scenario).all
    return shown.flatMap { group in
      let names = TrialNames(shown.filter { $0.parameter == group.parameter }.map(\.key))
      return headlines.compactMap { column in
        SizeSeries(
          group.parameter, names.name(of: group.key), group.trials.sorted { $0.size < $1.size },
          column,
          scenario)
      }
    }
  }

  private init?(
    _ parameter: String, _ name: String, _ trials: [(size: Int, trial: TrialResult)],
    _ column: Column, _ scenario: ScenarioResult
  ) {
    guard let metric = scenario.metric(column.metric) else { return nil }
    points = trials.compactMap { size, trial in
      trial.reading(column.metric, at: column.checkpoint).map { (size, $0) }
    }
    guard points.count == trials.count else { return nil }
    self.parameter = parameter
    self.name = name
    self.column = column
    self.metric = metric
    fit = SizeFit(
      sizes: points.map { Double($0.size) }, readings: points.map(\.quantity.double))
  }

  /// The readings, and quietly behind them the curve that was fitted; what is below lies on the floor.
  func lines(_ style: Int, above floor: Double) -> [Report.Series] {
    func place(_ value: Double) -> Double { value > 0 ? max(floor, log10(value)) : floor }
    let readings = points.map { point in
      Report.Point(
        x: log10(Double(point.size)), y: place(point.quantity.double),
        label:
          "\(NumberText.grouped(point.size)): \(NumberText.exact(point.quantity, metric.scale))"
      )
    }
    let ends = [readings.first?.x ?? 0, readings.last?.x ?? 0]
    let curve = (0...24).map { step in
      let x = ends[0] + (ends[1] - ends[0]) * Double(step) / 24
      let value = fit.value(at: pow(10, x))
      return Report.Point(x: x, y: place(value), label: "")
    }
    return [
      Report.Series(
        name: "\(name): \(fit.growth.rawValue) fit", style: style, isStrong: false, points: curve),
      Report.Series(name: "\(name): \(fit.growth.rawValue)", style: style, points: readings),
    ]
  }
}
