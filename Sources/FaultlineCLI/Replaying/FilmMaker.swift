// Scenarios in, films out: each in a process of its own.

import FaultlineMeasures
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
    memoryLimit = arguments[CommonOptions.memoryLimit]
    progress = ProgressLine(arguments, console: console)
    self.console = console
  }

  /// Films of a run that was planned already.
  init(_ arguments: ParsedArguments, _ choices: Choices, console: Console) {
    self.choices = choices
    timeout = arguments[CommonOptions.timeout]
    memoryLimit = arguments[CommonOptions.memoryLimit]
    progress = ProgressLine(arguments, console: console)
    self.console = console
  }

  /// The films of the scenarios under these names, and how many died before their end.
  func films(of names: [String]) throws -> (films: [Film], deaths: Int) {
    let plans = try ScenarioFiles(names).plans(choosing: choices)
    var films: [Film] = []
    for (place, file) in plans.enumerated() {
      if let film = film(file, number: place + 1, of: plans.count) { films.append(film) }
      if Interruption.isAsked { break }
    }
    progress.clear()
    return (films, plans.count - films.count)
  }

  /// The film of the reference, or of the first variant that was chosen.
  func film(_ file: PlannedFile, number: Int = 1, of count: Int = 1) -> Film? {
    Interruption.listen()
    let plan = file.plan
    let reference = plan.trials.first { $0.cell.variant == plan.scenario.reference }
    guard let trial = reference ?? plan.trials.first else { return nil }
    let executor = ProcessExecutor(
      text: file.text, choices: choices, timeout: timeout, memoryLimit: memoryLimit)
    let outcome = executor.film(trial, of: plan) { board in
      progress.update(
        TrialProgress(
          number: number, count: count, scenario: plan.scenario.name, variant: trial.cell.title,
          step: board[.step], steps: board[.steps]
        ).text)
      return Interruption.isAsked ? .stop : .goOn
    }
    switch outcome {
    case .film(let film): return film
    case .cancelled: return nil
    case .died(let death):
      progress.clear()
      let output = death.output.map { "\n  \($0)" }.joined()
      let step = death.lastStep.map { " in the step \($0)" } ?? ""
      console.complain("faultline: '\(trial.id)' ended before its time\(step).\(output)")
      return nil
    }
  }
}
