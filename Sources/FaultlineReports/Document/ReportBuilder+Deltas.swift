// Each variant against the reference: absolute first, then percent, then a word and a sign.

import FaultlineMeasures

extension ReportBuilder {
  func deltaTable(_ scenario: ScenarioResult) -> [Report.Block] {
    let columns = Headlines(scenario).columns
    let others = scenario.trials.filter { $0.variant != scenario.reference }
    guard !columns.isEmpty, !others.isEmpty else { return [] }
    guard let reference = scenario.trial(scenario.reference) else {
      return [
        .paragraph("The reference \(scenario.reference) was not run, so nothing is compared.")
      ]
    }
    guard !reference.samples.isEmpty else {
      return [
        .paragraph("The reference \(scenario.reference) read nothing, so nothing is compared.")
      ]
    }
    let compared = others.filter { !$0.samples.isEmpty }
    let silent = others.filter { $0.samples.isEmpty }
    let remarks = silent.map { "\($0.variant) read nothing, so it is not compared." }
    guard !compared.isEmpty else { return remarks.map { .paragraph($0) } }
    let rows = compared.flatMap { trial in
      columns.enumerated().map { index, column in
        // The variant's name stands at its first row, so that the groups are seen.
        let name = Report.Cell(index == 0 ? trial.variant : "")
        let title = Report.Cell(column.title)
        return Report.Row(cells: [name, title] + change(column, trial, reference, scenario))
      }
    }
    let table = Report.Table(
      title: "Against \(scenario.reference)", columns: Self.deltaColumns, rows: rows,
      remarks: remarks)
    return [.table(table)]
  }

  private static let deltaColumns = [
    Report.Column(title: "variant", alignment: .leading, priority: 0),
    Report.Column(title: "reading", alignment: .leading, priority: 1),
    Report.Column(title: "change", alignment: .trailing, priority: 2),
    Report.Column(title: "in percent", alignment: .trailing, priority: 4),
    Report.Column(title: "", alignment: .leading, priority: 3),
  ]

  private func change(
    _ column: Column, _ trial: TrialResult, _ reference: TrialResult, _ scenario: ScenarioResult
  ) -> [Report.Cell] {
    let new = trial.reading(column.metric, at: column.checkpoint)
    let old = reference.reading(column.metric, at: column.checkpoint)
    guard let new, let old else {
      return [Report.Cell("–", tone: .same), Report.Cell(""), Report.Cell("not read", tone: .same)]
    }
    guard new != old else {
      return [Report.Cell("=", tone: .same), Report.Cell(""), Report.Cell("")]
    }
    let metric = scenario.metric(column.metric)
    let tone = tone(of: new, after: old, metric?.polarity ?? .neutral)
    let percent = NumberText.percent(from: old, to: new) ?? "new"
    return [
      Report.Cell(NumberText.signed(new.subtracting(old), metric?.scale ?? .count), tone: tone),
      Report.Cell("(\(percent))", tone: tone),
      Report.Cell(words(tone, rises: new > old), tone: tone),
    ]
  }

  private func tone(
    of new: Quantity, after old: Quantity, _ polarity: Metric.Polarity
  ) -> Report.Tone {
    switch polarity {
    case .neutral: .neutral
    case .less: new < old ? .better : .worse
    case .more: new > old ? .better : .worse
    }
  }

  /// The word says whether it is good, the sign which way it went: neither needs colour.
  func words(_ tone: Report.Tone, rises: Bool) -> String {
    guard tone != .neutral else { return "" }
    return "\(rises ? "▲" : "▼") \(tone.rawValue)"
  }
}
