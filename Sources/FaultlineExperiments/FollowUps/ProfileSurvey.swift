// Scenarios under both behavior profiles, whatever profile they name themselves.

import FaultlineMeasures
package import FaultlineScenarios

/// Plays many scenarios under both behavior profiles.
package struct ProfileSurvey {
  private let choices: Choices
  private let player: Player
  private let playsRanges: Bool

  /// What came of it.
  package struct Outcome {
    package var scenarios: [ProfileComparison] = []
    /// The number of scenarios that were to be played.
    package var planned = 0
    /// A Boolean value that indicates whether it was cancelled before its end.
    package var isCut = false
  }

  package init(_ choices: Choices, _ player: Player, playingRanges playsRanges: Bool) {
    self.choices = choices
    self.player = player
    self.playsRanges = playsRanges
  }

  /// Plays everything; all mistakes of all files are reported before anything runs.
  package func outcome(
    of files: ScenarioFiles, having planned: () -> Void
  ) throws -> Outcome {
    var documented = choices
    documented.behaves = [.init(.guides)]
    let plans = try files.plans(choosing: documented)
    planned()
    var profiles: [(result: ScenarioResult, both: BehaviorProfiles)] = []
    for file in plans {
      let both = try BehaviorProfiles(file, choices, playingRanges: playsRanges)
      if !file.plan.trials.isEmpty {
        profiles.append((Runner.result(of: file.plan, after: []), both))
      }
    }
    try ChildProcess.checkDescriptors(forJobs: player.settings.jobs)
    TemporaryFolder.clearLost()
    var outcome = Outcome(planned: plans.count)
    for (result, profile) in profiles {
      var both = profile
      let (played, isComplete) = player.played(&both, after: result)
      guard isComplete, let sides = both.comparison(of: played) else {
        outcome.isCut = true
        break
      }
      outcome.scenarios.append(sides)
    }
    player.observer.finish()
    return outcome
  }
}
