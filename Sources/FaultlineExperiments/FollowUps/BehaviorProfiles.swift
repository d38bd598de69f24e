// Both behavior profiles of a scenario, and each difference between them by itself where the recommendation turns.

import FaultlineAnalysis
package import FaultlineMeasures
package import FaultlineScenarios

/// Plays a scenario under both behavior profiles.
package struct BehaviorProfiles: FollowUp {
  private let file: PlannedFile
  private let choices: Choices
  /// A Boolean value that indicates whether undocumented behaviors are played at their other values, too.
  private let playsRanges: Bool

  package init(_ file: PlannedFile, _ choices: Choices, playingRanges playsRanges: Bool) {
    self.file = file
    var choices = choices
    // Counters are the same in every pass, and nothing else is asked here.
    choices.repeats = choices.repeats ?? 1
    choices.ends = []
    self.choices = choices
    self.playsRanges = playsRanges
  }

  /// The differences between the profiles.
  private static var differences: [Behavior] { Behavior.all.filter(\.isOfCoreData) }

  /// Returns the user's choices under one profile, or under the guides' with one difference.
  private func choices(_ choice: BehaviorChoice) -> Choices {
    var choices = choices
    choices.behaves = [.init(.guides), choice]
    return choices
  }

  private func play(
    _ choice: BehaviorChoice, _ label: String
  ) throws(Diagnostic) -> Play {
    let choices = choices(choice)
    let planned = try file.planned(choosing: choices)
    let ranges =
      playsRanges && choice == .init(.coreData) ? [UndocumentedBehaviors(planned, choices)] : []
    return Play(label, planned, choices, followedBy: ranges)
  }

  package func plays(
    after result: ScenarioResult, having played: [Played]
  ) throws(Diagnostic) -> [Play] {
    if played.isEmpty {
      return [
        try play(.init(.guides), "\(BehaviorProfile.key): \(BehaviorProfile.guides.rawValue)"),
        try play(.init(.coreData), "\(BehaviorProfile.key): \(BehaviorProfile.coreData.rawValue)"),
      ]
    }
    guard played.count == 2, sides(played)?.turns == true else { return [] }
    var plays: [Play] = []
    for difference in Self.differences {
      plays.append(
        try play(
          BehaviorChoice(only: difference), "\(difference.key): \(difference.coreData)"))
    }
    return plays
  }

  /// Compares what the profiles recommend; nil before both were played.
  package func sides(_ played: [Played]) -> ProfileComparison? {
    guard played.count >= 2, let guides = played[0].result, let current = played[1].result else {
      return nil
    }
    var sides = ProfileComparison(guides, current)
    for (difference, alone) in zip(Self.differences, played.dropFirst(2)) {
      if let alone = alone.result { sides.note(alone, of: difference) }
    }
    return sides
  }

  package func merge(
    _ played: [Played], isComplete: Bool, into result: inout ScenarioResult
  ) {
    guard isComplete, let side = file.plan.side, let sides = sides(played) else { return }
    result.elsewhere = sides.elsewhere(than: side)
  }
}
