// Each variant against the reference in the same place: absolute first, then percent, then a word
// and a sign.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  func deltaTable(
    _ scenario: ScenarioResult, _ axes: CellAxes? = nil
  ) -> [Report.Block] {
    let columns = Headlines(scenario).columns
    let references = TrialReferences(scenario)
    let others = scenario.trials.enumerated().filter { !references.isReference($0.element) }
    guard !columns.isEmpty, !others.isEmpty else { return [] }
    let names = TrialNames(scenario)
    var rows: [Report.Row] = []
    var remarks: [String] = []
    for (place, trial) in others {
      let reference = references.reference(of: trial)
      if let obstacle = obstacle(trial, reference, scenario, names) {
        remarks.append(obstacle)
        continue
      }
      guard let reference else { continue }
      rows += columns.enumerated().map { index, column in
        // The variant's name stands at its first row, so that the groups are seen.
        let name = index == 0 ? names.cell(of: trial) : Report.Cell("")
        let title = Report.Cell(column.title)
        return Report.Row(
          cells: [name, title]
            + change(
              column, trial, reference, scenario,
              turnedBy: scenario.bands(turning: column, of: trial, names)),
          at: axes?.at(place) ?? [])
      }
    }
    remarks = remarks.withoutRepeats
    guard !rows.isEmpty else { return remarks.map { .paragraph($0) } }
    var table = Report.Table(
      title: title(scenario, others.map(\.element), references, names),
      columns: [names.column] + Self.deltaColumns,
      rows: rows, remarks: remarks)
    table.isSecond = true
    return [.table(table)]
  }

  /// Returns why a trial cannot be compared with its reference; nil where it can, and where it died: that is
  /// said before the table.
  func obstacle(
    _ trial: TrialResult, _ reference: TrialResult?, _ scenario: ScenarioResult,
    _ names: TrialNames
  ) -> String? {
    guard let reference else {
      let place = trial.place.map { trial.place == trial.store ? " on \($0)" : " with \($0)" } ?? ""
      return "The reference \(scenario.reference) was not run\(place), so nothing is compared."
    }
    if reference.samples.isEmpty {
      return "The reference \(names.name(of: reference)) read nothing, so nothing is compared."
    }
    return trial.samples.isEmpty && trial.death == nil
      ? "\(names.name(of: trial)) read nothing, so it is not compared." : nil
  }

  private func title(
    _ scenario: ScenarioResult, _ others: [TrialResult], _ references: TrialReferences,
    _ names: TrialNames
  ) -> String {
    let called = Set(others.compactMap { references.reference(of: $0).map(names.name) })
    if called.count == 1, let only = called.first { return "Against \(only)" }
    let isByStore = others.allSatisfy { $0.place == $0.store }
    return
      "Against \(scenario.reference) \(isByStore ? "on the same store" : "where all else is the same")"
  }

  private static let deltaColumns = [
    Report.Column(title: "reading", alignment: .leading, priority: 1),
    Report.Column(title: "change", alignment: .trailing, priority: 2),
    Report.Column(title: "in percent", alignment: .trailing, priority: 4),
    Report.Column(title: "", alignment: .leading, priority: 3),
  ]

  private func change(
    _ column: Column, _ trial: TrialResult, _ reference: TrialResult, _ scenario: ScenarioResult,
    turnedBy bands: [PlayedBehavior]
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
    // What nothing public settles makes it worse in one case and better in the other: then it is neither.
    let tone = bands.isEmpty ? tone(of: new, after: old, metric?.polarity ?? .neutral) : .neutral
    let words =
      bands.isEmpty
      ? words(tone, rises: new > old) : "open: \(bands.map(\.key).joined(separator: ", "))"
    let percent = NumberText.percent(from: old, to: new) ?? "new"
    return [
      Report.Cell(NumberText.signed(new.subtracting(old), metric?.scale ?? .count), tone: tone),
      Report.Cell("(\(percent))", tone: tone),
      Report.Cell(words, tone: tone),
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
