// Locks for what many threads use, and values that each thread has for itself.

import CFaultline
import Foundation
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

/// A value of the current thread, made when the thread first asks for it and released when the thread ends.
struct ThreadLocal<Value: AnyObject>: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { pointer in
      // Whether the pointer may be missing depends on the system.
      guard let pointer = pointer as UnsafeMutableRawPointer? else { return }
      Unmanaged<AnyObject>.fromOpaque(pointer).release()
    }
    precondition(status == 0, "The system has no thread-local storage left.")
    self.key = key
  }

  /// The value of this thread; nil if none was made yet.
  var value: Value? {
    pthread_getspecific(key).map { Unmanaged<Value>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns the value of this thread, which is made if there is none yet.
  func value(orMake make: () -> Value) -> Value {
    if let value { return value }
    let made = make()
    pthread_setspecific(key, Unmanaged.passRetained(made).toOpaque())
    return made
  }
}
