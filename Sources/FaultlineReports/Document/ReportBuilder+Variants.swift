// The matrix: variants as rows, the scenario's headline columns beside them.

import FaultlineMeasures

extension ReportBuilder {
  func variantTable(_ scenario: ScenarioResult) -> [Report.Block] {
    guard !scenario.trials.isEmpty else {
      return [.paragraph("No variant was run, so there is nothing to compare.")]
    }
    let headlines = Headlines(scenario)
    guard !headlines.columns.isEmpty else {
      return [.paragraph("Nothing was read that could be shown in a table.")] + leftOut(headlines)
    }
    var columns = [Report.Column(title: "variant", alignment: .leading, priority: 0)]
    for (index, headline) in headlines.columns.enumerated() {
      columns.append(
        Report.Column(title: headline.title, alignment: .trailing, priority: index + 1))
    }
    let rows = scenario.trials.map { trial in
      let name = Report.Cell(trial.cell, isReference: scenario.isReference(trial))
      return Report.Row(cells: [name] + headlines.columns.map { cell($0, trial, scenario) })
    }
    let table = Report.Table(title: "Variants", columns: columns, rows: rows)
    return [.table(table)] + leftOut(headlines)
  }

  private func cell(
    _ column: Column, _ trial: TrialResult, _ scenario: ScenarioResult
  ) -> Report.Cell {
    guard let quantity = trial.reading(column.metric, at: column.checkpoint) else {
      return trial.death == nil
        ? Report.Cell("–", tone: .same) : Report.Cell("died", tone: .worse)
    }
    let isBest = best(column, scenario) == quantity
    let scale = scenario.metric(column.metric)?.scale ?? .count
    return Report.Cell(quantity, scale, tone: isBest ? .best : .plain)
  }

  /// The best quantity of a column, if the metric has a better side and the variants differ.
  private func best(_ column: Column, _ scenario: ScenarioResult) -> Quantity? {
    let quantities = scenario.trials.compactMap {
      $0.reading(column.metric, at: column.checkpoint)
    }
    guard let least = quantities.min(), let most = quantities.max(), least != most else {
      return nil
    }
    return switch scenario.metric(column.metric)?.polarity ?? .neutral {
    case .less: least
    case .more: most
    case .neutral: nil
    }
  }

  private func leftOut(_ headlines: Headlines) -> [Report.Block] {
    guard !headlines.informative.isEmpty else { return [] }
    let names = headlines.informative.map(\.title).joined(separator: ", ")
    return [.paragraph("Not shown, because it differs from run to run: \(names). See the sidecar.")]
  }
}

/// The columns of a scenario's table: those it chose, or the first eight that were read at the end.
struct Headlines {
  var columns: [Column]
  /// Chosen, but not the same in every run.
  var informative: [Column]

  init(_ scenario: ScenarioResult) {
    let chosen = scenario.columns.isEmpty ? Self.usual(scenario) : scenario.columns
    informative = chosen.filter { scenario.metric($0.metric)?.exactness == .informative }
    columns = chosen.filter { scenario.metric($0.metric)?.exactness != .informative }
  }

  private static func usual(_ scenario: ScenarioResult) -> [Column] {
    let read = scenario.metrics.filter { metric in
      metric.exactness == .exact
        && scenario.trials.contains { $0.reading(metric.name, at: "end") != nil }
    }
    return read.prefix(8).map { Column(title: $0.name, metric: $0.name, checkpoint: "end") }
  }
}
