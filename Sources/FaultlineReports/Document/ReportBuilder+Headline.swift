// The headline of a scenario: what a reader wants to know first, in a few sentences that are computed from what was measured.

import FaultlineAnalysis
package import FaultlineMeasures

extension ReportBuilder {
  /// Returns what crashed, what failed, what leaks, and which variant has the lowest peak.
  package func headline(_ scenario: ScenarioResult) -> [String] {
    guard !scenario.trials.isEmpty else { return [] }
    let news = crashes(scenario) + failedExpectations(scenario) + leaked(scenario)
    guard scenario.goal != .noLeaks else {
      let isClean = scenario.trials.allSatisfy {
        $0.reading(MetricName.leakedObjects, at: "end") == 0
      }
      return news + (isClean ? ["No variant leaks."] : [])
    }
    let rankings = Ranking.all(scenario, by: Ranking.Measure(scenario.goal, scenario))
    let answer = news.isEmpty && rankings.allSatisfy(\.isTie) ? answer(scenario) : []
    return news + answer + rankings.flatMap { $0.sentences(in: scenario) }
  }

  /// Returns why an expectation holds, where peaks are no answer: the first that was asked of every variant, and held.
  private func answer(_ scenario: ScenarioResult) -> [String] {
    let byPlace = Dictionary(grouping: scenario.judgements, by: \.place)
    for place in scenario.judgements.map(\.place).withoutRepeats {
      guard let asked = byPlace[place], let because = asked[0].because, !because.isEmpty,
        Set(asked.flatMap(\.trials)).count == scenario.trials.count,
        asked.allSatisfy({ $0.outcome == .held })
      else { continue }
      return [because]
    }
    return []
  }

  private func crashes(_ scenario: ScenarioResult) -> [String] {
    let names = TrialNames(scenario)
    let crashed = scenario.trials.filter { $0.death != nil }.map(names.name)
    return crashed.isEmpty ? [] : ["\(listed(crashed)) crashed."]
  }

  private func failedExpectations(_ scenario: ScenarioResult) -> [String] {
    let failed = scenario.judgements.filter { $0.outcome == .broken }
    guard let first = failed.first else { return [] }
    let variants = failed.count { $0.place == first.place }
    let others = Set(failed.map(\.place)).count - 1
    return [
      "\(first.that) fails" + (variants > 1 ? " in \(counted(variants, "variant"))" : "")
        + (others > 0 ? ", and \(counted(others, "other expectation"))" : "") + "."
    ]
  }

  /// Returns a sentence for each amount that is left after everything was released.
  private func leaked(_ scenario: ScenarioResult) -> [String] {
    let names = TrialNames(scenario)
    var amounts: [(words: String, names: [String])] = []
    var clean: [String] = []
    for trial in scenario.trials {
      guard let objects = trial.reading(MetricName.leakedObjects, at: "end") else { continue }
      guard objects > 0 else {
        clean.append(names.name(of: trial))
        continue
      }
      let words = leak(of: objects, trial)
      if let place = amounts.firstIndex(where: { $0.words == words }) {
        amounts[place].names.append(names.name(of: trial))
      } else {
        amounts.append((words, [names.name(of: trial)]))
      }
    }
    guard !amounts.isEmpty else { return [] }
    let leaking = amounts.map { amount in
      "\(listed(amount.names)) \(amount.names.count == 1 ? "leaks" : "each leak") \(amount.words)."
    }
    guard !clean.isEmpty else { return leaking }
    return leaking + ["\(listed(clean)) \(clean.count == 1 ? "leaks" : "leak") nothing."]
  }

