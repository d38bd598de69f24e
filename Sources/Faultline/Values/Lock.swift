// A lock for what many threads use often, and for a moment each.

import CFaultline
import Synchronization

/// A lock that goes to the thread that asks first, not to the one that has waited longest.
///
/// The library's `Mutex` is handed over in turn where threads wait, and each turn takes a change of threads. Once some
/// wait, the others come to wait behind them, and that does not end by itself: eight contexts that read beside one that
/// saves took sixty times as long. Here a thread that runs may take the lock again at once; one that is woken tries
/// again.
package struct Lock: ~Copyable, Sendable {
  private static let free: UInt32 = 0
  private static let taken: UInt32 = 1
  /// Taken, and others may wait: when it is free, one is woken.
  private static let awaited: UInt32 = 2
  /// How often a thread looks again before it waits: what others do under the lock is often over by then.
  private static let patience = 50

  private let state = Atomic<UInt32>(free)

  package init() {}

  /// Calls a body while no other thread is in one; it must not come back for the same lock.
  @inline(__always)
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if !takeIfFree() { waitAndTake() }
    defer {
      if state.exchange(Self.free, ordering: .releasing) == Self.awaited { wakeOne() }
    }
    return try body()
  }

  @inline(__always) private borrowing func takeIfFree() -> Bool {
    state.compareExchange(
      expected: Self.free, desired: Self.taken, successOrdering: .acquiring,
      failureOrdering: .relaxed
    ).exchanged
  }

  @inline(never) private borrowing func waitAndTake() {
    for _ in 0..<Self.patience {
      if state.load(ordering: .relaxed) == Self.free, takeIfFree() { return }
    }
    // Whether another waits still is not known from here on, so the one that gets the lock wakes one in any case.
    while state.exchange(Self.awaited, ordering: .acquiring) != Self.free {
      withUnsafePointer(to: state) { faultline_wait($0, Self.awaited) }
    }
  }

  @inline(never) private borrowing func wakeOne() {
    withUnsafePointer(to: state) { faultline_wake_one($0) }
  }
}
