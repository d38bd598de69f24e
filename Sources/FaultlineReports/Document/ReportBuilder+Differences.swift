// The parts of a comparison's report: readings that differ as a table, the rest as lists.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  func differenceTable(_ what: String, _ groups: [Comparison.Group]) -> [Report.Block] {
    guard !groups.isEmpty else { return [] }
    let shown = groups.shown(atMost: Report.List.limit)
    let rest = groups.dropFirst(shown.count)
    let more = rest.reduce(0) { $0 + $1.pairs.count }
    let count = groups.reduce(0) { $0 + $1.pairs.count }
    return [
      .table(
        Report.Table(
          title: "\(counted(count, "reading")) \(what)", columns: Self.differenceColumns,
          rows: shown.map(row),
          remarks: more > 0
            ? [
              "… \(counted(more, "more reading")) in \(counted(rest.count, "more line")); "
                + "--format json has all of them"
            ] : [],
          isWhole: true))
    ]
  }

  /// What differs and decides nothing.
  func informing(_ comparison: Comparison) -> [Report.Block] {
    let groups = comparison.groups([.worse, .better, .changed, .tolerated], informing: true)
    return differenceTable("changed, and decided nothing", groups)
  }

  private static let differenceColumns = [
    Report.Column(title: "variant", alignment: .leading, priority: 0),
    Report.Column(title: "reading", alignment: .leading, priority: 1),
    Report.Column(title: "base → head", alignment: .trailing, priority: 2),
    Report.Column(title: "change", alignment: .trailing, priority: 3),
    Report.Column(title: "in percent", alignment: .trailing, priority: 5),
    Report.Column(title: "", alignment: .leading, priority: 4),
  ]

  private func row(_ group: Comparison.Group) -> Report.Row {
    let pair = group.first
    let base = pair.base ?? 0
    let head = pair.head ?? 0
    let scale = pair.metric.scale
    let tone: Report.Tone =
      switch pair.verdict {
      case .worse: pair.isGated ? .worse : .neutral
      case .better: pair.isGated ? .better : .neutral
      default: .neutral
      }
    let change = head.subtracting(base)
    // Exact to the last digit: a rounded byte would show a change from a number to itself.
    let signed = (change > 0 ? "+" : "") + NumberText.exact(change, scale)
    let sign = tone == .neutral ? (head > base ? "▲" : "▼") : words(tone, rises: head > base)
    let others = group.pairs.count - 1
    return Report.Row(cells: [
      Report.Cell(pair.trial),
      Report.Cell(name(pair) + (others > 0 ? " and at \(counted(others, "more checkpoint"))" : "")),
      Report.Cell(NumberText.exact(base, scale) + " → " + NumberText.exact(head, scale)),
      Report.Cell(signed, tone: tone),
      Report.Cell("(\(NumberText.percent(from: base, to: head) ?? "new"))", tone: tone),
      Report.Cell(sign + (pair.isOtherWork ? ", other work" : ""), tone: tone),
    ])
  }

  private func name(_ pair: Comparison.Pair) -> String {
    "\(pair.metric.name)@\(pair.checkpoint)"
  }

  // MARK: - What only one side has

  func comingsAndGoings(
    _ comparison: Comparison, _ occasion: ReportOccasion
  ) -> [Report.Block] {
    let present = comparison.presentScenarios
    var missing: [String] = []
    var variants: [Report.Item] = []
    for trial in comparison.trials(.gone) {
      if present.contains(trial.scenario) {
        variants.append(Report.Item(label: "gone", tone: .neutral, text: trial.id))
      } else if !missing.contains(trial.scenario) {
        missing.append(trial.scenario)
      }
    }
    let isOfResults = occasion == .comparison
    let scenarios = missing.map { scenario in
      Report.Item(
        label: "gone", tone: .neutral,
        text: "the scenario \(scenario), "
          + (isOfResults ? "which only the base has" : "whose baseline is still there"),
        details: isOfResults
          ? [] : ["Bring the scenario back, or remove its baseline: faultline accept --prune"])
    }
    let readings = comparison.pairs.filter {
      $0.isGated && [.new, .gone].contains($0.verdict)
    }.map { pair in
      let quantity = (pair.head ?? pair.base).map { NumberText.exact($0, pair.metric.scale) } ?? ""
      let verb = pair.verdict == .new ? "is" : "was"
      return Report.Item(
        label: pair.verdict.rawValue, tone: .neutral,
        text: "\(pair.trial) \(name(pair)), which \(verb) \(quantity)")
    }
    let items = scenarios + variants + readings
    return items.isEmpty ? [] : [.list(Report.List(title: "New and gone", items: items))]
  }

  // MARK: - What could not be compared

  func notCompared(_ comparison: Comparison, _ occasion: ReportOccasion) -> [Report.Block] {
    let title = occasion == .acceptance ? "What was accepted" : "Not compared"
    let changed = standings([.workloadChanged], comparison, occasion)
    let others =
      standings([.new, .died, .nothingRead], comparison, occasion)
      + otherMachines(comparison, occasion)
    return (changed.isEmpty ? [] : [.list(Report.List(title: "Other work", items: changed))])
      + (others.isEmpty ? [] : [.list(Report.List(title: title, items: others))])
  }

  /// Variants of these standings, together where the reason is the same.
  private func standings(
    _ standings: [Comparison.Trial.Standing], _ comparison: Comparison, _ occasion: ReportOccasion
  ) -> [Report.Item] {
    var groups: [(trial: Comparison.Trial, ids: [String])] = []
    for trial in comparison.trials where standings.contains(trial.standing) {
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
    case .died: "crashed"
    case .nothingRead: "nothing read"
    case .compared, .gone: standing.rawValue
    }
  }

  private func otherMachines(
    _ comparison: Comparison, _ occasion: ReportOccasion
  ) -> [Report.Item] {
    var scenarios: [String] = []
    for trial in comparison.trials where !scenarios.contains(trial.scenario) {
      if trial.pairs.contains(where: { $0.isCoarse || $0.verdict == .notCompared }) {
        scenarios.append(trial.scenario)
      }
    }
    return scenarios.map { name in
      let trials = comparison.trials.filter { $0.scenario == name }
      let coarse = trials.flatMap(\.pairs).count { $0.isCoarse }
      let left = trials.flatMap(\.pairs).count { $0.verdict == .notCompared }
      let precision = trials.first { $0.precision != .exact }?.precision ?? .exact
      let isMachine = if case .coarse(.machine, _) = precision { true } else { false }
      let parts = [
        coarse > 0
          ? "\(counted(coarse, "reading")) of heap and SQLite compared coarsely, from \(MeasurementPrecision.factor)× on"
          : "",
        left > 0 ? "\(counted(left, "reading")) not compared, as they depend on the page size" : "",
      ]
      let kept =
        isMachine
        ? "What was accepted elsewhere stays; 'faultline accept' adds this kind of machine to it, and "
          + "'faultline accept --from' with a result of that machine does so from here."
        : "'faultline accept' takes what this Faultline measures for the baseline."
      return Report.Item(
        label: isMachine ? "other machine" : "other Faultline", tone: .neutral,
        text: "\(name): \(parts.filter { !$0.isEmpty }.joined(separator: "; "))",
        details: precision.reasons + (occasion == .check ? [kept] : []))
    }
  }
}
