// The clocks: shown, and never a gate.

import FaultlineMeasures

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
