// The clocks: shown, and never a gate.

import FaultlineMeasures
internal import FaultlineSystem

/// Reads the time since the pass began, without what went by in the instruments.
package enum ClockProbe: Probe {
  package static func facts(of subject: Subject) -> Clocks? { subject.clocks }

  package static let gauges = [
    gauge("time.wall", "wall") { $0.wall },
    gauge(MetricName.processorTime, "processor") { $0.cpu },
  ]

  private static func gauge(
    _ name: String, _ clock: String, read: @escaping @Sendable (Clocks) -> Int?
  ) -> Gauge<Clocks> {
    Gauge(
      name, .time,
      "time of the workload since the pass began, on the \(clock)", in: .nanoseconds,
      exactness: .informative, read: read
    )
  }
}

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
