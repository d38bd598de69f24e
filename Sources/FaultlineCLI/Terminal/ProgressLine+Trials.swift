// What the events of a run look like on the progress line, whichever command runs it.

import FaultlineExperiments
import FaultlineMeasures
import FaultlineScenarios

extension ProgressLine {
  /// Shows an event of a scenario's plan.
  func show(_ event: RunEvent, of scenario: String, _ place: RunPlace) {
    switch event {
    case .running(let number, let trial, let board):
      update(
        TrialProgress(
          number: place.done + number, count: place.count, scenario: scenario,
          variant: trial.key.title, step: board[.step], steps: board[.steps],
          objects: board[.objects],
          remaining: place.remaining(after: place.done + number - 1)
        ).text)
    case .finished(let number, let result, _):
      finish(
        TrialProgress(
          number: place.done + number, count: place.count, scenario: scenario,
          variant: result.death == nil ? result.cell : "\(result.cell) died"
        ).text)
    }
  }
}