  private func leak(of objects: Quantity, _ trial: TrialResult) -> String {
    func measured(_ metric: String, _ scale: Metric.Scale) -> String? {
      trial.reading(metric, at: "end").flatMap {
        $0 > 0 ? NumberText.text($0, scale) : nil
      }
    }
    let bytes = measured(MetricName.leakedBytes, .bytes).map { " (\($0))" } ?? ""
    let cycles = measured(MetricName.leakedCycles, .count).map {
      " in \($0) retain \($0 == "1" ? "cycle" : "cycles")"
    }
    let noun = objects == 1 ? "object" : "objects"
    return NumberText.text(objects, .count) + " \(noun)" + bytes + (cycles ?? "")
  }
}

/// Names in a sentence, with an "and" before the last; a name with a comma is quoted.
private func listed(_ names: [String]) -> String {
  TrialNames.areMany(names) ? counted(names.count, "variant") : names.map(quoted).listed
}

private func quoted(_ name: String) -> String { name.contains(",") ? "'\(name)'" : name }

/// The peaks of the variants that can be compared, those of one store and size, or another reading that is the goal.
struct Ranking {
  /// The reading by which variants are ranked.
  struct Measure {
    let metric: String
    /// The checkpoint at which it is read; nil for the greatest reading.
    let checkpoint: String?
    /// The name of the reading in a sentence: the title of the column that shows it, if one does.
    let name: String
    let scale: Metric.Scale

    /// Ranks by the goal of a scenario, or else by the peak.
    init(_ goal: Goal?, _ scenario: ScenarioResult) {
      guard case .least(let asked) = goal, let definition = scenario.metric(asked.metric)
      else {
        (metric, checkpoint, name, scale) = (MetricName.bytesPeak, nil, "peak", .bytes)
        return
      }
      (metric, checkpoint, scale) = (asked.metric, asked.checkpoint, definition.scale)
      let column = scenario.columns.first {
        $0.metric == asked.metric && $0.checkpoint == asked.checkpoint
      }
      // A title that names the checkpoint as well is about several columns.
      let title = column.flatMap { $0.title.split(separator: " @").first.map(String.init) }
      name = title ?? asked.words
    }

    /// Returns the reading of a trial; nil where there is none.
    func reading(of trial: TrialResult) -> Quantity? {
      checkpoint.map { trial.reading(metric, at: $0) } ?? trial.peak(metric)
    }

    /// The words for the least reading.
    var least: String {
      isPeak ? "the lowest peak" : scale == .count ? "the fewest \(name)" : "the least \(name)"
    }

    func words(_ quantity: Quantity) -> String { NumberText.text(quantity, scale) }

    var isPeak: Bool { metric == MetricName.bytesPeak && checkpoint == nil }
  }

  /// A variant and its reading.
  private typealias Entry = (trial: TrialResult, name: String, reading: Quantity)

  private let measure: Measure
  /// The store and the sizes that the variants share; empty where the scenario has one of each.
  private let place: String
  /// The variants, in the order of the scenario.
  private let trials: [Entry]
  private let reference: TrialKey?
  /// A Boolean value that indicates whether no variant is missing because it crashed.
  private let isWhole: Bool

  /// Returns the rankings of a scenario, one for each store and size.
  static func all(_ scenario: ScenarioResult, by measure: Measure) -> [Ranking] {
    guard scenario.metric(measure.metric)?.exactness == .exact else { return [] }
    let references = TrialReferences(scenario)
    let places = scenario.trials.map(\.placeInWords).withoutRepeats
    let shown = places.count > mostPlaces ? Array(places.suffix(1)) : places
    return shown.compactMap { place in
      let here = scenario.trials.filter { $0.placeInWords == place && $0.death == nil }
      let names = TrialNames(here.map(\.key))
      let trials = here.compactMap { trial in
        measure.reading(of: trial).map { (trial, names.name(of: trial), $0) }
      }
      guard !trials.isEmpty else { return nil }
      return Ranking(
        measure: measure, place: places.count > 1 ? place : "", trials: trials,
        reference: references.reference(of: trials[0].0)?.key,
        isWhole: trials.count == scenario.trials.count(where: { $0.placeInWords == place }))
    }
  }

  /// With more of them the last is ranked, which is the largest size.
  private static let mostPlaces = 3

