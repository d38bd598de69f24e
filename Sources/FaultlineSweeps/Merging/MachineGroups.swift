// Machines that read the same bytes, together: each such group has results of its own.

import FaultlineMeasures
import FaultlineScenarios

/// The groups of machines of a sweep.
struct MachineGroups {
  /// The facts of each group, in the order of the cells that show them first.
  private(set) var facts: [TrialFacts] = []

  init(_ scenarios: [SurveyedScenario]) {
    for trial in scenarios.flatMap({ $0.trials + $0.seconds }) where !facts.contains(trial.facts) {
      facts.append(trial.facts)
    }
  }

  /// The folder of a group's results.
  static func folder(_ place: Int) -> String { "machine-\(place + 1)" }

  /// What one group has measured of a scenario, like a run of these trials alone.
  func part(of scenario: SurveyedScenario, _ facts: TrialFacts) -> SurveyedScenario {
    let first = scenario.trials.filter { $0.facts == facts }
    let known = Set(first.map(\.cell.key))
    let own =
      first + scenario.seconds.filter { $0.facts == facts && !known.contains($0.cell.key) }
    let keys = Set(own.map(\.cell.trial))
    let plan = scenario.plan.keeping { keys.contains($0.key) }
    let byKey = Dictionary(own.map { ($0.cell.trial, $0) }, uniquingKeysWith: { first, _ in first })
    return SurveyedScenario(plan: plan, trials: plan.trials.compactMap { byKey[$0.key] })
  }
}
