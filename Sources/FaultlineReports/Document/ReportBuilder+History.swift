// The report of a history: what stepped and at which revision, the latest first and of one revision what matters most,
// and each of these readings as a line along the runs.

package import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  private static let mostSteps = 40
  private static let mostCharts = 60

  /// The report of a history; whole, it has a row for every step and a picture of every reading that stepped.
  package func report(_ history: History, isWhole: Bool = false) -> Report {
    let groups = history.stepGroups
    var blocks: [Report.Block] = [.verdict(verdict(history, groups))]
    if groups.isEmpty {
      blocks.append(
        .paragraph(
          history.runs.count < 2
            ? "A step needs two runs: 'faultline history add RESULT' records the next one."
            : "Nothing that was asked for has changed."))
    } else {
      blocks.append(.table(stepTable(groups, history, isWhole: isWhole)))
      blocks += pictures(groups, history, isWhole: isWhole)
    }
    return Report(blocks: blocks, subject: Report.Subject(history: history))
  }

  private func verdict(_ history: History, _ groups: [History.StepGroup]) -> Report.VerdictLine {
    Report.VerdictLine(
      word: "HISTORY", tone: .plain,
      facts: [
        counted(history.runs.count, "run"), counted(history.trends.count, "reading"),
        counted(groups.reduce(0) { $0 + $1.pairs.count }, "step"),
      ])
  }

  // MARK: - Steps

  private static let stepColumns = [
    Report.Column(title: "at", alignment: .leading, priority: 0),
    Report.Column(title: "variant", alignment: .leading, priority: 1),
    Report.Column(title: "reading", alignment: .leading, priority: 2),
    Report.Column(title: "before → after", alignment: .trailing, priority: 3),
    Report.Column(title: "change", alignment: .trailing, priority: 4),
    Report.Column(title: "", alignment: .leading, priority: 5),
  ]

  private func stepTable(
    _ groups: [History.StepGroup], _ history: History, isWhole: Bool
  ) -> Report.Table {
    let shown = isWhole ? groups : Self.mostTelling(groups)
    let rows = shown.flatMap { group in
      let pairs = isWhole ? group.pairs : [group.pairs[0]]
      return pairs.map { row($0, at: revision(group.run, history), of: isWhole ? [] : group.pairs) }
    }
    func steps(_ groups: [History.StepGroup]) -> Int { groups.reduce(0) { $0 + $1.pairs.count } }
    let more = steps(groups) - steps(shown)
    return Report.Table(
      title: "Steps, the latest first", columns: Self.stepColumns, rows: rows,
      remarks: more > 0
        ? ["… \(counted(more, "more step")); --all shows them, --only and --metric choose"] : [],
      isWhole: true)
  }

  /// The first of each run: the many of one run hide nothing of the run before.
  private static func mostTelling(_ groups: [History.StepGroup]) -> [History.StepGroup] {
    var counts: [Int: Int] = [:]
    let first = groups.filter { group in
      counts[group.run, default: 0] += 1
      return counts[group.run, default: 0] <= Report.List.limit
    }
    return Array(first.prefix(mostSteps))
  }

  private func row(
    _ pair: Comparison.Pair, at revision: String, of group: [Comparison.Pair]
  ) -> Report.Row {
    let (old, new, scale) = (pair.base ?? 0, pair.head ?? 0, pair.metric.scale)
    let tone: Report.Tone =
      switch pair.verdict {
      case .worse where !pair.isOtherWork: .worse
      case .better where !pair.isOtherWork: .better
      default: .neutral
      }
    let change = new.subtracting(old)
    let others = group.count - 1
    return Report.Row(cells: [
      Report.Cell(revision),
      Report.Cell(pair.trial),
      Report.Cell(
        "\(pair.metric.name)@\(pair.checkpoint)" + (others > 0 ? " and \(others) more" : "")),
      Report.Cell(NumberText.exact(old, scale) + " → " + NumberText.exact(new, scale)),
      Report.Cell((change > 0 ? "+" : "") + NumberText.exact(change, scale), tone: tone),
      Report.Cell(
        pair.isOtherWork
          ? "\(new > old ? "▲" : "▼") other work" : words(tone, rises: new > old), tone: tone),
    ])
  }

  // MARK: - Pictures

  /// Lines of the readings that stepped, scenario by scenario, those that stepped most tellingly first.
  private func pictures(
    _ groups: [History.StepGroup], _ history: History, isWhole: Bool
  ) -> [Report.Block] {
    let stepped = Self.ranked(history.trends.filter { !$0.steps.isEmpty }, by: groups)
    let drawn = isWhole ? stepped[...] : stepped.prefix(Self.mostCharts)
    var scenarios: [String] = []
    for trend in drawn where !scenarios.contains(trend.scenario) {
      scenarios.append(trend.scenario)
    }
    var blocks: [Report.Block] = scenarios.map { scenario in
      let mine = drawn.filter { $0.scenario == scenario }
      return .more(
        Report.More(
          title: scenario, blocks: mine.map { .chart(chart($0, history)) }, isOpen: true))
    }
    let more = stepped.count - drawn.count
    if more > 0 {
      let rest =
        "\(counted(more, "more reading")) stepped; --all draws them, --only and --metric choose."
      blocks.append(
        .more(Report.More(title: "Not drawn", blocks: [.paragraph(rest)], isOpen: true)))
    }
    return blocks
  }

  /// Readings in the order of their steps: those that stand for others first, then the others.
  private static func ranked(_ trends: [Trend], by groups: [History.StepGroup]) -> [Trend] {
    var places: [[String]: Int] = [:]
    let pairs = groups.map { $0.pairs[0] } + groups.flatMap { $0.pairs.dropFirst() }
    for pair in pairs {
      let key = [pair.trial, pair.checkpoint, pair.metric.name]
      if places[key] == nil { places[key] = places.count }
    }
    return trends.enumerated().sorted { one, other in
      func place(_ trend: Trend) -> Int {
        places[[trend.trial, trend.checkpoint, trend.metric]] ?? .max
      }
      return (place(one.element), one.offset) < (place(other.element), other.offset)
    }.map(\.element)
  }

  private func chart(_ trend: Trend, _ history: History) -> Report.Chart {
    let points = trend.points.map { point in
      Report.Point(
        x: Double(point.run), y: point.quantity.double,
        label: "\(revision(point.run, history)): \(NumberText.exact(point.quantity, trend.scale))")
    }
    let columns = ["revision", "recorded", "reading", "work"].enumerated().map { index, title in
      Report.Column(title: title, alignment: index == 2 ? .trailing : .leading, priority: index)
    }
    let rows = trend.points.map { point in
      Report.Row(cells: [
        Report.Cell(revision(point.run, history)),
        Report.Cell(
          history.runs.indices.contains(point.run) ? history.runs[point.run].recorded : ""),
        Report.Cell(point.quantity, trend.scale), Report.Cell(point.work),
      ])
    }
    let title = "\(trend.trial): \(trend.metric)@\(trend.checkpoint)"
    let words = trend.steps.map { step in
      "at \(revision(step.after.run, history)) from "
        + "\(NumberText.exact(step.before.quantity, trend.scale)) to "
        + NumberText.exact(step.after.quantity, trend.scale)
    }
    return Report.Chart(
      title: title, summary: "It stepped \(words.joined(separator: "; ")).", kind: .steps,
      across: Report.Axis(
        checkpoints: history.runs.indices.map { revision($0, history) }, title: "revision"),
      up: Report.Axis(
        title: trend.metric, holding: points.map(\.y), scale: trend.scale, fromZero: false),
      panels: [
        Report.Panel(title: "", series: [Report.Series(name: title, style: 0, points: points)])
      ],
      table: Report.Table(title: title, columns: columns, rows: rows))
  }

  private func revision(_ run: Int, _ history: History) -> String {
    history.runs.indices.contains(run) ? RevisionName.short(history.runs[run].revision) : ""
  }
}
