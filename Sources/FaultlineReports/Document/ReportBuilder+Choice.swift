// A recommendation with its price: what to choose for which end, and what is given up for it.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// What to choose, on each store of a scenario.
  func recommendation(_ scenario: ScenarioResult) -> [Report.Block] {
    Choice.all(scenario).map { choice in
      let place = choice.place.isEmpty ? "" : ", \(choice.place)"
      let items = tuning(choice) + scope(choice) + others(choice)
      return .more(
        Report.More(
          title: "Recommendation" + place, blocks: [.list(Report.List(title: "", items: items))],
          isOpen: true))
    }
  }

  // MARK: - To tune

  private func tuning(_ choice: Choice) -> [Report.Item] {
    let names = choice.names
    let winners = choice.winners
    let time = Headlines(choice.scenario).times.first
    return winners.map { tied in
      let called = tied.map { names.name(of: $0.trial) }
      let areMany = TrialNames.areMany(called)
      let isOne = tied.count == 1
      let given = tied.map { givenUp(choice, $0) }
      let prices = zip(called, given).compactMap { name, given in
        given.map { isOne ? "price: \($0)" : "price of \(name): \($0)" }
      }
      let lines = zip(called, given).map { name, given in given.map { "\(name): \($0)" } ?? name }
      return Report.Item(
        label: areMany ? counted(called.count, "variant") : called.listed, tone: .better,
        text: "\(merit(of: tied, among: winners, choice)): \(costs(choice, tied))",
        details: (areMany ? [] : prices) + timeSaved(choice, tied[0], time, names),
        cases: areMany ? lines : [])
    }
  }

  /// What speaks for one variant, or for several that tie.
  private func merit(
    of tied: [Choice.Candidate], among winners: [[Choice.Candidate]], _ choice: Choice
  ) -> String {
    let all = winners.map { $0[0].ranks }
    let mine = tied[0].ranks
    let least = choice.metrics.indices.filter { index in
      all.allSatisfy { mine[index] <= $0[index] }
    }
    // What is the same for all winners speaks for none of them.
    let telling = least.filter { index in all.contains { mine[index] < $0[index] } }
    let isOne = tied.count == 1
    let merit =
      least.count == choice.metrics.count
      ? (isOne ? "costs the least in everything" : "cost the least in everything")
      : telling.isEmpty
        ? (isOne ? "lies between" : "lie between")
        : (isOne ? "has" : "have") + " the least "
          + telling.map { words(choice.metrics[$0]) }.listed
    if isOne { return merit }
    return
      (tied.allSatisfy { $0.costs == tied[0].costs } ? "are equal and " : "tie (\(Tie.words)) and ")
      + merit
  }

  /// The costs of one variant, or the ranges of several that tie.
  func costs(_ choice: Choice, _ tied: [Choice.Candidate]) -> String {
    choice.metrics.indices.map { index in
      let metric = choice.metrics[index]
      let costs = tied.map { $0.costs[index] }
      let ends = [costs.min(), costs.max()].compactMap(\.self).map {
        NumberText.text($0, metric.scale)
      }
      // Of several variants a change is named where it is the same for all.
      let changes = Set(tied.map { choice.change(index, of: $0) })
      let change = changes.count == 1 ? changes.first.flatMap { $0 }.map { " (\($0))" } : nil
      let words =
        metric.scale == .bytes
        ? "at the peak" : words(metric, isOne: costs.allSatisfy { $0 == 1 })
      return "\(ends.withoutRepeats.joined(separator: " to ")) \(words)\(change ?? "")"
    }.joined(separator: ", ")
  }

  func words(_ metric: Metric, isOne: Bool = false) -> String {
    switch metric.name {
    case MetricName.bytesPeak: "memory"
    case MetricName.roundTrips: isOne ? "round trip" : "round trips"
    case MetricName.statements: isOne ? "statement" : "statements"
    default: metric.name
    }
  }

  /// The price that no counter shows: what the reference has and this variant has not.
  private func givenUp(_ choice: Choice, _ candidate: Choice.Candidate) -> String? {
    guard let reference = choice.references.reference(of: candidate.trial),
      reference.key != candidate.trial.key
    else { return nil }
    let old = Dictionary(
      reference.settings.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let changes = candidate.trial.settings.compactMap { setting in
      let before = old[setting.name]
      return before == setting.value
        ? nil : "\(setting) instead of \(before?.description ?? "not set")"
    }
    return changes.isEmpty ? nil : changes.joined(separator: ", ")
  }

  // MARK: - Round trips and time

  /// Another candidate that needs more round trips than this one, by more than a tie.
  private func busier(than candidate: Choice.Candidate, _ choice: Choice) -> Choice.Candidate? {
    guard let trips = choice.metrics.firstIndex(where: { $0.name == MetricName.roundTrips }),
      let rival = choice.rival(of: candidate, in: trips)
    else { return nil }
    let (mine, theirs) = (candidate.costs[trips], rival.costs[trips])
    return mine < theirs && !Tie.areTied(mine, theirs) ? rival : nil
  }

  /// Whether saved round trips were saved time, where the scenario asks for times; it decides nothing.
  private func timeSaved(
    _ choice: Choice, _ candidate: Choice.Candidate, _ time: Column?, _ names: TrialNames
  ) -> [String] {
    guard let time, let rival = busier(than: candidate, choice),
      let mine = Spread(candidate.trial, time),
      let theirs = Spread(rival.trial, time)
    else { return [] }
    let saved = mine.isBelow(theirs) ? "time saved" : "no time saved that could be measured"
    return ["\(saved): \(mine.text), and \(names.name(of: rival.trial)) \(theirs.text)"]
  }

  /// What a saved round trip is worth, where the scenario does not ask for times.
  private func remarkOnRoundTrips(_ choice: Choice) -> [Report.Item] {
    guard Headlines(choice.scenario).times.isEmpty,
      choice.winners.contains(where: { busier(than: $0[0], choice) != nil })
    else { return [] }
    return [
      Report.Item(
        label: "round trips", tone: .neutral,
        text:
          "are counted, not timed: with the store in the same process, fewer of them need not save "
          + "time; a column of time.wall shows it")
    ]
  }

  // MARK: - For a build, and to learn

  private func others(_ choice: Choice) -> [Report.Item] {
    var items = faulty(choice) + remarkOnRoundTrips(choice)
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

  /// What must not be chosen and why, in one item where it is much.
  private func faulty(_ choice: Choice) -> [Report.Item] {
    let names = choice.names
    let faulty = choice.candidates.filter { !$0.faults.isEmpty }.map { candidate in
      (name: names.name(of: candidate.trial), why: candidate.faults.listed)
    }
    guard TrialNames.areMany(faulty) else {
      return faulty.map { name, why in
        Report.Item(label: name, tone: .worse, text: "is not to be chosen: it \(why)")
      }
    }
    let isOneReason = Set(faulty.map(\.why)).count == 1
    return [
      Report.Item(
        label: counted(faulty.count, "variant"), tone: .worse,
        text: "are not to be chosen" + (isOneReason ? ": each \(faulty[0].why)" : ""),
        cases: faulty.map { isOneReason ? $0.name : "\($0.name): it \($0.why)" })
    ]
  }

  /// The two variants that differ most in what is alive, which is where the rules show.
  private func lesson(_ choice: Choice) -> String? {
    let names = choice.names
    for (metric, checkpoint, words) in [
      (MetricName.leakedObjects, "end", "objects are left at the end"),
      (MetricName.objectsLive, "released", "objects are alive when every name is let go"),
    ] {
      let read = choice.candidates.compactMap { candidate in
        candidate.trial.reading(metric, at: checkpoint).map {
          (names.name(of: candidate.trial), $0)
        }
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
}

// How far a recommendation goes: whether the same variants are best on the other side, and at other ends of what is not known.
extension ReportBuilder {
  /// Whether a choice holds elsewhere, as far as that was played.
  func scope(_ choice: Choice) -> [Report.Item] {
    let elsewhere = AdviceScope(choice.scenario, at: choice.place)
    guard let label = elsewhere.label else { return [] }
    return [
      Report.Item(
        label: label, tone: elsewhere.turning.isEmpty ? .better : .neutral, text: elsewhere.words,
        details: elsewhere.turning.map(\.sentence))
    ]
  }
}

/// What is best elsewhere for one place where a variant is chosen.
struct AdviceScope {
  private let elsewhere: [AdviceElsewhere]

  init(_ scenario: ScenarioResult, at place: String) {
    elsewhere = scenario.elsewhere.filter { $0.place == place }
  }

  /// Where other variants are best.
  var turning: [AdviceElsewhere] { elsewhere.filter { !$0.holds } }

  /// Whether both descriptions of Core Data were played, and not ends of bands alone.
  private var coversBothProfiles: Bool { elsewhere.contains(where: \.isOfASide) }

  /// What it is about; nil where nothing else was played.
  var label: String? {
    guard !elsewhere.isEmpty else { return nil }
    return turning.isEmpty && coversBothProfiles ? "also in Core Data" : "elsewhere"
  }

  /// How far it holds.
  var words: String {
    let ends = elsewhere.filter { !$0.isOfASide }.map(\.there)
    let places =
      (coversBothProfiles ? ["by the guides", "in Core Data"] : [])
      + ends.map { "with \($0)" }
    guard turning.isEmpty else {
      let held = elsewhere.filter(\.holds).map(\.there)
      return "other variants are best with \(turning.map(\.there).listed)"
        + (held.isEmpty ? "" : "; the same ones with \(held.listed)")
    }
    return "the same variants are best \(places.listed)"
  }
}

extension AdviceElsewhere {
  /// Whether it is of a whole description of Core Data, and of no end of a band.
  fileprivate var isOfASide: Bool { key == "behaves" }

  /// What is best there, and what turns it.
  fileprivate var sentence: String {
    "with \(there): \(best)"
      + (turnedBy.isEmpty ? "" : ", turned by \(turnedBy.joined(separator: ", "))")
  }
}

// What each variant costs as a picture: two prices set against each other, and all of them in its table.
extension ReportBuilder {
  /// The variants in a picture, where two prices can be set against each other.
  func tradeOffs(_ scenario: ScenarioResult) -> [Report.Block] {
    let charts = Choice.all(scenario).compactMap { choice in
      choice.metrics.count > 1 ? Report.Block.chart(scatter(choice)) : nil
    }
    return charts.isEmpty
      ? [] : [.more(Report.More(title: "What costs what", blocks: charts, isOpen: true))]
  }

  private func scatter(_ choice: Choice) -> Report.Chart {
    let names = TrialNames(choice.scenario)
    let tied = Set(choice.winners.filter { $0.count > 1 }.joined().map(\.trial.id))
    let (across, up) = (choice.metrics[0], choice.metrics[1])
    func points(_ candidate: Choice.Candidate) -> [Report.Point] {
      [
        Report.Point(
          x: candidate.costs[0].double, y: candidate.costs[1].double,
          label: "\(names.name(of: candidate.trial)): \(costs(choice, [candidate]))")
      ]
    }
    let series = choice.candidates.enumerated().map { index, candidate in
      Report.Series(
        name: names.name(of: candidate.trial), style: index, isStrong: candidate.isWorthIt,
        points: points(candidate))
    }
    let good = series.filter(\.isStrong).map(\.name)
    let titles = choice.metrics.map { words($0) } + ["worth it"]
    let columns = titles.enumerated().map { index, title in
      Report.Column(
        title: title, alignment: index < choice.metrics.count ? .trailing : .leading,
        priority: index + 1)
    }
    let rows = choice.candidates.map { candidate in
      let verdict =
        candidate.isWorthIt
        ? (tied.contains(candidate.trial.id) ? "yes, a tie" : "yes")
        : candidate.faults.isEmpty ? "no: another costs less" : "no: it \(candidate.faults.listed)"
      return Report.Row(
        cells: [names.cell(of: candidate.trial)]
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
      table: Report.Table(
        title: "What each variant costs", columns: [names.column] + columns, rows: rows))
  }
}
