// What the engine asks the system for without Foundation: all in this file, since systems differ in it.

import FaultlineSystem

/// The system beneath the engine.
enum Platform {
  /// A number of the thread that asks, which no other has as long as this one lives.
  static var thread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      // Elsewhere a thread is named by a pointer.
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// A clock that only goes forward.
  static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
