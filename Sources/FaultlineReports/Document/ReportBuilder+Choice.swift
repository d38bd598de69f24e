// A recommendation with its price: what to choose for which end, and what is given up for it.

import FaultlineMeasures

extension ReportBuilder {
  /// What to choose, on each store of a scenario.
  func recommendation(_ scenario: ScenarioResult) -> [Report.Block] {
    Choice.all(scenario).map { choice in
      let place = choice.place.isEmpty ? "" : ", \(choice.place)"
      return .list(
        Report.List(title: "What to choose" + place, items: tuning(choice) + others(choice)))
    }
  }

  /// The variants in a picture, where two prices can be set against each other.
  func tradeOffs(_ scenario: ScenarioResult) -> [Report.Block] {
    let charts = Choice.all(scenario).compactMap { choice in
      choice.metrics.count > 1 ? Report.Block.chart(scatter(choice)) : nil
    }
    return charts.isEmpty
      ? [] : [.more(Report.More(title: "What costs what", blocks: charts, isOpen: true))]
  }

  // MARK: - For whoever tunes

  private func tuning(_ choice: Choice) -> [Report.Item] {
    let good = choice.candidates.filter(\.isWorthIt)
    return good.map { candidate in
      let least = choice.metrics.indices.filter { index in
        good.allSatisfy { candidate.costs[index] <= $0.costs[index] }
      }
      let merit =
        least.count == choice.metrics.count
        ? "costs the least in everything"
        : least.isEmpty
          ? "lies between" : "has the least \(least.map { words(choice.metrics[$0]) }.listed)"
      return Report.Item(
        label: candidate.trial.cell, tone: .better, text: "\(merit): \(prices(choice, candidate))",
        details: givenUp(choice, candidate))
    }
  }

  private func prices(_ choice: Choice, _ candidate: Choice.Candidate) -> String {
    choice.metrics.indices.map { index in
      let metric = choice.metrics[index]
      let change = choice.change(index, of: candidate).map { " (\($0))" } ?? ""
      return NumberText.text(candidate.costs[index], metric.scale)
        + (metric.scale == .bytes ? " at the peak" : " \(words(metric))") + change
    }.joined(separator: ", ")
  }

  private func words(_ metric: Metric) -> String {
    switch metric.name {
    case MetricName.bytesPeak: "memory"
    case MetricName.roundTrips: "round trips"
    case MetricName.statements: "statements"
    default: metric.name
    }
  }

  /// The price that no counter shows: what the reference has and this variant has not.
  private func givenUp(_ choice: Choice, _ candidate: Choice.Candidate) -> [String] {
    guard let reference = choice.scenario.reference(of: candidate.trial),
      reference.id != candidate.trial.id
    else { return [] }
    let old = Dictionary(
      reference.settings.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let changes = candidate.trial.settings.compactMap { setting in
      let before = old[setting.name]
      return before == setting.value
        ? nil : "\(setting) instead of \(before?.description ?? "not set")"
    }
    return changes.isEmpty ? [] : ["price: " + changes.joined(separator: ", ")]
  }

  // MARK: - For a build, and for whoever learns

  private func others(_ choice: Choice) -> [Report.Item] {
    var items: [Report.Item] = []
    for candidate in choice.candidates where !candidate.faults.isEmpty {
      items.append(
        Report.Item(
          label: candidate.trial.cell, tone: .worse,
          text: "is not to be chosen: it \(candidate.faults.listed)"))
    }
    let passes = choice.candidates.map(\.trial.samples.count).min() ?? 0
    let differs = choice.candidates.contains {
      !$0.trial.disagreements(on: choice.scenario.metrics).isEmpty
    }
    if passes > 1 {
      items.append(
        Report.Item(
          label: "in a build", tone: .neutral,
          text: differs
            ? "no baseline yet: the passes do not agree"
            : "\(passes) passes agree to the last unit, so a baseline needs no tolerance"))
    }
    if let lesson = lesson(choice) {
      items.append(Report.Item(label: "to learn", tone: .neutral, text: lesson))
    }
    return items
  }

  /// The two variants that differ most in what is alive, which is where the rules show.
  private func lesson(_ choice: Choice) -> String? {
    for (metric, checkpoint, words) in [
      (MetricName.leakedObjects, "end", "objects are left at the end"),
      (MetricName.objectsLive, "released", "objects are alive when every name is let go"),
    ] {
      let read = choice.candidates.compactMap { candidate in
        candidate.trial.reading(metric, at: checkpoint).map { (candidate.trial.cell, $0) }
      }
      guard let least = read.min(by: { $0.1 < $1.1 }), let most = read.max(by: { $0.1 < $1.1 }),
        least.1 != most.1
      else { continue }
      let rules = choice.scenario.rules.joined(separator: " ")
      return "hold \(most.0) beside \(least.0): \(NumberText.text(most.1, .count)) against "
        + "\(NumberText.text(least.1, .count)) \(words)" + (rules.isEmpty ? "" : " (\(rules))")
    }
    return nil
  }

  // MARK: - The picture

  private func scatter(_ choice: Choice) -> Report.Chart {
    let (across, up) = (choice.metrics[0], choice.metrics[1])
    func points(_ candidate: Choice.Candidate) -> [Report.Point] {
      [
        Report.Point(
          x: candidate.costs[0].double, y: candidate.costs[1].double,
          label: "\(candidate.trial.cell): \(prices(choice, candidate))")
      ]
    }
    let series = choice.candidates.enumerated().map { index, candidate in
      Report.Series(
        name: candidate.trial.cell, style: index, isStrong: candidate.isWorthIt,
        points: points(candidate))
    }
    let good = series.filter(\.isStrong).map(\.name)
    let titles = ["variant"] + choice.metrics.map { words($0) } + ["worth it"]
    let columns = titles.enumerated().map { index, title in
      let isNumber = index > 0 && index <= choice.metrics.count
      return Report.Column(
        title: title, alignment: isNumber ? .trailing : .leading, priority: index)
    }
    let rows = choice.candidates.map { candidate in
      let verdict =
        candidate.isWorthIt
        ? "yes"
        : candidate.faults.isEmpty ? "no: another costs less" : "no: it \(candidate.faults.listed)"
      return Report.Row(
        cells: [Report.Cell(candidate.trial.cell)]
          + zip(candidate.costs, choice.metrics).map { Report.Cell($0, $1.scale) }
          + [Report.Cell(verdict, tone: candidate.isWorthIt ? .better : .plain)])
    }
    return Report.Chart(
      title: "\(words(across)) and \(words(up))"
        + (choice.place.isEmpty ? "" : ", \(choice.place)"),
      summary: "Each variant by what it costs; nearer to the lower left is better. "
        + (good.isEmpty ? "None is worth choosing." : "Worth choosing: \(good.listed)."),
      kind: .points,
      across: Report.Axis(
        title: words(across), holding: choice.candidates.map { $0.costs[0].double },
        scale: across.scale),
      up: Report.Axis(
        title: words(up), holding: choice.candidates.map { $0.costs[1].double }, scale: up.scale),
      panels: [Report.Panel(title: "", series: series)],
      table: Report.Table(title: "What each variant costs", columns: columns, rows: rows))
  }
}

extension [String] {
  /// `a`, `a and b`, or `a, b and c`.
  var listed: String {
    guard let last else { return "" }
    return count == 1 ? last : dropLast().joined(separator: ", ") + " and " + last
  }
}
