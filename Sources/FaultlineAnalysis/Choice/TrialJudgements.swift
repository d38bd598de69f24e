// Which answers are about which trials, found without a search through all of them.

package import FaultlineMeasures

/// The judgements of a scenario and the trials that they are about.
package struct TrialJudgements: Sendable {
  private let judgements: [Judgement]
  private var byID: [String: [Int]] = [:]
  private var byTitle: [String: [Int]] = [:]
  /// The places of answers that name no trial, and so are about each.
  private var ofAll: [Int] = []
  private let trials: [TrialResult]
  private var trialsByID: [String: [Int]] = [:]
  private var trialsByTitle: [String: [Int]] = [:]

  /// Sorts the judgements of a scenario.
  package init(_ scenario: ScenarioResult) {
    judgements = scenario.judgements
    trials = scenario.trials
    for (place, judgement) in judgements.enumerated() {
      for id in Set(judgement.trials) { byID[id, default: []].append(place) }
      guard judgement.trials.isEmpty else { continue }
      if let title = judgement.variant {
        byTitle[title, default: []].append(place)
      } else {
        ofAll.append(place)
      }
    }
    for (place, trial) in trials.enumerated() {
      trialsByID[trial.id, default: []].append(place)
      trialsByTitle[trial.cell, default: []].append(place)
    }
  }

  /// What was asked about a trial, in the order of the scenario.
  package func about(_ trial: TrialResult) -> [Judgement] {
    let places = ofAll + (byID[trial.id] ?? []) + (byTitle[trial.cell] ?? [])
    return places.sorted().map { judgements[$0] }
  }

  /// The trials that an answer is about, in the order of the scenario.
  package func trials(of judgement: Judgement) -> [TrialResult] {
    guard judgement.trials.isEmpty else {
      return Set(judgement.trials).flatMap { trialsByID[$0] ?? [] }.sorted().map { trials[$0] }
    }
    guard let title = judgement.variant else { return trials }
    return (trialsByTitle[title] ?? []).map { trials[$0] }
  }
}
