// What outlives the release of everything.

import Faultline
import FaultlineMeasures

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
}
