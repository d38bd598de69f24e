// What has ended of a scenario that still runs, and when it is kept.

package import FaultlineMeasures

/// Trials that have ended, to be kept in case that the others never do.
///
/// A part is judged and written like the whole, which would cost more than it is worth after every one of many short
/// trials: the first is kept at once, later ones at most once a second, and so seldom that keeping takes no more
/// than a small share of the time.
package struct EndedTrials {
  private static let patience = Duration.seconds(1)
  /// How many times as long as keeping takes there is none.
  private static let rest = 200
  private var trials: [TrialResult] = []
  private var isKept = true
  private var nextTime: ContinuousClock.Instant?

  package mutating func add(_ trial: TrialResult) {
    trials.append(trial)
    isKept = false
  }

  /// Hands over all that have ended if there are new ones, unless that was done just now; to be asked again and again.
  package mutating func keepIfDue(
    _ now: () -> ContinuousClock.Instant, _ keep: ([TrialResult]) -> Void
  ) {
    guard !isKept else { return }
    let start = now()
    guard nextTime.map({ start >= $0 }) ?? true else { return }
    keep(trials)
    isKept = true
    let end = now()
    nextTime = end.advanced(by: max(Self.patience, start.duration(to: end) * Self.rest))
  }
}
