// The table: a row for each variant, a column for each headline of the scenario, with the relative difference from the
// reference behind bytes.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  func variantTable(
    _ scenario: ScenarioResult, _ axes: CellAxes? = nil
  ) -> [Report.Block] {
    guard !scenario.trials.isEmpty else {
      return [.paragraph("No variant was run, so there is nothing to compare.")]
    }
    let headlines = Headlines(scenario)
    guard !headlines.columns.isEmpty || !headlines.times.isEmpty else {
      return [.paragraph("Nothing was read that could be shown in a table.")] + leftOut(headlines)
    }
    let names = TrialNames(scenario)
    var columns = [names.column]
    for (index, headline) in headlines.columns.enumerated() {
      columns.append(
        Report.Column(title: headline.title, alignment: .trailing, priority: index + 1))
    }
    for (index, time) in headlines.times.enumerated() {
      columns.append(
        Report.Column(
          title: "\(Spread.mark) \(time.title)", alignment: .trailing,
          priority: headlines.columns.count + index + 1))
    }
    let references = TrialReferences(scenario)
    let rows = scenario.trials.enumerated().map { place, trial in
      let name = names.cell(of: trial, isReference: references.isReference(trial))
      return Report.Row(
        cells: [name]
          + headlines.columns.map {
            cell($0, trial, scenario, references.reference(of: trial))
          }
          + headlines.times.map { time($0, trial) },
        at: axes?.at(place) ?? [])
    }
    let same = headlines.shared.compactMap { column in
      scenario.trials.first.flatMap { value(column, $0, scenario) }.map {
        "\(column.title) \($0.text)"
      }
    }
    let obstacles = scenario.trials.filter { !references.isReference($0) }.compactMap { trial in
      obstacle(trial, references.reference(of: trial), scenario, names)
    }
    var table = Report.Table(
      title: "Variants", lead: names.lead(alsoSharing: same), columns: columns, rows: rows,
      remarks: obstacles.withoutRepeats + (headlines.times.isEmpty ? [] : [Self.remarkOnTimes]))
    table.dropsNoColumn = true
    return [.table(table)] + leftOut(headlines)
  }

  private func cell(
    _ column: Column, _ trial: TrialResult, _ scenario: ScenarioResult,
    _ reference: TrialResult?
  ) -> Report.Cell {
    guard var cell = value(column, trial, scenario) else {
      return trial.death == nil ? .notRead : .died
    }
    // Of counts the reader sees the difference; of bytes the share is what counts.
    if scenario.metric(column.metric)?.scale == .bytes, let quantity = cell.value,
      let base = reference?.reading(column.metric, at: column.checkpoint)
    {
      cell.change = NumberText.relative(from: base, to: quantity)
    }
    return cell
  }

  private static let remarkOnTimes =
    "\(Spread.mark) differs from run to run: the median of the passes, with the least and the most. "
    + "Nothing is judged or chosen by it."

  private func time(_ column: Column, _ trial: TrialResult) -> Report.Cell {
    guard let spread = Spread(trial, column) else { return Report.Cell("–", tone: .same) }
    var cell = Report.Cell(spread.text, tone: .same)
    cell.value = spread.median
    return cell
  }

  private func value(
    _ column: Column, _ trial: TrialResult, _ scenario: ScenarioResult
  ) -> Report.Cell? {
    let scale = scenario.metric(column.metric)?.scale ?? .count
    return trial.reading(column.metric, at: column.checkpoint).map { reading in
      var cell = Report.Cell(reading, scale)
      if let range = trial.range(column.metric, at: column.checkpoint) {
        cell.text = range.words(scale)
        cell.exact = nil
      }
      return cell
    }
  }

  private func leftOut(_ headlines: Headlines) -> [Report.Block] {
    guard !headlines.informative.isEmpty else { return [] }
    let names = headlines.informative.map(\.title).joined(separator: ", ")
    return [
      .paragraph(
        "Not shown, because it differs from run to run: \(names). What was read of it stands in the file beside the "
          + "result, which ends with .machine.json.")
    ]
  }
}
