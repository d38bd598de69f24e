// Reference counting: how much of it the work takes, to teach with and never to gate.

import FaultlineMeasures

/// Reads how often references were counted, in a pass that is played for this alone.
package enum ArcProbe: Probe {
  package static func facts(of subject: Subject) -> ArcCounts? { subject.arc }

  package static let gauges = [
    gauge("arc.retains", "references that were counted up") { $0.retains },
    gauge("arc.releases", "references that were counted down") { $0.releases },
    gauge("arc.allocations", "objects of Swift that were made, whatever their kind") {
      $0.allocations
    },
  ]

  private static func gauge(
    _ name: String, _ meaning: String, read: @escaping @Sendable (ArcCounts) -> Int?
  ) -> Gauge<ArcCounts> {
    Gauge(
      name, .arc, "\(meaning) so far, where --arc asks for it", exactness: .informative, read: read
    )
  }
}
