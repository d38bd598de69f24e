// The variants of one result against its reference, as if that were the earlier result; and what allocates on both.

package import FaultlineMeasures

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
