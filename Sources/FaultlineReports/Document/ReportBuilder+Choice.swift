// A recommendation with its price: what to choose for which end, and what is given up for it.

import FaultlineAnalysis
import FaultlineMeasures

extension ReportBuilder {
  /// What to choose, on each store of a scenario.
  func recommendation(_ scenario: ScenarioResult) -> [Report.Block] {
    Choice.all(scenario).map { choice in
      let place = choice.place.isEmpty ? "" : ", \(choice.place)"
      return .list(
        Report.List(
          title: "What to choose" + place, items: tuning(choice) + scope(choice) + others(choice)))
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
