// Why bytes and objects are still there: what outlived everything, and what held what at the fullest
// moment.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// What is left and what holds it, for a page.
  func why(_ scenario: ScenarioResult) -> [Report.Block] {
    let blocks = leftovers(scenario) + holders(scenario) + parts(scenario)
    return blocks.isEmpty
      ? [] : [.more(Report.More(title: "Why it is there", blocks: blocks, isOpen: true))]
  }

  private func leftovers(_ scenario: ScenarioResult) -> [Report.Block] {
    let names = TrialNames(scenario)
    let left = scenario.trials.compactMap { trial -> (words: String, item: Report.Item)? in
      func left(_ metric: String, _ word: String) -> String? {
        guard let quantity = trial.reading(metric, at: "end"), quantity > 0 else { return nil }
        let scale = scenario.metric(metric)?.scale ?? .count
        return NumberText.text(quantity, scale) + word
      }
      let parts = [
        left(MetricName.leakedObjects, " objects"), left(MetricName.leakedCycles, " retain cycles"),
        left(MetricName.leakedBytes, ""),
      ].compactMap(\.self)
      guard !parts.isEmpty else { return nil }
      let isInCycle = (trial.reading(MetricName.leakedCycles, at: "end") ?? 0) > 0
      let item = Report.Item(
        label: "left", tone: .worse,
        text: "\(parts.listed) outlive context, coordinator and stores",
        details: isInCycle
          ? [
            "the objects of a retain cycle hold each other; a refresh or a reset would have broken it"
          ]
          : [])
      return (names.name(of: trial), item)
    }
    let items = Report.Item.gathered(left) { "\($1) (\(TrialNames.listed($0)))" }
    return items.isEmpty ? [] : [.list(Report.List(title: "What is left at the end", items: items))]
  }

  /// What held objects at the checkpoint with the most of them.
  private func holders(_ scenario: ScenarioResult) -> [Report.Block] {
    let held = scenario.metrics.filter { metric in
      metric.family == .held
        && scenario.trials.contains { ($0.peak(metric.name) ?? 0) > 0 }
    }
    guard !held.isEmpty else { return [] }
    let names = TrialNames(scenario)
    let titles = ["at", MetricName.objectsLive] + held.map(\.name)
    let columns = titles.enumerated().map { index, title in
      Report.Column(
        title: title, alignment: index == 0 ? .leading : .trailing, priority: index + 1)
    }
    let rows = scenario.trials.compactMap { trial -> Report.Row? in
      // The first of several equal moments, so that the table is the same every time.
      let fullest = trial.samples.first?.checkpoints.enumerated().max { one, other in
        let pair = [one, other].map { item in
          held.compactMap { item.element[$0.name]?.double }.reduce(0, +)
        }
        return pair[0] == pair[1] ? one.offset > other.offset : pair[0] < pair[1]
      }?.element
      guard let fullest else { return nil }
      let numbers = titles.dropFirst().map { name in
        fullest[name].map { Report.Cell($0, .count) } ?? Report.Cell("–", tone: .same)
      }
      return Report.Row(cells: [names.cell(of: trial), Report.Cell(fullest.name)] + numbers)
    }
    return rows.isEmpty
      ? []
      : [
        .table(
          Report.Table(
            title: "What holds objects, when most are held", columns: [names.column] + columns,
            rows: rows,
            remarks: ["An object can have several holders, and a retain cycle is held by itself."])
        ).folded()
      ]
  }
}
