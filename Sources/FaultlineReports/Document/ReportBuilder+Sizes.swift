// How readings grow with a size: a word a variant, and a picture with the fitted curve.

import FaultlineAnalysis
import FaultlineMeasures
import Foundation  // Logarithms live in the C library's mathematics, which this links.

extension ReportBuilder {
  /// The growth of the headline columns over each size that has at least three values.
  func sizes(_ scenario: ScenarioResult) -> [Report.Block] {
    let series = SizeSeries.all(in: scenario)
    guard !series.isEmpty else { return [] }
    let parameters = series.map(\.parameter).withoutRepeats
    return parameters.flatMap { parameter -> [Report.Block] in
      let mine = series.filter { $0.parameter == parameter }
      let charts = SizeSeries.columns(of: mine).compactMap { column in
        chart(mine.filter { $0.column == column })
      }
      let rows = table(parameter, mine)
      let all = Report.Block.table(rows)
      let tables =
        rows.rows.count > Report.Block.mostSeen
        ? [.table(overview(rows, mine)), all.folded()] : [all]
      return tables
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

  /// How many lines grow in which way, where a row a line would be too many.
  private func overview(_ rows: Report.Table, _ series: [SizeSeries]) -> Report.Table {
    let growths = SizeGrowth.allCases.filter { growth in
      series.contains { $0.fit.growth == growth }
    }
    let readings = SizeSeries.columns(of: series).map { column in
      let mine = series.filter { $0.column == column }
      return Report.Row(
        cells: [Report.Cell(column.title)]
          + growths.map { growth in
            let count = mine.count { $0.fit.growth == growth }
            return count == 0 ? .notRun : Report.Cell(.integer(count), .count)
          })
    }
    let columns =
      [Report.Column(title: "reading", alignment: .leading, priority: 0)]
      + growths.enumerated().map {
        Report.Column(title: $1.rawValue, alignment: .trailing, priority: $0 + 1)
      }
    return Report.Table(
      title: "\(rows.title), in so many variants", columns: columns, rows: readings,
      remarks: rows.remarks)
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
    let words = series.prefix(Self.mostPanels).map { "\($0.name): \($0.fit.growth.rawValue)" }
    let more = series.count - words.count
    return .chart(
      Report.Chart(
        title: "\(first.column.title) over \(first.parameter)",
        summary: "\(first.metric.meaning), by powers of ten; " + words.joined(separator: "; ")
          + (more > 0 ? "; and \(counted(more, "more line"))" : "") + ".",
        kind: .lines, across: across, up: up,
        panels: panels(series, above: up.range.lowerBound), table: numbers(series)))
  }

  /// More lines in one picture cannot be distinguished, and more pictures are not looked at.
  private static let mostLines = 8
  private static let mostPanels = 12

  /// All lines in one picture where they are few; else a line a variant, and a picture for whatever else is varied.
  private func panels(_ series: [SizeSeries], above floor: Double) -> [Report.Panel] {
    let axes = CellAxes(series.map(\.key))
    guard series.count > Self.mostLines,
      let line = axes.axes.firstIndex(where: { $0.kind == .variant })
        ?? axes.axes.indices.max(by: {
          axes.axes[$0].values.count < axes.axes[$1].values.count
        })
    else {
      let lines = series.enumerated().flatMap { $1.lines($0, above: floor) }
      return [Report.Panel(title: "", series: lines)]
    }
    let others = axes.axes.indices.filter { $0 != line }
    return axes.grouped(by: others).prefix(Self.mostPanels).map { group in
      let title = others.map { axes.axes[$0].words(axes.places[group[0]][$0]) }
      let lines = group.prefix(Self.mostLines).flatMap { index in
        let style = axes.places[index][line]
        return series[index].lines(style, above: floor, as: axes.axes[line].words(style))
      }
      return Report.Panel(title: title.joined(separator: " · "), series: lines)
    }
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

// The sizes that are worth a picture.
extension SizeGroup {
  /// More sizes make a page too long.
  private static let mostDrawn = 4

  /// The groups that are drawn, the largest first: all of a few variants, and of many so many that a page can be read.
  static func drawn(in scenario: ScenarioResult) -> [SizeGroup] {
    let groups = all(in: scenario)
    return scenario.trials.count < CellGrid.fewest
      ? groups.reversed() : groups.suffix(mostDrawn).reversed()
  }
}

// Readings over sizes as lines of a chart.
extension SizeSeries {
  /// The readings, and quietly behind them the curve that was fitted; what is below lies on the floor.
  func lines(_ style: Int, above floor: Double, as name: String? = nil) -> [Report.Series] {
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
        name: "\(name ?? self.name): \(fit.growth.rawValue) fit", style: style, isStrong: false,
        points: curve),
      Report.Series(
        name: name ?? "\(self.name): \(fit.growth.rawValue)", style: style, points: readings),
    ]
  }
}

// What grew along the rounds of the scenario's loops, and how.
extension ReportBuilder {
  private static let growthColumns = [
    Report.Column(title: "what grew", alignment: .leading, priority: 1),
    Report.Column(title: "at", alignment: .leading, priority: 5),
    Report.Column(title: "from", alignment: .trailing, priority: 6),
    Report.Column(title: "to", alignment: .trailing, priority: 3),
    Report.Column(title: "a round", alignment: .trailing, priority: 4),
    Report.Column(title: "", alignment: .leading, priority: 2),
  ]

  /// The table of what grew, the first ten lines of it; of several sizes the largest has the most rounds to show.
  func growth(_ scenario: ScenarioResult) -> [Report.Block] {
    guard let group = SizeGroup.all(in: scenario).last else { return [] }
    let scenario = group.scenario
    let names = TrialNames(scenario)
    var level = 0
    let rows = scenario.trials.flatMap { trial in
      let all = LoopGrowth.all(in: trial, of: scenario)
      level += all.count { $0.form == .flat && ($0.values.last ?? 0) != 0 }
      return all.filter { $0.form != .flat }.enumerated().map { index, growth in
        let scale = growth.metric.scale
        return Report.Row(cells: [
          index == 0 ? names.cell(of: trial) : Report.Cell(""),
          Report.Cell(growth.metric.name),
          Report.Cell("\(growth.loop) × \(growth.values.count)"),
          Report.Cell(growth.values.first ?? 0, scale),
          Report.Cell(growth.values.last ?? 0, scale),
          Report.Cell(NumberText.signed(growth.slope, scale)),
          Report.Cell(growth.form.rawValue),
        ])
      }
    }
    guard !rows.isEmpty else { return [] }
    let shown = rows.shown(atMost: Report.List.limit)
    let more = rows.count - shown.count
    var remarks = more > 0 ? ["… \(more) more"] : []
    if level > 0 { remarks.append("\(counted(level, "reading")) stayed flat") }
    let table = Report.Table(
      title: group.title("What grew along a loop"),
      columns: [names.column] + Self.growthColumns,
      rows: Array(shown), remarks: remarks)
    return [.table(table)]
  }
}
