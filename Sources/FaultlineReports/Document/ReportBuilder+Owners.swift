// Where the bytes are: what each owner holds along the checkpoints, upon each other.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// The charts of the owners of bytes along the checkpoints, a chart a size, where more than one owner is read.
  func owners(_ scenario: ScenarioResult) -> [Report.More] {
    SizeGroup.drawn(in: scenario).compactMap { group in
      chart(group.scenario).map {
        Report.More(title: group.title("Owners at the checkpoints"), blocks: [.chart($0)])
      }
    }
  }

  private func chart(_ scenario: ScenarioResult) -> Report.Chart? {
    let timeline = Timeline(scenario)
    guard timeline.checkpoints.count > 1, let live = scenario.metric(MetricName.bytesLive) else {
      return nil
    }
    let owners = scenario.metrics.filter { metric in
      OwnerGains.isOwner(metric)
        && scenario.trials.contains { trial in
          timeline.readings(metric.name, of: trial).contains { $0.quantity > 0 }
        }
    }
    guard !owners.isEmpty else { return nil }
    let shown = scenario.trials.filter { !timeline.readings(live.name, of: $0).isEmpty }.prefix(8)
    let names = TrialNames(scenario)
    let panels = shown.map { trial in
      Report.Panel(title: names.name(of: trial), series: stack(owners, trial, timeline))
    }
    let tops = shown.flatMap { trial in
      timeline.readings(live.name, of: trial).map(\.quantity.double)
    }
    let shares = owners.map(\.name) + ["other"]
    return Report.Chart(
      title: "What holds the bytes",
      summary: "The bytes of each variant at each checkpoint, by owner: "
        + shares.joined(separator: ", ") + ". The table has the numbers.",
      kind: .stack, across: Report.Axis(checkpoints: timeline.checkpoints),
      up: Report.Axis(title: live.name, holding: tops, scale: .bytes), panels: Array(panels),
      table: table(owners, Array(shown), timeline))
  }

  /// The owners' shares, and as the last what has no owner, so that the sum is exact.
  private func shares(
    _ owners: [Metric], _ trial: TrialResult, at checkpoint: String
  ) -> [Quantity]? {
    guard let live = trial.reading(MetricName.bytesLive, at: checkpoint) else { return nil }
    let parts = owners.map { trial.reading($0.name, at: checkpoint) ?? 0 }
    return parts + [parts.reduce(live) { $0.subtracting($1) }]
  }

  private func stack(
    _ owners: [Metric], _ trial: TrialResult, _ timeline: Timeline
  ) -> [Report.Series] {
    (0...owners.count).map { index in
      let name = index < owners.count ? owners[index].name : "other"
      let points = timeline.checkpoints.indices.compactMap { place -> Report.Point? in
        let checkpoint = timeline.checkpoints[place]
        guard let share = shares(owners, trial, at: checkpoint)?[index] else { return nil }
        let value = NumberText.exact(share, .bytes)
        return Report.Point(
          x: Double(place), y: max(0, share.double), label: "\(checkpoint): \(value)",
          place: checkpoint, value: value)
      }
      return Report.Series(name: name, style: index, points: points)
    }
  }

  private func table(
    _ owners: [Metric], _ trials: [TrialResult], _ timeline: Timeline
  ) -> Report.Table {
    let names = TrialNames(timeline.scenario)
    let titles = ["checkpoint"] + owners.map(\.name) + ["other"]
    let columns = titles.enumerated().map { index, title in
      Report.Column(
        title: title, alignment: index == 0 ? .leading : .trailing, priority: index + 1)
    }
    let rows = trials.flatMap { trial in
      timeline.checkpoints.compactMap { checkpoint -> Report.Row? in
        guard let shares = shares(owners, trial, at: checkpoint) else { return nil }
        return Report.Row(
          cells: [names.cell(of: trial), Report.Cell(checkpoint)]
            + shares.map { Report.Cell($0, .bytes) })
      }
    }
    return Report.Table(title: "Bytes by owner", columns: [names.column] + columns, rows: rows)
  }
}
