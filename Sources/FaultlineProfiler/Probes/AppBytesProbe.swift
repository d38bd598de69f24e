// Memory of the app's own, beside Core Data.

import Faultline
import FaultlineMeasures

/// Reads what the app has allocated beside Core Data, in passes with a step that does.
package enum AppBytesProbe: Probe {
  package static func facts(of subject: Subject) -> OwnedBytes? {
    subject.extras.contains(.appBytes) ? subject.census?.owned : nil
  }

  package static let gauges: [Gauge<OwnedBytes>] = [
    Gauge(
      "bytes.app", .heap, "bytes of what the app itself allocates, as decoded images are", [],
      in: .bytes
    ) { $0[.app] }
  ]
}
