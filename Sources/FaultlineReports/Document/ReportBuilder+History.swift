// The report of a history: what stepped and at which revision, the latest first, and each of these
// readings as a line along the runs.

public import FaultlineMeasures

extension ReportBuilder {
  private static let mostSteps = 40
  private static let mostCharts = 60

  /// The report of a history.
  public func report(_ history: History) -> Report {
    let steps = history.trends.flatMap { trend in trend.steps.map { (trend: trend, step: $0) } }
    let stepped = history.trends.filter { !$0.steps.isEmpty }
    var blocks: [Report.Block] = [.verdict(verdict(history, steps.map(\.step)))]
    if steps.isEmpty {
      blocks.append(
        .paragraph(
          history.runs.count < 2
            ? "A step needs two runs: 'faultline history add RESULT' records the next one."
            : "Nothing that was asked for has changed."))
    } else {
      let latest = steps.enumerated().sorted { one, other in
        (-one.element.step.after.run, one.offset) < (-other.element.step.after.run, other.offset)
      }.map(\.element)
      blocks.append(.table(stepTable(latest, history)))
      blocks += pictures(stepped, history)
    }
    return Report(blocks: blocks, subject: Report.Subject(history: history))
  }

  private func verdict(_ history: History, _ steps: [Trend.Step]) -> Report.VerdictLine {
    Report.VerdictLine(
      word: "HISTORY", tone: .plain,
      facts: [
        counted(history.runs.count, "run"), counted(history.trends.count, "reading"),
        counted(steps.count, "step"),
      ])
  }

  private static let stepColumns = [
    Report.Column(title: "at", alignment: .leading, priority: 0),
    Report.Column(title: "variant", alignment: .leading, priority: 1),
    Report.Column(title: "reading", alignment: .leading, priority: 2),
    Report.Column(title: "before → after", alignment: .trailing, priority: 3),
    Report.Column(title: "change", alignment: .trailing, priority: 4),
    Report.Column(title: "", alignment: .leading, priority: 5),
  ]

  private func stepTable(
    _ steps: [(trend: Trend, step: Trend.Step)], _ history: History
  ) -> Report.Table {
    let rows = steps.prefix(Self.mostSteps).map { trend, step in
      let (old, new) = (step.before.quantity, step.after.quantity)
      let verdict = Comparison.Pair.Verdict(from: old, to: new, trend.polarity)
      let tone: Report.Tone =
        step.isOtherWork
        ? .neutral : verdict == .worse ? .worse : verdict == .better ? .better : .neutral
      let change = new.subtracting(old)
      let sign = new > old ? "▲" : "▼"
      return Report.Row(cells: [
        Report.Cell(revision(step.after.run, history)),
        Report.Cell(trend.trial),
        Report.Cell("\(trend.metric)@\(trend.checkpoint)"),
        Report.Cell(
          NumberText.exact(old, trend.scale) + " → " + NumberText.exact(new, trend.scale)),
        Report.Cell((change > 0 ? "+" : "") + NumberText.exact(change, trend.scale), tone: tone),
        Report.Cell(
          step.isOtherWork ? "\(sign) other work" : words(tone, rises: new > old), tone: tone),
      ])
    }
    let more = steps.count - rows.count
    return Report.Table(
      title: "Steps, the latest first", columns: Self.stepColumns, rows: rows,
      remarks: more > 0 ? ["… \(more) more; choose with --only and --metric"] : [], isWhole: true)
  }

  // MARK: - Pictures

  private func pictures(_ trends: [Trend], _ history: History) -> [Report.Block] {
    var blocks: [Report.Block] = []
    var scenarios: [String] = []
    for trend in trends where !scenarios.contains(trend.scenario) {
      scenarios.append(trend.scenario)
    }
    var room = Self.mostCharts
    for scenario in scenarios where room > 0 {
      let mine = trends.filter { $0.scenario == scenario }.prefix(room)
      room -= mine.count
      blocks.append(
        .more(
          Report.More(
            title: scenario, blocks: mine.map { .chart(chart($0, history)) }, isOpen: true)))
    }
    return blocks
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

  /// A revision as people name it: the first twelve letters of a long one.
  private func revision(_ run: Int, _ history: History) -> String {
    guard history.runs.indices.contains(run) else { return "" }
    let name = history.runs[run].revision
    let isHash = name.count >= 40 && name.allSatisfy(\.isHexDigit)
    return isHash ? String(name.prefix(12)) : name
  }
}
