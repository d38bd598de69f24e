// Where a run of several plans is.

/// The place of a plan in a run of several.
package struct RunPlace {
  /// The number of trials before this plan, and of all.
  package let done: Int
  package let count: Int
  package let start: ContinuousClock.Instant

  package init(_ done: Int, of count: Int, since start: ContinuousClock.Instant) {
    self.done = done
    self.count = count
    self.start = start
  }

  /// Returns an estimate of the time that is left; nil before the first trial has ended.
  package func remaining(after ended: Int) -> Duration? {
    ended == 0 ? nil : start.duration(to: .now) / ended * (count - ended)
  }
}
