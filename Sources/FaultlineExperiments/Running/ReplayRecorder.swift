// Recordings of runs, each made in a process of its own.

import FaultlineMeasures
package import FaultlineReplay
package import FaultlineScenarios

/// Records variants of scenarios.
package struct ReplayRecorder {
  private let choices: Choices
  private let player: Player

  package init(_ choices: Choices, _ player: Player) {
    self.choices = choices
    self.player = player
  }

  private var observer: any RunObserver { player.observer }

  /// Records the one scenario of some files; nil when it crashed before its end, which is reported.
  package func film(of files: ScenarioFiles) throws -> Replay? {
    let plans = try files.plans(choosing: choices)
    return try plans.first.flatMap(film)
  }

  /// Records the references of the scenarios that ask something in the inventory, and counts those that crashed before
  /// their end.
  package func inventory(of files: ScenarioFiles) throws -> (films: [Replay], deaths: Int) {
    let plans = try files.plans(choosing: choices).filter { !$0.plan.scenario.inventory.isEmpty }
    var places: [Int: String] = [:]
    for scenario in plans.map(\.plan.scenario) {
      for number in scenario.inventory {
        if let other = places.updateValue(scenario.name, forKey: number) {
          throw Diagnostic(
            "question \(number) is asked twice in the inventory: by '\(other)' and by '\(scenario.name)'",
            file: scenario.file, notes: ["take 'inventory: \(number)' away from one of them"])
        }
      }
    }
    let films = try plans.compactMap { file -> Replay? in
      guard !observer.isCancelled, var film = try film(file) else { return nil }
      // A reader is to know what its variants differ in, and no more.
      let varied = file.plan.scenario.variedSettings
      film.settings = film.settings.filter { varied.contains($0.name) }
      return film
    }
    return (films, plans.count - films.count)
  }

  /// Records every variant of the scenarios, the reference first, and counts those that crashed before their end.
  package func everything(of files: ScenarioFiles) throws -> (films: [[Replay]], deaths: Int) {
    let plans = try files.plans(choosing: choices)
    let trials = plans.map { file in
      file.plan.variants.sorted { file.plan.isReference($0) && !file.plan.isReference($1) }
    }
    let count = trials.reduce(0) { $0 + $1.count }
    var (films, made, number): ([[Replay]], Int, Int) = ([], 0, 0)
    for (file, trials) in zip(plans, trials) {
      var variants: [Replay] = []
      for trial in trials where !observer.isCancelled {
        number += 1
        guard let film = try film(trial, of: file, file.plan, number, count) else { continue }
        variants.append(film)
      }
      made += variants.count
      if !variants.isEmpty { films.append(variants) }
    }
    return (films, count - made)
  }

  /// Records the reference, or the first variant that was chosen.
  package func film(_ file: PlannedFile) throws(Diagnostic) -> Replay? {
    // Planned anew: a run may be of another size than its recording.
    let plan = try Plan(file.plan.scenario, choosing: choices)
    guard let trial = plan.variants.first(where: plan.isReference) ?? plan.trials.first else {
      return nil
    }
    return try film(trial, of: file, plan, 1, 1)
  }

  private func film(
    _ trial: Trial, of file: PlannedFile, _ plan: Plan, _ number: Int, _ count: Int
  ) throws(Diagnostic) -> Replay? {
    try ChildProcess.checkDescriptors()
    let outcome = player.processes(file.text, choices).film(trial, of: plan) { board in
      observer.update(
        TrialProgress(
          number: number, count: count, scenario: plan.scenario.name, variant: trial.key.title,
          step: board[.step], steps: board[.steps]
        ).text)
      return observer.continuation
    }
    observer.finish()
    switch outcome {
    case .film(let film): return film
    case .wrong(let diagnostic): throw diagnostic
    case .cancelled: return nil
    case .died(let death):
      let output = death.output.map { "\n  \($0)" }.joined()
      let step = death.lastStep.map { "; it was in the step \($0)" } ?? ""
      observer.warn("faultline: '\(trial.id)' \(death.sentence)\(step).\(output)")
      return nil
    }
  }
}

extension Plan {
  /// The first trial of each variant.
  package var variants: [Trial] {
    var seen: Set<String> = []
    return trials.filter { seen.insert($0.key.variant).inserted }
  }

  fileprivate func isReference(_ trial: Trial) -> Bool { trial.key.variant == scenario.reference }
}
