// Where and how it was measured, and what the numbers are worth.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// Environment and method, closed until it is opened.
  func method(_ scenario: ScenarioResult) -> [Report.Block] {
    var facts: [(String, String)] = [("scenario", scenario.file)]
    if let behaves = scenario.behaves { facts.append(("whose behaviour", behaves)) }
    facts += scenario.workload.map { ("its \($0.name)", $0.value.description) }
    facts += scenario.commonParameters.map { ($0.name, $0.value.description) }
    facts.append(("measured passes", "\(scenario.repeats)"))
    if let revision = revisions[scenario.name] {
      facts.append(("the revision", RevisionName.short(revision)))
    }
    if let machine = self.facts[scenario.name] {
      facts += machine.listed.map { ($0.0, $0.1 ?? "not known") }
    }
    let rows = facts.map { Report.Row(cells: [Report.Cell($0.0), Report.Cell($0.1)]) }
    let table = Report.Table(
      title: "Environment",
      columns: ["what", "value"].enumerated().map { index, title in
        Report.Column(title: title, alignment: .leading, priority: index)
      }, rows: rows)
    return [
      .more(
        Report.More(
          title: "Environment and method",
          blocks: [.table(table)] + (scope(scenario) + Self.methodText).map { .paragraph($0) }))
    ]
  }

  /// Whose behaviour the numbers show, and how to see whether the other's give the same advice.
  private func scope(_ scenario: ScenarioResult) -> [String] {
    guard let behaves = scenario.behaves else { return [] }
    let file = scenario.file.isEmpty ? scenario.name : scenario.file
    let whose =
      switch behaves {
      case "guides":
        "What Core Data's guides promise is shown here, and the framework does some of it otherwise today."
      case "core-data":
        "The Core Data of today is shown here, as far as its differences from the guides are well known."
      default:
        "Whose behaviour is shown stands above: that of the guides, that of the framework, or some of each."
      }
    return [
      whose
        + " What is better here need not be better there: 'faultline sides \(file)' plays both, and names the "
        + "difference that turns the advice."
    ]
  }

  private static let methodText = [
    "Every variant ran in a process of its own. A pass to warm up came first; then every measured "
      + "pass had to read the same, to the last unit.",
    "Counters of objects, faults, cycles, undo and requests are the same on every machine. Bytes and "
      + "SQLite's counters are exact for one compiler, allocator, SQLite, page size and architecture, "
      + "and are compared only where these agree.",
    "Whatever differs from run to run gates nothing and stands in the file beside the result. A time is "
      + "shown only where the scenario's columns ask for it, marked and with its spread.",
  ]

  // MARK: - All the numbers

  /// More rows make a page that is too long to open; the CSV has them all.
  private static let mostRows = 200
  /// And wider tables fit no paper.
  private static let mostColumns = 8

  /// Every exact reading, a table a group, closed until it is opened.
  func everything(_ scenario: ScenarioResult) -> [Report.Block] {
    let tables = Metric.Group.allCases.flatMap { group -> [Report.Block] in
      let metrics = scenario.metrics.filter { metric in
        metric.group == group && metric.exactness == .exact
          && scenario.trials.contains { $0.peak(metric.name) != nil }
      }
      let parts = (metrics.count + Self.mostColumns - 1) / Self.mostColumns
      return (0..<parts).map { part in
        let part = Array(metrics[metrics.count * part / parts..<metrics.count * (part + 1) / parts])
        return .table(table(group, part, scenario))
      }
    }
    return tables.isEmpty ? [] : [.more(Report.More(title: "All readings", blocks: tables))]
  }

  private func table(
    _ group: Metric.Group, _ metrics: [Metric], _ scenario: ScenarioResult
  ) -> Report.Table {
    let names = TrialNames(scenario)
    let titles = ["checkpoint"] + metrics.map(\.name)
    let columns = titles.enumerated().map { index, title in
      Report.Column(
        title: title, alignment: index == 0 ? .leading : .trailing, priority: index + 1)
    }
    let readings = scenario.trials.flatMap { trial in
      (trial.samples.first?.checkpoints ?? [])
        .filter { checkpoint in metrics.contains { checkpoint[$0.name] != nil } }
        .map { (trial: trial, checkpoint: $0) }
    }
    let rows = readings.prefix(Self.mostRows).map { trial, checkpoint in
      Report.Row(
        cells: [names.cell(of: trial), Report.Cell(checkpoint.name)]
          + metrics.map { metric in
            checkpoint[metric.name].map { Report.Cell($0, metric.scale) }
              ?? Report.Cell("–", tone: .same)
          })
    }
    let more = readings.count - Self.mostRows
    return Report.Table(
      title: group.rawValue, columns: [names.column] + columns,
      rows: rows,
      remarks: more > 0 ? ["… \(more) more rows; --format csv has all of them"] : [])
  }
}

// How much reference counting the work took, where that was asked for: to teach, and to gate nothing.
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
