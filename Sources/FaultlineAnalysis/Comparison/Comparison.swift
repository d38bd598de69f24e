// Two results beside each other: trial by trial, checkpoint by checkpoint, metric by metric. Only
// exact readings are looked at, and what cannot be compared is said, never judged. A scenario that was
// changed is compared all the same, marked as other work: most changes of an app are changes of that kind.

package import FaultlineMeasures

/// A result against an earlier one.
package struct Comparison: Sendable, Hashable {
  /// The trials of the later result in their order, then those that only the earlier one has.
  package var trials: [Trial]
  /// Whether something was compared although neither side says where it was measured.
  package var isMachineUnknown: Bool
  /// What the earlier result expected and the later one does not, or less strictly.
  package var loosenings: [Loosening] = []

  /// One trial on both sides.
  package struct Trial: Sendable, Hashable {
    /// The scenario's name.
    package var scenario: String
    /// The file of the scenario, as the later result names it.
    package var file: String
    /// The trial's id, such as `first-light/refresh`.
    package var id: String
    /// What reports call it: the variant, and the store where there are several.
    package var cell: String
    /// Whether it could be compared.
    package var standing: Standing
    /// Why it could not be compared, or why its heap and SQLite readings could not.
    package var reasons: [String]
    /// The readings of both sides, in the order they were taken.
    package var pairs: [Pair]
    /// What the scenario's table shows, which matters more than the rest.
    package var columns: [Column] = []
    /// The id of the trial that it is held against, where that is another one of the same result.
    package var reference: String?
    /// What each owner of bytes has more or less; nil where none differs, or bytes cannot be compared.
    package var owners: OwnerGains?
    /// What the functions allocate more or less, as far as that is known of both sides.
    package var calls: [CallGains] = []
    /// How exactly its heap and SQLite measurements were compared.
    package var precision = MeasurementPrecision.exact
    /// The variant of the earlier result that is gone and measured the same, for a variant that is new.
    package var formerName: String?
    /// What changed in the scenario, each in a few words.
    package var changes: [String] = []
    /// The line of the scenario's file that changed, if it is known.
    package var line: Int?

    /// What can be said of a trial before its readings are looked at.
    package enum Standing: String, Sendable, Codable, Hashable, CaseIterable {
      case compared, new, gone, died, workloadChanged, nothingRead
    }
  }

  /// One reading on both sides.
  package struct Pair: Sendable, Hashable {
    /// The trial's id.
    package var trial: String
    /// The checkpoint's name.
    package var checkpoint: String
    /// What was read.
    package var metric: Metric
    /// The earlier quantity.
    package var base: Quantity?
    /// The later quantity.
    package var head: Quantity?
    /// What came of it.
    package var verdict: Verdict
    /// Whether the two sides did different work, so that the difference may be what was asked for.
    package var isOtherWork = false
    /// Whether it decides the verdict; what does not decide informs.
    package var isGated = true
    /// Whether it would be compared to the unit on the same machine with the same program.
    package var isCoarse = false

    /// What can come of a reading; a neutral metric that differs is only changed, and what a scenario
    /// allows is tolerated.
    package enum Verdict: String, Sendable, Codable, Hashable, CaseIterable {
      case worse, better, changed, tolerated, new, gone, notCompared, same
    }
  }

  /// Compares two results; the facts, by scenario, say where each was measured, and what was accepted goes before a result.
  ///
  /// Where neither side has facts, the caller vouches that both are from the same machine.
  package init(
    base: RunResult, head: RunResult, baseFacts: [String: KeyFacts] = [:],
    headFacts: [String: KeyFacts] = [:], accepted: [AcceptedScenario] = []
  ) {
    var bases = Dictionary(
      base.scenarios.map { ($0.name, BaseScenario($0, facts: baseFacts[$0.name])) },
      uniquingKeysWith: { first, _ in first })
    for scenario in accepted { bases[scenario.name] = BaseScenario(scenario) }
    let names = Set(head.scenarios.map(\.name))
    let pairs = head.scenarios.map { scenario in
      ScenarioPair(base: bases[scenario.name], head: scenario, facts: headFacts[scenario.name])
    }
    trials = pairs.flatMap(\.trials)
    loosenings = pairs.flatMap(\.loosenings)
    for scenario in base.scenarios
    where !names.contains(scenario.name) && !accepted.contains(where: { $0.name == scenario.name })
    {
      trials += scenario.trials.map { Trial(scenario, $0, .gone) }
    }
    for scenario in accepted where !names.contains(scenario.name) {
      trials += scenario.result.trials.map { Trial(scenario.result, $0, .gone) }
    }
    isMachineUnknown = head.scenarios.contains { scenario in
      bases[scenario.name].map { !$0.knowsMachine } ?? false && headFacts[scenario.name] == nil
    }
  }
}

extension Comparison.Trial {
  package init(
    _ scenario: ScenarioResult, _ trial: TrialResult, _ standing: Standing, reasons: [String] = [],
    pairs: [Comparison.Pair] = []
  ) {
    self.init(
      scenario: scenario.name, file: scenario.file, id: trial.id, cell: trial.cell,
      standing: standing, reasons: reasons, pairs: pairs, columns: scenario.columns)
  }
}

