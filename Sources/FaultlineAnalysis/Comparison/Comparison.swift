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
