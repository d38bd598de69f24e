// A shard from its first trial to its last: the scenarios one after the other, with one count over all of them.

import FaultlineMeasures
package import FaultlineScenarios

/// Plays the trials of one shard.
package struct ShardRun {
  package let plan: SweepPlan
  package let plans: [Plan]
  package let shard: Int
  package let folder: TrialFolder
  package let jobs: Int
  package let retriesDeaths: Bool

  package init(
    plan: SweepPlan,
    plans: [Plan],
    shard: Int,
    folder: TrialFolder,
    jobs: Int,
    retriesDeaths: Bool
  ) {
    self.plan = plan
    self.plans = plans
    self.shard = shard
    self.folder = folder
    self.jobs = jobs
    self.retriesDeaths = retriesDeaths
  }

  /// What became of a shard.
  package struct Outcome {
    package var planned = 0
    package var played = 0
    package var found = 0
    package var died = 0
    package var remarks: [Diagnostic] = []
    /// Why a result could not be kept.
    package var unkept: Diagnostic?
    /// Why the folder cannot be worked on.
    package var refused: Diagnostic?
    /// Whether trials are left that were not played.
    package var isCut: Bool { played + found < planned }

    fileprivate mutating func add(_ tally: ShardExecutor.Tally) {
      played += tally.played
      found += tally.found
      died += tally.died
      remarks += tally.remarks
      unkept = unkept ?? tally.unkept
      refused = refused ?? tally.refused
    }
  }

  package func carryOut(
    telling notify: (RunEvent, String, RunPlace) -> ChildProcess.Continuation
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
