// What Core Data does otherwise than its guides, and what nothing public settles: which bands move the numbers, and how far.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// The bands that a scenario meets, and the ranges of its headlines.
  func bands(_ scenario: ScenarioResult) -> [Report.Block] {
    let met = met(scenario)
    let behaviors =
      met.isEmpty
      ? [] : [Report.Block.list(Report.List(title: "What Core Data does here", items: met))]
    guard !scenario.bands.isEmpty else { return behaviors }
    return behaviors
      + [.list(Report.List(title: "Where Core Data is not known", items: items(scenario)))]
      + ranges(scenario)
  }

  /// The behaviors of today's framework that trials met and that their numbers do not explain by themselves.
  private func met(_ scenario: ScenarioResult) -> [Report.Item] {
    let names = TrialNames(scenario)
    let found = scenario.trials.flatMap { trial in
      trial.findings.filter { $0.kind == .behavior }.map { finding in
        (
          words: names.name(of: trial),
          item: Report.Item(
            label: finding.kind.rawValue, tone: .neutral, text: finding.message,
            details: [finding.advice].filter { !$0.isEmpty })
        )
      }
    }
    return Report.Item.gathered(found) { cells, message in
      "\(message) (\(TrialNames.listed(cells)))"
    }
  }

  private func items(_ scenario: ScenarioResult) -> [Report.Item] {
    let open = scenario.bands.filter { $0.settled == nil }
    var items = scenario.bands.compactMap { band -> Report.Item? in
      var details = [band.failureReason].compactMap(\.self)
      if let settled = band.settled {
        return Report.Item(
          label: band.key, tone: .neutral,
          text: "'\(band.end)' is shown, settled by a measurement on \(settled)", details: details)
      }
      guard band.moved > 0 || !details.isEmpty else { return nil }
      if !band.turned.isEmpty {
        let shown = band.turned.shown(atMost: TrialNames.mostListed)
        let more = band.turned.count - shown.count
        details.append(
          "better or worse than the reference only here: " + Array(shown).listed
            + (more == 0 ? "" : ", and \(more) more"))
      }
      if !band.otherBest.isEmpty {
        details.append("another variant is the best there: \(band.otherBest.listed)")
      }
      if band.key == scenario.telling { details.append("it moves the most") }
      return Report.Item(
        label: band.key, tone: .neutral,
        text: "'\(band.end)' is shown; at the other end, '\(band.other)', "
          + "\(counted(band.moved, "reading")) \(band.moved == 1 ? "is another" : "are others")",
        details: details)
    }
    let idle = open.filter { $0.moved == 0 && $0.failureReason == nil }.map(\.key)
    if !idle.isEmpty {
      items.append(
        Report.Item(
          label: "moves nothing", tone: .same, text: idle.joined(separator: ", ")))
    }
    return items
  }

  private func ranges(_ scenario: ScenarioResult) -> [Report.Block] {
    let names = TrialNames(scenario)
    let headlines = Headlines(scenario).all
    let rows = scenario.trials.flatMap { trial in
      headlines.compactMap { column -> Report.Row? in
        guard let range = trial.range(column.metric, at: column.checkpoint),
          let shown = trial.reading(column.metric, at: column.checkpoint)
        else { return nil }
        let scale = scenario.metric(column.metric)?.scale ?? .count
        return Report.Row(cells: [
          names.cell(of: trial), Report.Cell(column.title), Report.Cell(shown, scale),
          Report.Cell(range.words(scale)), Report.Cell(range.band),
        ])
      }
    }
    let all = scenario.trials.reduce(0) { $0 + $1.ranges.count }
    guard all > 0 else { return [] }
    let more = all - rows.count
    let rest = more == 0 ? [] : ["\(counted(more, "more reading")) with a range: the JSON has all."]
    guard !rows.isEmpty else { return [.paragraph("No headline has a range. " + rest.joined())] }
    let titles = ["reading", "shown", "range", "moved most by"]
    return [
      .table(
        Report.Table(
          title: "Ranges",
          columns: [names.column]
            + titles.enumerated().map { index, title in
              Report.Column(
                title: title, alignment: [1, 2].contains(index) ? .trailing : .leading,
                priority: index + 1)
            }, rows: rows, remarks: rest))
    ]
  }
}

extension ReadingRange {
  /// `1,024 to 4,096`, or one number where both ends are printed alike.
  func words(_ scale: Metric.Scale) -> String {
    [least, most].map { NumberText.text($0, scale) }.withoutRepeats.joined(separator: " to ")
  }
}

extension ScenarioResult {
  /// The band that moves the most headlines, or the most readings where it moves none of those.
  var telling: String? {
    let headlines = Headlines(self).all
    let moving = trials.flatMap { trial in
      headlines.compactMap { trial.range($0.metric, at: $0.checkpoint)?.band }
    }
    let bands = moving.isEmpty ? trials.flatMap { $0.ranges.map(\.band) } : moving
    let counts = self.bands.map { band in (band.key, bands.count { $0 == band.key }) }
    // Of several that move as many, the first.
    let most = counts.map(\.1).max() ?? 0
    return most == 0 ? nil : counts.first { $0.1 == most }?.0
  }
}

extension RunResult {
  /// Whether both ends of something move the numbers, in the words of a headline.
  var bandsInWords: String? {
    let moving = scenarios.flatMap(\.bands).filter { $0.moved > 0 }.map(\.key).withoutRepeats
    guard !moving.isEmpty else { return nil }
    let telling = scenarios.filter { !$0.bands.isEmpty }.compactMap(\.telling).withoutRepeats
    return "ranges by \(moving.joined(separator: ", "))"
      + (telling.count == 1 && moving.count > 1 ? ", most by \(telling[0])" : "")
  }

  /// The ranges of the headlines of reference variants, a line each.
  var headlineRanges: [String] {
    scenarios.filter { !$0.bands.isEmpty }.flatMap { scenario in
      let headlines = Headlines(scenario).all
      return scenario.trials.filter { $0.variant == scenario.reference }.flatMap { trial in
        headlines.compactMap { column in
          trial.range(column.metric, at: column.checkpoint).map { range in
            let scale = scenario.metric(column.metric)?.scale ?? .count
            return "range of \(trial.id): \(column.title) \(range.words(scale)), moved most by "
              + range.band
          }
        }
      }
    }
  }
}
