// Scenarios in, films out: each in a process of its own.

import FaultlineMeasures
import FaultlineReplay
import FaultlineScenarios

/// Films what a command line names.
struct FilmMaker {
  private let choices: Choices
  private let timeout: Duration?
  private let memoryLimit: Int?
  private let progress: ProgressLine
  private let console: Console

  init(_ arguments: ParsedArguments, console: Console) {
    var choices = Choices(arguments)
    choices.variants = arguments[ReplayCommand.variant].map { [$0] } ?? []
    choices.quick = !arguments.has(ReplayCommand.full)
    self.choices = choices
    timeout = arguments[CommonOptions.timeout]
    memoryLimit = arguments.memoryLimit
    progress = ProgressLine(arguments, console: console)
    self.console = console
  }

  /// Films what is run besides.
  init(filming arguments: ParsedArguments, console: Console) {
    choices = Choices(arguments).quickly
    timeout = arguments[CommonOptions.timeout]
    memoryLimit = arguments.memoryLimit
    progress = ProgressLine(arguments, console: console)
    self.console = console
  }

  /// The film of the one scenario of a command line; nil when it died before its end, which is reported.
  func film(of files: ScenarioFiles) throws -> Film? {
    let plans = try files.plans(choosing: choices)
    return try plans.first.flatMap(film)
  }

  /// The films of the references of those scenarios that ask something in the inventory, and how many died before
  /// their end.
  func inventory(of files: ScenarioFiles) throws -> (films: [Film], deaths: Int) {
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
    let films = try plans.compactMap { file -> Film? in
      guard !Interruption.isAsked, var film = try film(file) else { return nil }
      // A reader is to know what its variants differ in, and no more.
      let varied = file.plan.scenario.variedSettings
      film.settings = film.settings.filter { varied.contains($0.name) }
      return film
    }
    return (films, plans.count - films.count)
  }

  /// The films of every variant of these scenarios, the reference first; and how many died before
  /// their end.
  func everything(of files: ScenarioFiles) throws -> (films: [[Film]], deaths: Int) {
    let plans = try files.plans(choosing: choices)
    let trials = plans.map { file in
      file.plan.variants.sorted { file.plan.isReference($0) && !file.plan.isReference($1) }
    }
    let count = trials.reduce(0) { $0 + $1.count }
    var (films, made, number): ([[Film]], Int, Int) = ([], 0, 0)
    for (file, trials) in zip(plans, trials) {
      var variants: [Film] = []
      for trial in trials where !Interruption.isAsked {
        number += 1
        guard let film = try film(trial, of: file, file.plan, number, count) else { continue }
        variants.append(film)
      }
      made += variants.count
      if !variants.isEmpty { films.append(variants) }
    }
    return (films, count - made)
  }

  /// The film of the reference, or of the first variant that was chosen.
  func film(_ file: PlannedFile) throws(Diagnostic) -> Film? {
    // Planned anew: a run may be of another size than its film.
    let plan = try Plan(file.plan.scenario, choosing: choices)
    guard let trial = plan.variants.first(where: plan.isReference) ?? plan.trials.first else {
      return nil
    }
    return try film(trial, of: file, plan, 1, 1)
  }

  private func film(
    _ trial: Trial, of file: PlannedFile, _ plan: Plan, _ number: Int, _ count: Int
  ) throws(Diagnostic) -> Film? {
    Interruption.listen()
    try ChildProcess.checkDescriptors()
    let executor = ProcessExecutor(
      text: file.text, choices: choices, timeout: timeout, memoryLimit: memoryLimit)
    let outcome = executor.film(trial, of: plan) { board in
      progress.update(
        TrialProgress(
          number: number, count: count, scenario: plan.scenario.name, variant: trial.key.title,
          step: board[.step], steps: board[.steps]
        ).text)
      return Interruption.isAsked ? .stop : .goOn
    }
    progress.clear()
    switch outcome {
    case .film(let film): return film
    case .wrong(let diagnostic): throw diagnostic
    case .cancelled: return nil
    case .died(let death):
      let output = death.output.map { "\n  \($0)" }.joined()
      let step = death.lastStep.map { "; it was in the step \($0)" } ?? ""
      console.complain("faultline: '\(trial.id)' \(death.sentence)\(step).\(output)")
      return nil
    }
  }
}

extension Choices {
  /// The same choices in the small size, played once.
  fileprivate var quickly: Choices {
    var choices = self
    choices.quick = true
    return choices
  }
}

extension Plan {
  /// The first trial of each variant.
  var variants: [Trial] {
    var seen: Set<String> = []
    return trials.filter { seen.insert($0.key.variant).inserted }
  }

  fileprivate func isReference(_ trial: Trial) -> Bool { trial.key.variant == scenario.reference }
}
