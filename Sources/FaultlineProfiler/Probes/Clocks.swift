// Two clocks, read together.

internal import FaultlineSystem

/// The time on the wall and on the processor, in nanoseconds.
package struct Clocks: Sendable {
  package let wall: Int
  package let cpu: Int

  /// No time at all.
  package static let zero = Clocks(wall: 0, cpu: 0)

  /// The clocks of now.
  package static var now: Clocks {
    Clocks(wall: read(CLOCK_MONOTONIC), cpu: read(CLOCK_PROCESS_CPUTIME_ID))
  }

  package static func - (later: Clocks, earlier: Clocks) -> Clocks {
    Clocks(wall: later.wall - earlier.wall, cpu: later.cpu - earlier.cpu)
  }

  package static func + (one: Clocks, other: Clocks) -> Clocks {
    Clocks(wall: one.wall + other.wall, cpu: one.cpu + other.cpu)
  }

  private static func read(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
