// How much reference counting the work took, where that was asked for: to teach, and to gate nothing.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// The table of counted references, from the beginning to the end of each trial.
  func references(_ scenario: ScenarioResult) -> [Report.Block] {
    let metrics = scenario.metrics.filter { $0.group == .arc }
    let counted = scenario.trials.filter { trial in
      metrics.contains { trial.reading($0.name, at: "end") != nil }
    }
    guard !counted.isEmpty else { return [] }
    let names = TrialNames(scenario)
    let columns = metrics.enumerated().map { index, metric in
      Report.Column(title: metric.name, alignment: .trailing, priority: index + 1)
    }
    let references = TrialReferences(scenario)
    let rows = counted.map { trial in
      Report.Row(
        cells: [names.cell(of: trial, isReference: references.isReference(trial))]
          + metrics.map { metric in
            trial.reading(metric.name, at: "end").map { Report.Cell($0, metric.scale) }
              ?? Report.Cell("–", tone: .same)
          })
    }
    return [
      .table(
        Report.Table(
          title: "Reference counting", columns: [names.column] + columns, rows: rows,
          remarks: [
            "As this compiler has built the program: the numbers move with it, and gate nothing."
          ])
      ).folded()
    ]
  }
}
