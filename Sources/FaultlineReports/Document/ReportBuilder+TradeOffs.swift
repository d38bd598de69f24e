// What each variant costs as a picture: two prices set against each other, and all of them in its table.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// The variants in a picture, where two prices can be set against each other.
  func tradeOffs(_ scenario: ScenarioResult) -> [Report.Block] {
    let charts = Choice.all(scenario).compactMap { choice in
      choice.metrics.count > 1 ? Report.Block.chart(scatter(choice)) : nil
    }
    return charts.isEmpty
      ? [] : [.more(Report.More(title: "What costs what", blocks: charts, isOpen: true))]
  }

  private func scatter(_ choice: Choice) -> Report.Chart {
    let names = TrialNames(choice.scenario)
    let tied = Set(choice.winners.filter { $0.count > 1 }.joined().map(\.trial.id))
    let (across, up) = (choice.metrics[0], choice.metrics[1])
    func points(_ candidate: Choice.Candidate) -> [Report.Point] {
      [
        Report.Point(
          x: candidate.costs[0].double, y: candidate.costs[1].double,
          label: "\(names.name(of: candidate.trial)): \(costs(choice, [candidate]))")
      ]
    }
    let series = choice.candidates.enumerated().map { index, candidate in
      Report.Series(
        name: names.name(of: candidate.trial), style: index, isStrong: candidate.isWorthIt,
        points: points(candidate))
    }
    let good = series.filter(\.isStrong).map(\.name)
    let titles = choice.metrics.map { words($0) } + ["worth it"]
    let columns = titles.enumerated().map { index, title in
      Report.Column(
        title: title, alignment: index < choice.metrics.count ? .trailing : .leading,
        priority: index + 1)
    }
    let rows = choice.candidates.map { candidate in
      let verdict =
        candidate.isWorthIt
        ? (tied.contains(candidate.trial.id) ? "yes, a tie" : "yes")
        : candidate.faults.isEmpty ? "no: another costs less" : "no: it \(candidate.faults.listed)"
      return Report.Row(
        cells: [names.cell(of: candidate.trial)]
          + zip(candidate.costs, choice.metrics).map { Report.Cell($0, $1.scale) }
          + [Report.Cell(verdict, tone: candidate.isWorthIt ? .better : .plain)])
    }
    return Report.Chart(
      title: "\(words(across)) and \(words(up))"
        + (choice.place.isEmpty ? "" : ", \(choice.place)"),
      summary: "Each variant by what it costs; nearer to the lower left is better. "
        + (good.isEmpty ? "None is worth choosing." : "Worth choosing: \(good.listed)."),
      kind: .points,
      across: Report.Axis(
        title: words(across), holding: choice.candidates.map { $0.costs[0].double },
        scale: across.scale),
      up: Report.Axis(
        title: words(up), holding: choice.candidates.map { $0.costs[1].double }, scale: up.scale),
      panels: [Report.Panel(title: "", series: series)],
      table: Report.Table(
        title: "What each variant costs", columns: [names.column] + columns, rows: rows))
  }
}
