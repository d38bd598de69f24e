// The gate against every number that it can guard: one unit more or less in any exact metric that gates is found
// behind a baseline, in its variant, at its checkpoint and in its direction, and nothing else is.

import FaultlineAnalysis
import FaultlineMeasures
import FaultlineProfiler
import Testing

struct `A unit planted in any exact metric` {
  private static let exact = Probes.metrics.filter { $0.exactness == .exact }
  private static let facts = KeyFacts(architecture: "x86_64", pageSize: 4_096)

  /// Two variants, two checkpoints, every exact metric there is, each with a number of its own.
  private static let scenario: ScenarioResult = {
    var scenario = everything
    scenario.gate = Gate(exact.map { Judgement.Asked(metric: $0.name, checkpoint: nil) })
    return scenario
  }()

  private static let everything = ScenarioResult(
    name: "all", title: "", file: "", reference: "a", repeats: 1, metrics: Probes.metrics,
    columns: [],
    trials: ["a", "b"].map { variant in
      let checkpoints = ["saved", "end"].map { checkpoint in
        Checkpoint(
          name: checkpoint,
          readings: exact.enumerated().map { index, metric in
            Reading(metric: metric.name, quantity: .integer(1_000 + index))
          })
      }
      return TrialResult(
        TrialKey(scenario: "all", variant: variant),
        samples: [Sample(pass: 1, checkpoints: checkpoints)])
    }, judgements: [])

  @Test(arguments: [1, -1])
  func `is found, and nothing else`(amount: Int) throws {
    let base = try #require(
      Baseline(Self.scenario, facts: Self.facts).accepted(for: Self.facts))
    for (index, metric) in Self.exact.enumerated() {
      var head = Self.scenario
      let trial = index % 2
      head.trials[trial].samples[0].checkpoints[1 - trial].readings[index].quantity =
        .integer(1_000 + index + amount)
      let comparison = Comparison(
        base: RunResult(scenarios: []), head: RunResult(scenarios: [head]),
        headFacts: ["all": Self.facts], accepted: [base])
      let found = comparison.pairs.filter { $0.verdict != .same }
      #expect(found.map(\.metric) == [metric])
      #expect(found.map(\.trial) == ["all/\(["a", "b"][trial])"])
      #expect(found.map(\.checkpoint) == [["end", "saved"][trial]])
      let verdict: Comparison.Pair.Verdict =
        switch metric.polarity {
        case .less: amount > 0 ? .worse : .better
        case .more: amount > 0 ? .better : .worse
        case .neutral: .changed
        }
      #expect(found.map(\.verdict) == [verdict], "\(metric.name)")
      #expect(comparison.status(strict: false) == (verdict == .worse ? .broken : .held))
      #expect(comparison.status(strict: true) == .broken)
    }
  }

  @Test func `is sought in all of them`() throws {
    #expect(Self.exact.count > 40)
    let base = try #require(
      Baseline(Self.scenario, facts: Self.facts).accepted(for: Self.facts))
    let comparison = Comparison(
      base: RunResult(scenarios: []), head: RunResult(scenarios: [Self.scenario]),
      headFacts: ["all": Self.facts], accepted: [base])
    #expect(comparison.pairs.count == 4 * Self.exact.count)
    #expect(!comparison.isAnythingDifferent)
  }
}
