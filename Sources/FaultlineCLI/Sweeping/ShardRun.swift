// A shard from its first trial to its last: the scenarios one after the other, with one count over all of them.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineScenarios
import FaultlineSweeps

/// Plays the trials of one shard.
struct ShardRun {
  let plan: SweepPlan
  let plans: [Plan]
  let shard: Int
  let folder: TrialFolder
  let jobs: Int
  let retriesDeaths: Bool

  /// What became of a shard.
  struct Outcome {
    var planned = 0
    var played = 0
    var found = 0
    var died = 0
    var remarks: [Diagnostic] = []
    /// Why a result could not be kept.
    var unkept: Diagnostic?
    /// Why the folder cannot be worked on.
    var refused: Diagnostic?
    /// Whether trials are left that were not played.
    var isCut: Bool { played + found < planned }

    fileprivate mutating func add(_ tally: ShardExecutor.Tally) {
      played += tally.played
      found += tally.found
      died += tally.died
      remarks += tally.remarks
      unkept = unkept ?? tally.unkept
      refused = refused ?? tally.refused
    }
  }

  func carryOut(
    telling notify: (RunEvent, String, RunPlace) -> ChildProcess.Wish
  ) throws -> Outcome {
    let listing = try TrialListing(folder.folder, host: folder.host)
    let machine = Machine.current(libraries: Libraries.versions)
    let parts = zip(plan.scenarios, plans).map { scenario, plan in
      let mine = Set(scenario.cells.filter { $0.shard == shard }.map(\.trial))
      return plan.keeping { mine.contains($0.key) }
    }
    var outcome = Outcome()
    outcome.planned = parts.reduce(0) { $0 + $1.trials.count }
    let start = ContinuousClock.now
    var done = 0
    for (place, part) in parts.enumerated() where !part.trials.isEmpty {
      let scenario = plan.scenarios[place]
      let executor = ShardExecutor(
        ProcessExecutor(
          text: scenario.text, choices: plan.choices.choices, timeout: plan.choices.timeLimit,
          memoryLimit: plan.choices.memoryLimit, explainingPeaks: plan.choices.explains),
        folder, plan, scenario: place, metrics: plans[place].metrics, machine: machine,
        attempts: listing.machines.mapValues(\.count), retriesDeaths: retriesDeaths)
      let isCut = Runner(executor, jobs: jobs).play(part) { event in
        notify(event, scenario.name, RunPlace(done, of: outcome.planned, since: start))
      }
      outcome.add(executor.sofar)
      done += part.trials.count
      if isCut { break }
    }
    return outcome
  }
}
