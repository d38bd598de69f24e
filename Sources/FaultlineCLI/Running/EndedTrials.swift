// What has ended of a scenario that still runs, and when it is kept.

import FaultlineMeasures

/// Trials that have ended, for somebody who keeps them in case that the others never do.
///
/// A part is judged and written like the whole, which would cost more than it is worth after every one of many short
/// trials: the first is kept at once, and later ones at most so often.
struct EndedTrials {
  private static let patience = Duration.seconds(1)
  private var trials: [TrialResult] = []
  private var isKept = true
  private var lastKept: ContinuousClock.Instant?

  mutating func add(_ trial: TrialResult) {
    trials.append(trial)
    isKept = false
  }

  /// Hands over all that have ended if there are new ones, unless that was done just now; to be asked again and again.
  mutating func keepIfDue(at now: ContinuousClock.Instant, _ keep: ([TrialResult]) -> Void) {
    guard !isKept, lastKept.map({ $0.duration(to: now) >= Self.patience }) ?? true else { return }
    keep(trials)
    isKept = true
    lastKept = now
  }
}
