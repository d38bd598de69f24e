// Questions of lessons that ask for what was measured before and after a step: only a recording has that.

package import FaultlineMeasures
import FaultlineScenarios

/// Judges the choices of questions that the measurements of a run do not answer.
///
/// The recording has the size that lessons show, and a process of its own, so it changes no measurement.
package struct LessonQuestions: FollowUp {
  private let file: PlannedFile
  private let choices: Choices
  private let plan: Result<Plan, Diagnostic>

  /// Prepares to judge them; nil where the run's own measurements answer every question.
  package init?(_ file: PlannedFile, variants: [String]) {
    guard file.plan.scenario.asksBetweenReadings else { return nil }
    self.file = file
    choices = Choices(variants: variants, quick: true)
    do throws(Diagnostic) {
      plan = .success(try Plan(file.plan.scenario, choosing: choices))
    } catch {
      plan = .failure(error)
    }
  }

  package func plays(after result: ScenarioResult, having played: [Played]) -> [Play] {
    guard played.isEmpty, case .success(let plan) = plan else { return [] }
    let ran = Set(result.trials.map(\.variant))
    return plan.variants.filter { ran.contains($0.key.variant) }.map { trial in
      Play(
        "questions · \(trial.key.variant)",
        PlannedFile(text: file.text, plan: plan.keeping { $0.id == trial.id }), choices,
        for: .recording)
    }
  }

  /// Adds a broken judgement for each variant that asks a question of which not exactly one choice is right.
  package func merge(
    _ played: [Played], isComplete: Bool, into result: inout ScenarioResult
  ) {
    if case .failure(let error) = plan { append(error, asked: nil, to: &result) }
    let known = result.judgements.filter { $0.outcome == .broken }.map(\.place.line)
    for played in played {
      guard case .recorded(.wrong(let diagnostic)) = played.outcome, let line = diagnostic.line,
        !known.contains(line), let trial = played.play.file.plan.trials.first
      else { continue }
      append(diagnostic, asked: trial.key.variant, to: &result)
    }
  }

  /// Adds what is wrong with the questions of one variant, or of all variants.
  private func append(
    _ diagnostic: Diagnostic, asked variant: String?, to result: inout ScenarioResult
  ) {
    result.judgements.append(
      Judgement(
        that: "one choice is right of every question", because: nil,
        place: SourcePlace(
          file: FilePath.portable(diagnostic.file ?? result.file), line: diagnostic.line ?? 1,
          column: diagnostic.column ?? 1),
        variant: variant, outcome: .broken,
        detail: ([diagnostic.message] + diagnostic.notes.prefix(1)).joined(separator: "; "),
        asks: [], bound: nil,
        trials: result.trials.filter { variant == nil || $0.variant == variant }.map(\.id)))
  }
}
