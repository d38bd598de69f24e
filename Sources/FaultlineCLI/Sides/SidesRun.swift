// Scenarios played on both sides, and each difference alone where the advice turns.

import FaultlineMeasures
import FaultlineScenarios

/// Plays scenarios as the guides have them, then as the framework of today has them.
struct SidesRun {
  private let arguments: ParsedArguments
  private let console: Console
  private let choices: Choices
  /// Whether both ends are played of what nothing public settles.
  let bands: BandWish?

  /// What came of it.
  struct Outcome {
    var scenarios: [ScenarioSides] = []
    /// How many scenarios were to be played.
    var planned = 0
    /// Whether a signal ended it.
    var isCut = false
  }

  init(_ arguments: ParsedArguments, console: Console) {
    self.arguments = arguments
    self.console = console
    var choices = Choices(running: arguments)
    // Counters are the same in every pass, and nothing else is asked here.
    choices.repeats = choices.repeats ?? 1
    self.choices = choices
    bands = arguments.has(CommonOptions.noBands) ? nil : .always
  }

  /// Plays everything; all mistakes of all files are reported before anything runs.
  func outcome() throws -> Outcome {
    let files = try ScenarioFiles(arguments.operands).plans(choosing: choosing(.init(.guides)))
    arguments.sayWhichSize(to: console)
    var others: [PlannedFile] = []
    for file in files { others.append(try file.planned(choosing: choosing(.init(.coreData)))) }
    try ChildProcess.checkDescriptors(forJobs: arguments[CommonOptions.jobs] ?? 1)
    TemporaryFolder.clearLost()
    var outcome = Outcome(planned: files.count)
    for (file, other) in zip(files, others) where !file.plan.trials.isEmpty {
      guard let sides = try sides(of: file, other) else {
        outcome.isCut = true
        break
      }
      outcome.scenarios.append(sides)
    }
    return outcome
  }

  /// Plays one scenario on both sides; nil where a signal came before its end.
  func sides(of file: PlannedFile) throws -> ScenarioSides? {
    try sides(
      of: file.planned(choosing: choosing(.init(.guides))),
      file.planned(choosing: choosing(.init(.coreData))))
  }

  private func sides(of file: PlannedFile, _ other: PlannedFile) throws -> ScenarioSides? {
    guard let guides = played(file, .init(.guides)),
      let coreData = played(other, .init(.coreData), playingBands: bands)
    else { return nil }
    var sides = ScenarioSides(guides, coreData)
    guard sides.turns else { return sides }
    for behaviour in Behaviour.all where behaviour.isOfCoreData {
      let choice = BehaviourChoice(only: behaviour)
      guard let alone = played(try file.planned(choosing: choosing(choice)), choice) else {
        return nil
      }
      sides.note(alone, of: behaviour)
    }
    return sides
  }

  /// The user's choices, with one word about whose behaviour it is: the guides' side is the ground for a single one.
  private func choosing(_ choice: BehaviourChoice) -> Choices {
    var choices = choices
    choices.behaves = [.init(.guides), choice]
    return choices
  }

  /// The result of one file; nil where a signal came before its end.
  private func played(
    _ file: PlannedFile, _ choice: BehaviourChoice, playingBands bands: BandWish? = nil
  ) -> ScenarioResult? {
    // A run begins to listen anew, and would forget a signal that came before it.
    guard !Interruption.isAsked else { return nil }
    let run = WholeRun(
      [file], arguments, choosing(choice), console, tracing: nil, playingBands: bands)
    let outcomes = run.carryOut(keeping: { _, _ in }, writing: { _ in })
    guard let outcome = outcomes.first, !outcome.wasCancelled, !outcome.hasCutBands,
      !Interruption.isAsked
    else {
      return nil
    }
    return outcome.result
  }
}
