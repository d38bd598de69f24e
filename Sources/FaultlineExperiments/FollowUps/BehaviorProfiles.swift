// Both behavior profiles of a scenario, and each difference between them by itself where the recommendation turns.

import FaultlineAnalysis
package import FaultlineMeasures
package import FaultlineScenarios

/// Plays a scenario under both behavior profiles.
package struct BehaviorProfiles: FollowUp {
  private let file: PlannedFile
  private let choices: Choices
  private let both: [Play]
  /// The differences that have been played, in their order.
  private var differences: [Behavior] = []

  /// Plans the scenario under both profiles.
  ///
  /// With `playsRanges`, undocumented behaviors are played at their other values, too.
  package init(
    _ file: PlannedFile, _ choices: Choices, playingRanges playsRanges: Bool
  ) throws(Diagnostic) {
    var choices = choices
    // Counters are the same in every pass, and nothing else is asked here.
    choices.repeats = choices.repeats ?? 1
    choices.ends = []
    self.file = file
    self.choices = choices
    var both: [Play] = []
    for profile in [BehaviorProfile.guides, .coreData] {
      let choices = choices.under(.init(profile))
      let planned = try file.planned(choosing: choices)
      both.append(
        Play(
          "\(BehaviorProfile.key): \(profile.rawValue)", planned, choices,
          followedBy: playsRanges && profile == .coreData
            ? [UndocumentedBehaviors(planned, choices)] : []))
    }
    self.both = both
  }

  package mutating func plays(after result: ScenarioResult, having played: [Played]) -> [Play] {
    if played.isEmpty { return both }
    guard played.count == 2, comparison(of: played)?.turns == true else { return [] }
    var plays: [Play] = []
    for difference in Behavior.all where difference.isOfCoreData {
      let choices = choices.under(BehaviorChoice(only: difference))
      // One that cannot be planned by itself is not what turns the recommendation.
      guard let planned = try? file.planned(choosing: choices) else { continue }
      differences.append(difference)
      plays.append(Play("\(difference.key): \(difference.coreData)", planned, choices))
    }
    return plays
  }

  /// Compares what the profiles recommend; nil before both were played.
  package func comparison(of played: [Played]) -> ProfileComparison? {
    guard played.count >= 2, let guides = played[0].result, let current = played[1].result else {
      return nil
    }
    var sides = ProfileComparison(guides, current)
    for (difference, alone) in zip(differences, played.dropFirst(2)) {
      if let alone = alone.result { sides.note(alone, of: difference) }
    }
    return sides
  }

  package func merge(
    _ played: [Played], isComplete: Bool, into result: inout ScenarioResult
  ) {
    guard isComplete, let side = file.plan.side, let sides = comparison(of: played) else { return }
    result.elsewhere = sides.elsewhere(than: side)
  }
}

extension Choices {
  /// Returns the same choices under one profile, or under the guides' with one difference.
  fileprivate func under(_ choice: BehaviorChoice) -> Choices {
    var choices = self
    choices.behaves = [.init(.guides), choice]
    return choices
  }
}
