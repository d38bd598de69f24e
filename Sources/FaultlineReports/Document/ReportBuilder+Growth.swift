// What grew in every round of the scenario's loops.

import FaultlineMeasures

extension ReportBuilder {
  private static let growthColumns = [
    Report.Column(title: "variant", alignment: .leading, priority: 0),
    Report.Column(title: "what grew", alignment: .leading, priority: 1),
    Report.Column(title: "at", alignment: .leading, priority: 4),
    Report.Column(title: "from", alignment: .trailing, priority: 5),
    Report.Column(title: "to", alignment: .trailing, priority: 2),
    Report.Column(title: "a round", alignment: .trailing, priority: 3),
    Report.Column(title: "", alignment: .leading, priority: 6),
  ]

  /// The table of what grew, the first ten lines of it.
  func growth(_ scenario: ScenarioResult) -> [Report.Block] {
    let rows = scenario.trials.flatMap { trial in
      Growth.all(in: trial, of: scenario).enumerated().map { index, growth in
        let scale = growth.metric.scale
        return Report.Row(cells: [
          Report.Cell(index == 0 ? trial.cell : ""),
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
    let more = rows.count - Report.List.limit
    let table = Report.Table(
      title: "What grew in every round", columns: Self.growthColumns,
      rows: Array(rows.prefix(Report.List.limit)), remarks: more > 0 ? ["… \(more) more"] : [])
    return [.table(table)]
  }
}
