// What grew along the rounds of the scenario's loops, and how.

import FaultlineAnalysis
import FaultlineMeasures

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
