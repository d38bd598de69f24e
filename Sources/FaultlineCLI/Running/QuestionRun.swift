// The questions of lessons that no reading of a run answers: a film of each variant does.

import FaultlineMeasures
import FaultlineReplay
import FaultlineScenarios

/// Judges the choices of questions that ask for what was read before and after a step.
///
/// Only a film has those readings. It is made in the size that lessons show, in a process of its own, so nothing that
/// is measured knows of it.
struct QuestionRun {
  private let file: PlannedFile
  private let choices: Choices
  private let executor: ProcessExecutor

  /// Prepares to ask; nil where the run's own readings answer every question.
  init?(_ file: PlannedFile, variants: [String], timeout: Duration?, memoryLimit: Int?) {
    guard file.plan.scenario.asksBetweenReadings else { return nil }
    self.file = file
    choices = Choices(variants: variants, quick: true)
    executor = ProcessExecutor(
      text: file.text, choices: choices, timeout: timeout, memoryLimit: memoryLimit)
  }

  /// A broken judgement for each variant of a result that asks a question of which not exactly one choice is right.
  func judgements(
    on result: ScenarioResult, watching watch: (Trial) -> ChildProcess.Wish
  ) -> [Judgement] {
    guard let plan = try? Plan(file.plan.scenario, choosing: choices) else { return [] }
    let known = result.judgements.filter { $0.outcome == .broken }.map(\.place.line)
    let played = Set(result.trials.map(\.variant))
    return plan.variants.filter { played.contains($0.key.variant) }.compactMap { trial in
      let outcome = executor.film(trial, of: plan) { _ in watch(trial) }
      guard case .wrong(let diagnostic) = outcome, let line = diagnostic.line,
        !known.contains(line)
      else { return nil }
      return Judgement(
        that: "one choice is right of every question", because: nil,
        place: SourcePlace(
          file: FilePath.portable(diagnostic.file ?? result.file), line: line,
          column: diagnostic.column ?? 1),
        variant: trial.key.variant, outcome: .broken,
        detail: ([diagnostic.message] + diagnostic.notes.prefix(1)).joined(separator: "; "),
        asks: [],
        bound: nil, trials: result.trials.filter { $0.variant == trial.key.variant }.map(\.id))
    }
  }
}
