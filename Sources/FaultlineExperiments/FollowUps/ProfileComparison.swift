// What became of one scenario that was played on both sides, and whose advice turns.

package import FaultlineAnalysis
package import FaultlineMeasures
package import FaultlineScenarios

/// A scenario as the guides have it, and as the framework of today has it.
package struct ProfileComparison {
  /// One place where a variant is chosen.
  package struct Place {
    package let place: String
    package let guides: Advice?
    package let coreData: Advice?
    /// The differences that turn the advice, each by itself; nothing where only several together do.
    package var turnedBy: [String] = []
    /// What is best in Core Data at the other end of each band.
    package let ends: [AdviceElsewhere]

    /// The ends at which the best variant in Core Data is another one.
    package var turningEnds: [AdviceElsewhere] { ends.filter { !$0.holds } }

    /// Whether the best variant is another one on the other side.
    package var turns: Bool { !Advice.agree(guides, coreData) }
  }

  package let name: String
  package let file: String
  package var places: [Place]
  /// What the sides ended with.
  package let verdicts: [(side: BehaviorProfile, verdict: Verdict)]

  package init(_ guides: ScenarioResult, _ coreData: ScenarioResult) {
    name = guides.name
    file = guides.file
    places = Advice.pairs(guides, coreData).map { advice in
      Place(
        place: advice.place, guides: advice.one, coreData: advice.other,
        ends: coreData.elsewhere.filter { $0.place == advice.place })
    }
    verdicts = [(.guides, guides.verdict), (.coreData, coreData.verdict)]
  }

  /// Whether the best variant is another one on the other side, anywhere.
  package var turns: Bool { places.contains(where: \.turns) }
  /// Whether it is another one at the other end of a band, anywhere.
  package var turnsAtAnEnd: Bool { places.contains { !$0.turningEnds.isEmpty } }

  /// What the scenario advises everywhere, beside what one side does.
  package func elsewhere(than side: BehaviorProfile) -> [AdviceElsewhere] {
    places.flatMap { place in
      let here = side == .guides ? place.guides : place.coreData
      let sides = [(BehaviorProfile.guides, place.guides), (.coreData, place.coreData)].map {
        other, advice in
        let holds = Advice.agree(advice, here)
        return AdviceElsewhere(
          key: BehaviorProfile.key, value: other.rawValue, place: place.place,
          best: Advice.words(advice),
          holds: holds, turnedBy: holds ? [] : place.turnedBy)
      }
      // Ends were held against Core Data's side.
      let ends = place.ends.map { end in
        var end = end
        if side == .guides, place.turns {
          end.holds = !end.holds && end.best == Advice.words(place.guides)
        }
        return end
      }
      return sides + ends
    }
  }

  /// Notes what the scenario advises with one difference alone.
  package mutating func note(_ alone: ScenarioResult, of behaviour: Behavior) {
    let advice = Advice.all(alone)
    for index in places.indices where places[index].turns {
      let here = advice.first { $0.place == places[index].place }
      if Advice.agree(here, places[index].coreData) {
        places[index].turnedBy.append(behaviour.key)
      }
    }
  }
}

extension ProfileComparison.Place {
  /// What turns it at other ends, each with what is best there.
  package var endsInWords: String {
    turningEnds.map { "\($0.there): \($0.best)" }.joined(separator: "; with ")
  }

  /// What turns the advice, in words.
  package var cause: String {
    turnedBy.isEmpty ? "several differences together" : turnedBy.joined(separator: ", ")
  }
}

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