  /// The variants with the lowest peak: those that differ from it by no more than a tie.
  private var lowest: [Entry] {
    guard let least = trials.map(\.reading).min() else { return [] }
    return trials.filter { Tie.areTied($0.reading, least) }
      .sorted { $0.reading < $1.reading }
  }

  /// Returns which variant has the lowest peak, by how much, and what it costs.
  func sentences(in scenario: ScenarioResult) -> [String] {
    let lowest = lowest
    guard let first = lowest.first else { return [] }
    let size = measure.words(first.reading)
    let head = place.isEmpty ? "" : "\(place): "
    guard trials.count > 1 else {
      return ["\(head)\(place.isEmpty ? "The" : "the") \(measure.name) is \(size)."]
    }
    if isTie {
      let most = measure.words(lowest[lowest.count - 1].reading)
      let all = "\(head)\(whole)"
      guard most == size else {
        return [
          measure.isPeak
            ? "\(all) have equal peaks (\(Tie.words)): \(size) to \(most)."
            : "\(all) are equal in \(measure.name) (\(Tie.words)): \(size) to \(most)."
        ]
      }
      return [
        measure.isPeak
          ? "\(all) have the same peak, \(size)." : "\(all) are equal in \(measure.name): \(size)."
      ]
    }
    return ["\(head)\(quoted(first.name)) has \(measure.least): \(size)\(distance(of: first))."]
      + equals(Array(lowest.dropFirst())) + cost(of: first.trial, scenario)
  }

  /// A Boolean value that indicates whether no variant has a lower reading than another.
  var isTie: Bool { lowest.count == trials.count }

  /// The variants of the ranking, as a sentence begins with them.
  private var whole: String {
    let variants = counted(trials.count, "variant")
    let words =
      isWhole ? trials.count == 2 ? "both variants" : "all \(variants)" : "the other \(variants)"
    return place.isEmpty ? words.prefix(1).uppercased() + words.dropFirst() : words
  }

  /// How far the lowest peak is below the reference's, or below the highest where it is the reference's own.
  private func distance(of first: Entry) -> String {
    let highest = trials.max { $0.reading < $1.reading }
    let other =
      trials.first { $0.trial.key == reference && !Tie.areTied($0.reading, first.reading) }
      ?? highest
    guard let other, other.reading > 0 else { return "" }
    guard first.reading > 0 else {
      return "; \(quoted(other.name)) has \(measure.words(other.reading))"
    }
    let share = other.reading.subtracting(first.reading).double / other.reading.double * 100
    let percent =
      share < 99.5
      ? NumberText.decimal(share, places: share < 9.95 ? 1 : 0)
      : "over 99"
    return ", \(percent) % below \(quoted(other.name))"
  }

  private func equals(_ others: [Entry]) -> [String] {
    guard !others.isEmpty else { return [] }
    let verb = others.count == 1 ? "is" : "are"
    return ["\(listed(others.map(\.name))) \(verb) equal \(Tie.words)."]
  }

  /// The round trips that the lowest peak takes more than the reference.
  private func cost(of trial: TrialResult, _ scenario: ScenarioResult) -> [String] {
    guard measure.isPeak, let base = trials.first(where: { $0.trial.key == reference }),
      scenario.metric(MetricName.roundTrips)?.exactness == .exact,
      let mine = trial.peak(MetricName.roundTrips),
      let theirs = base.trial.peak(MetricName.roundTrips), mine > theirs,
      !Tie.areTied(mine, theirs)
    else { return [] }
    let more = NumberText.text(mine.subtracting(theirs), .count)
    return ["It takes \(more) more round trips than \(quoted(base.name))."]
  }
}

extension TrialResult {
  /// The sizes and the store, as far as there are any.
  fileprivate var placeInWords: String {
    (key.sizes.map(\.assignment) + [store].compactMap(\.self)).joined(separator: " · ")
  }
}
