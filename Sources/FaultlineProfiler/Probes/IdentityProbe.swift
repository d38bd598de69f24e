// IDs: how many objects have one that no store knows.

import Faultline
import FaultlineMeasures

/// Counts IDs by their kind, in passes with a step that changes it.
package enum IdentityProbe: Probe {
  package static func facts(of subject: Subject) -> Subject? {
    subject.extras.contains(.ids) ? subject : nil
  }

  package static let gauges: [Gauge<Subject>] = [
    Gauge(
      "ids.temporary", .objects, "registered objects whose ID is a temporary one", ["P7"],
      better: .neutral
    ) { subject in
      subject.sum { context in
        var count = 0
        context.forEachRegistered { if $0.objectID.isTemporaryID { count += 1 } }
        return count
      }
    }
  ]
}