// Differences in the order in which one wants to read them: the scenario's own columns first, then the largest,
// and of each metric one line, however many checkpoints repeat it.
extension Comparison {
  /// What differs of one metric in one trial.
  package struct Group: Sendable, Hashable {
    /// The readings, the most telling one first, then in the order they were taken.
    package var pairs: [Pair]
    /// The place of the first among the scenario's columns, if it is one.
    package var column: Int?

    /// The reading that stands for all.
    package var first: Pair { pairs[0] }

    /// Gathers readings, of which there is at least one.
    package init(_ pairs: [Pair], columns: [Column]) {
      func column(_ pair: Pair) -> Int? {
        columns.firstIndex { $0.metric == pair.metric.name && $0.checkpoint == pair.checkpoint }
      }
      let places = pairs.indices
      let shown = places.filter { column(pairs[$0]) != nil }
        .min { column(pairs[$0]) ?? 0 < column(pairs[$1]) ?? 0 }
      let largest = places.max { pairs[$0].change < pairs[$1].change }
      let first = shown ?? largest ?? 0
      self.column = shown.flatMap { column(pairs[$0]) }
      self.pairs = [pairs[first]] + places.filter { $0 != first }.map { pairs[$0] }
    }
  }

  /// The gated readings that came to one of these verdicts, or those that inform, by trial and metric, those first that
  /// matter most.
  package func groups(_ verdicts: [Pair.Verdict], informing: Bool = false) -> [Group] {
    Self.ranked(trials.flatMap { $0.unrankedGroups(verdicts, informing) })
  }

  /// Columns in their order, then what has changed most in proportion; ties stay in the order they were read.
  fileprivate static func ranked(_ groups: [Group]) -> [Group] {
    groups.enumerated().sorted { one, other in
      let places = (one.element.column ?? .max, other.element.column ?? .max)
      if places.0 != places.1 { return places.0 < places.1 }
      let changes = (one.element.first.proportion, other.element.first.proportion)
      if changes.0 != changes.1 { return changes.0 > changes.1 }
      return one.offset < other.offset
    }.map(\.element)
  }
}

extension Comparison.Trial {
  /// The gated readings that came to one of these verdicts, or those that inform, by metric, those first that matter most.
  package func groups(
    _ verdicts: [Comparison.Pair.Verdict], informing: Bool = false
  ) -> [Comparison.Group] {
    Comparison.ranked(unrankedGroups(verdicts, informing))
  }

  fileprivate func unrankedGroups(
    _ verdicts: [Comparison.Pair.Verdict], _ informing: Bool
  ) -> [Comparison.Group] {
    var metrics: [String] = []
    var pairsOf: [String: [Comparison.Pair]] = [:]
    for pair in pairs where pair.isGated != informing && verdicts.contains(pair.verdict) {
      if pairsOf[pair.metric.name] == nil { metrics.append(pair.metric.name) }
      pairsOf[pair.metric.name, default: []].append(pair)
    }
    return metrics.compactMap { pairsOf[$0] }.map { Comparison.Group($0, columns: columns) }
  }
}

extension Comparison.Pair {
  /// How far the two sides are apart, whichever is larger.
  fileprivate var change: Double {
    guard let base, let head else { return (head ?? base)?.double.magnitude ?? 0 }
    return head.subtracting(base).double.magnitude
  }

  /// The same as a part of the earlier one; from nothing, it is more than any part.
  fileprivate var proportion: Double {
    guard let base, base.double != 0 else { return .infinity }
    return change / base.double.magnitude
  }
}

// The variants of one result against its reference, as if that were the earlier result; and what allocates on both.
extension Comparison {
  /// Compares each variant with the reference in the same place.
  package init(variantsOf run: RunResult) {
    self.init(base: RunResult(scenarios: []), head: RunResult(scenarios: []))
    trials = run.scenarios.flatMap { scenario in
      let references = TrialReferences(scenario)
      let pair = ScenarioPair(
        base: BaseScenario(scenario, facts: nil), head: scenario, facts: nil)
      return scenario.trials.filter { !references.isReference($0) }.map { trial in
        pair.variant(trial, against: references.reference(of: trial))
      }
    }
  }

  /// Adds what the functions of each trial allocate, where that is known of both sides.
  package mutating func addCalls(
    _ flames: [String: Flame], against others: [String: Flame]
  ) {
    for place in trials.indices {
      let id = trials[place].id
      guard let head = flames[id], let base = others[trials[place].reference ?? id] else {
        continue
      }
      trials[place].calls = CallGains.between(head, and: base)
    }
  }
}

/// Whether worse readings of other work fail.
package enum AcrossChanges: String, Sendable, Hashable, CaseIterable {
  /// They fail like any other, until they are accepted.
  case fail
  /// They are shown, and fail nothing.
  case warn
  /// They are counted, and nothing else.
  case allow

  /// Whether a reading counts as a regression.
  package func counts(_ pair: Comparison.Pair) -> Bool { self == .fail || !pair.isOtherWork }

  /// Whether a reading is shown among those that are worse.
  package func shows(_ pair: Comparison.Pair) -> Bool { self != .allow || !pair.isOtherWork }
}

/// A file that holds no usable baseline.
package struct BaselineProblem: Sendable, Hashable {
  /// The scenario whose baseline it is.
  package var scenario: String
  /// The file.
  package var file: String
  /// The line that is at fault, from 1, if there is one.
  package var line: Int?
  /// What is wrong, as the rest of a sentence.
  package var reason: String
  /// What helps, with the commands.
  package var remedies: [String]

  /// Describes a problem.
  package init(scenario: String, file: String, line: Int?, reason: String, remedies: [String]) {
    self.scenario = scenario
    self.file = file
    self.line = line
    self.reason = reason
    self.remedies = remedies
  }

  /// The place in the file.
  package var place: SourcePlace { SourcePlace(file: file, line: line ?? 1, column: 1) }
}
