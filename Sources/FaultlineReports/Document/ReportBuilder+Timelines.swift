// Pictures of what changed from checkpoint to checkpoint: a line a variant, a chart a metric.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// More lines in one picture cannot be distinguished.
  private static let mostLines = 4
  private static let mostPanels = 12

  /// The charts of the headline metrics that change along the checkpoints; of several sizes the last is seen at once.
  func timelines(_ scenario: ScenarioResult) -> [Report.Block] {
    let groups = SizeGroup.drawn(in: scenario)
    let shown = groups.compactMap { group -> Report.More? in
      let timeline = Timeline(group.scenario)
      guard timeline.checkpoints.count > 1 else { return nil }
      let charts = headlineMetrics(group.scenario).compactMap { chart($0, timeline) }
      let title = group.title("Along the checkpoints")
      return charts.isEmpty ? nil : Report.More(title: title, blocks: charts)
    }
    return shown.enumerated().map { index, more in
      var more = more
      more.isOpen = index == 0
      return .more(more)
    }
  }

  private func headlineMetrics(_ scenario: ScenarioResult) -> [Metric] {
    var names: [String] = []
    for column in Headlines(scenario).all where !names.contains(column.metric) {
      names.append(column.metric)
    }
    return names.compactMap { scenario.metric($0) }
  }

  private func chart(_ metric: Metric, _ timeline: Timeline) -> Report.Block? {
    let trials = timeline.scenario.trials
    let names = timeline.names
    let lines = trials.enumerated().map { index, trial in
      Report.Series(
        name: names.name(of: trial), style: index, points: timeline.points(metric, of: trial))
    }.filter { !$0.points.isEmpty }
    let values = lines.flatMap { $0.points.map(\.y) }
    // One level everywhere is a number, and no picture.
    guard Set(values).count > 1, lines.contains(where: { $0.points.count > 1 }) else { return nil }
    let limits = limits(metric, timeline.scenario)
    let chart = Report.Chart(
      title: metric.name, summary: summary(metric, lines), kind: .steps,
      across: Report.Axis(checkpoints: timeline.checkpoints),
      up: Report.Axis(
        title: metric.name, holding: values + limits.map(\.value), scale: metric.scale),
      panels: panels(lines, timeline), limits: limits,
      table: timeline.table("\(metric.name): \(metric.meaning)", metric))
    return .chart(chart)
  }

  /// All lines in one picture, or each beside the reference in its own.
  private func panels(_ lines: [Report.Series], _ timeline: Timeline) -> [Report.Panel] {
    guard lines.count > Self.mostLines else { return [Report.Panel(title: "", series: lines)] }
    let references = TrialReferences(timeline.scenario)
    return lines.prefix(Self.mostPanels).map { line in
      let scenario = timeline.scenario
      let trial = scenario.trials.first { timeline.names.name(of: $0) == line.name }
      let reference = trial.flatMap { references.reference(of: $0) }.map(timeline.names.name)
      var behind = lines.first { $0.name == reference && $0.name != line.name }
      behind?.isStrong = false
      return Report.Panel(title: line.name, series: [behind, line].compactMap(\.self))
    }
  }

  /// Where each line begins and ends, for those who cannot see it.
  private func summary(_ metric: Metric, _ lines: [Report.Series]) -> String {
    let words = lines.prefix(Self.mostPanels).compactMap { line -> String? in
      guard let first = line.points.first, let last = line.points.last else { return nil }
      return "\(line.name) goes from \(first.label) to \(last.label)"
    }
    return "\(metric.meaning). " + words.joined(separator: "; ") + "."
  }

  /// Levels that an expectation names as a number: `bytes.live@end <= 4096`.
  private func limits(_ metric: Metric, _ scenario: ScenarioResult) -> [Report.Tick] {
    var limits: [Report.Tick] = []
    for judgement in scenario.judgements {
      guard let bound = judgement.bound, bound.isLimit, bound.value.double.isFinite,
        judgement.asks.first?.metric == metric.name
      else { continue }
      let tick = Report.Tick(value: bound.value.double, label: judgement.that)
      limits.append(tick)
    }
    return limits.withoutRepeats
  }
}

/// The checkpoints of a scenario in their order, and what was read there.
struct Timeline {
  let scenario: ScenarioResult
  /// What its lines are called.
  let names: TrialNames
  /// Every checkpoint that a trial reached; those of the trial that reached most come first.
  let checkpoints: [String]

  init(_ scenario: ScenarioResult) {
    self.scenario = scenario
    names = TrialNames(scenario)
    let reached = scenario.trials.map { $0.samples.first?.checkpoints.map(\.name) ?? [] }
    let names = reached.max { $0.count < $1.count } ?? []
    var known = Set(names)
    // What only some trials reached stands before the end, which all have.
    let others = reached.joined().filter { known.insert($0).inserted }
    let end = names.firstIndex(of: "released") ?? names.endIndex
    checkpoints = names[..<end] + others + names[end...]
  }

  /// The finite readings of a metric in a trial, by their places among the checkpoints.
  func readings(_ metric: String, of trial: TrialResult) -> [(place: Int, quantity: Quantity)] {
    checkpoints.indices.compactMap { place in
      trial.reading(metric, at: checkpoints[place]).flatMap { quantity in
        quantity.double.isFinite ? (place, quantity) : nil
      }
    }
  }

  /// The points of a metric's line.
  func points(_ metric: Metric, of trial: TrialResult) -> [Report.Point] {
    readings(metric.name, of: trial).map { place, quantity in
      let value = NumberText.exact(quantity, metric.scale)
      return Report.Point(
        x: Double(place), y: quantity.double, label: "\(checkpoints[place]): \(value)",
        place: checkpoints[place], value: value)
    }
  }

  /// More columns are no table to read.
  private static let mostColumns = 40

  /// A row a checkpoint, a column a trial.
  func table(_ title: String, _ metric: Metric) -> Report.Table {
    let trials = scenario.trials.prefix(Self.mostColumns)
    let more = scenario.trials.count - trials.count
    var columns = [Report.Column(title: "checkpoint", alignment: .leading, priority: 0)]
    for (index, trial) in trials.enumerated() {
      columns.append(
        Report.Column(title: names.name(of: trial), alignment: .trailing, priority: index + 1))
    }
    let rows = checkpoints.compactMap { checkpoint -> Report.Row? in
      let quantities = trials.map { $0.reading(metric.name, at: checkpoint) }
      guard quantities.contains(where: { $0 != nil }) else { return nil }
      return Report.Row(
        cells: [Report.Cell(checkpoint)]
          + quantities.map { quantity in
            quantity.map { Report.Cell($0, metric.scale) } ?? Report.Cell("–", tone: .same)
          })
    }
    return Report.Table(
      title: title, columns: columns, rows: rows,
      remarks: more > 0
        ? ["… \(counted(more, "more variant")); --format csv has every reading"] : [])
  }
}
