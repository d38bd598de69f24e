// What the events of a run look like on the progress line, whichever command runs it.

import FaultlineMeasures
import FaultlineScenarios

/// Where a plan stands in a run of several.
struct RunPlace {
  /// The trials before this plan, and all that there are.
  let done: Int
  let count: Int
  let start: ContinuousClock.Instant

  init(_ done: Int, of count: Int, since start: ContinuousClock.Instant) {
    self.done = done
    self.count = count
    self.start = start
  }

  /// What the trials so far took, times those that are left; nothing before the first has ended.
  fileprivate func remaining(after ended: Int) -> Duration? {
    ended == 0 ? nil : start.duration(to: .now) / ended * (count - ended)
  }
}

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
