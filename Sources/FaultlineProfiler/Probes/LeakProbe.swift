// What outlives the release of everything.

import Faultline
package import FaultlineMeasures

/// Reads, at the end alone, what is left.
package enum LeakProbe: Probe {
  package static func facts(of subject: Subject) -> Subject? { subject.isEnd ? subject : nil }

  package static let gauges: [Gauge<Subject>] = [
    Gauge(
      MetricName.leakedObjects, .end, "objects that are left when everything was let go",
      ["C1", "C3"]
    ) { Population.liveCount(since: $0.moment) },
    Gauge(
      MetricName.leakedBytes, .end, "bytes that are left when everything was let go", ["C1", "C3"],
      in: .bytes
    ) { $0.heap.liveBytes(since: $0.heapBefore) },
    Gauge(
      MetricName.leakedCycles, .end, "retain cycles that are left when everything was let go",
      ["C1"]
    ) {
      $0.census?.cycles.count
    },
  ]

  /// Reads again what is left, where something was let go after the end: what was held on purpose has not leaked.
  package static func correct(_ checkpoint: inout Checkpoint, _ subject: Subject) {
    var readings: [Reading] = []
    read(subject, into: &readings)
    for reading in readings {
      guard let place = checkpoint.readings.firstIndex(where: { $0.metric == reading.metric })
      else { continue }
      checkpoint.readings[place] = reading
    }
  }
}
