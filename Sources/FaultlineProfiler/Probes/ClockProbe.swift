// The clocks: shown, and never a gate.

package import FaultlineMeasures

/// Reads the time since the pass began, without what went by in the instruments.
package enum ClockProbe: Probe {
  package static let metrics = [
    Metric(
      name: "time.wall", group: .time, scale: .nanoseconds, polarity: .less,
      exactness: .informative, meaning: "time of the workload since the pass began, on the wall"),
    Metric(
      name: "time.cpu", group: .time, scale: .nanoseconds, polarity: .less,
      exactness: .informative,
      meaning: "time of the workload since the pass began, on the processor"),
  ]

  package static func read(_ subject: Subject, into readings: inout [Reading]) {
    guard let clocks = subject.clocks else { return }
    readings.add("time.wall", clocks.wall)
    readings.add("time.cpu", clocks.cpu)
  }
}
