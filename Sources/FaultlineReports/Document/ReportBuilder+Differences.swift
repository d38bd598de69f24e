// The parts of a comparison's report: readings that differ as a table, the rest as lists.

import FaultlineMeasures

extension ReportBuilder {
  func differenceTable(_ what: String, _ pairs: [Comparison.Pair]) -> [Report.Block] {
    guard !pairs.isEmpty else { return [] }
    let shown = mostTelling(pairs).prefix(Report.List.limit)
    let more = pairs.count - shown.count
    return [
      .table(
        Report.Table(
          title: "\(counted(pairs.count, "reading")) \(what)", columns: Self.differenceColumns,
          rows: shown.map(row),
          remarks: more > 0 ? ["… \(more) more; --format json has all of them"] : [],
          isWhole: true))
    ]
  }

  private static let differenceColumns = [
    Report.Column(title: "variant", alignment: .leading, priority: 0),
    Report.Column(title: "reading", alignment: .leading, priority: 1),
    Report.Column(title: "base → head", alignment: .trailing, priority: 2),
    Report.Column(title: "change", alignment: .trailing, priority: 3),
    Report.Column(title: "in percent", alignment: .trailing, priority: 5),
    Report.Column(title: "", alignment: .leading, priority: 4),
  ]

  /// Of each variant's metric, where it differs first; then all the later checkpoints, which mostly
  /// repeat it.
  private func mostTelling(_ pairs: [Comparison.Pair]) -> [Comparison.Pair] {
    var seen: Set<[String]> = []
    var first: [Comparison.Pair] = []
    var later: [Comparison.Pair] = []
    for pair in pairs {
      if seen.insert([pair.trial, pair.metric.name]).inserted {
        first.append(pair)
      } else {
        later.append(pair)
      }
    }
    return first + later
  }

  private func row(_ pair: Comparison.Pair) -> Report.Row {
    let base = pair.base ?? 0
    let head = pair.head ?? 0
    let scale = pair.metric.scale
    let tone: Report.Tone =
      switch pair.verdict {
      case .worse: .worse
      case .better: .better
      default: .neutral
      }
    let change = head.subtracting(base)
    // Exact to the last digit: a rounded byte would show a change from a number to itself.
    let signed = (change > 0 ? "+" : "") + NumberText.exact(change, scale)
    let sign = tone == .neutral ? (head > base ? "▲" : "▼") : words(tone, rises: head > base)
    return Report.Row(cells: [
      Report.Cell(pair.trial),
      Report.Cell(name(pair)),
      Report.Cell(NumberText.exact(base, scale) + " → " + NumberText.exact(head, scale)),
      Report.Cell(signed, tone: tone),
      Report.Cell("(\(NumberText.percent(from: base, to: head) ?? "new"))", tone: tone),
      Report.Cell(sign, tone: tone),
    ])
  }

  private func name(_ pair: Comparison.Pair) -> String {
    "\(pair.metric.name)@\(pair.checkpoint)"
  }

  // MARK: - What only one side has

  func comingsAndGoings(_ comparison: Comparison) -> [Report.Block] {
    let variants = comparison.trials(.gone).map { trial in
      Report.Item(label: "gone", tone: .neutral, text: trial.id)
    }
    let readings = comparison.pairs.filter { [.new, .gone].contains($0.verdict) }.map { pair in
      let quantity = (pair.head ?? pair.base).map { NumberText.exact($0, pair.metric.scale) } ?? ""
      let verb = pair.verdict == .new ? "is" : "was"
      return Report.Item(
        label: pair.verdict.rawValue, tone: .neutral,
        text: "\(pair.trial) \(name(pair)), which \(verb) \(quantity)")
    }
    let items = variants + readings
    return items.isEmpty ? [] : [.list(Report.List(title: "New and gone", items: items))]
  }

  // MARK: - What could not be compared

  func notCompared(_ comparison: Comparison, _ occasion: ReportOccasion) -> [Report.Block] {
    let items = strangers(comparison, occasion) + otherMachines(comparison)
    return items.isEmpty ? [] : [.list(Report.List(title: "Not compared", items: items))]
  }

  /// Variants whose readings were not looked at, together where the reason is the same.
  private func strangers(_ comparison: Comparison, _ occasion: ReportOccasion) -> [Report.Item] {
    var groups: [(trial: Comparison.Trial, ids: [String])] = []
    for trial in comparison.trials where ![.compared, .gone].contains(trial.standing) {
      let place = groups.firstIndex { group in
        group.trial.scenario == trial.scenario && group.trial.standing == trial.standing
          && group.trial.reasons == trial.reasons
      }
      if let place {
        groups[place].ids.append(trial.id)
      } else {
        groups.append((trial, [trial.id]))
      }
    }
    let isFine = occasion == .acceptance || comparison.isAnythingCompared
    let tone: Report.Tone = isFine ? .neutral : .worse
    return groups.map { trial, ids in
      Report.Item(
        label: label(trial.standing, occasion), tone: tone, text: ids.joined(separator: ", "),
        details: trial.reasons)
    }
  }

  private func label(
    _ standing: Comparison.Trial.Standing, _ occasion: ReportOccasion
  ) -> String {
    switch standing {
    case .new:
      switch occasion {
      case .check: "no baseline"
      case .acceptance: "first baseline"
      case .comparison: "only in the new result"
      }
    case .workloadChanged: "workload changed"
    case .died: "died"
    case .nothingRead: "nothing read"
    case .compared, .gone: standing.rawValue
    }
  }

  private func otherMachines(_ comparison: Comparison) -> [Report.Item] {
    var scenarios: [String] = []
    for trial in comparison.trials where !scenarios.contains(trial.scenario) {
      if trial.pairs.contains(where: { $0.verdict == .notCompared }) {
        scenarios.append(trial.scenario)
      }
    }
    return scenarios.map { name in
      let trials = comparison.trials.filter { $0.scenario == name }
      let count = trials.flatMap(\.pairs).filter { $0.verdict == .notCompared }.count
      return Report.Item(
        label: "other machine", tone: .neutral,
        text: "\(name): \(counted(count, "reading")) of heap and SQLite",
        details: trials.first { !$0.reasons.isEmpty && $0.standing == .compared }?.reasons ?? [])
    }
  }
}
