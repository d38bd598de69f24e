// Faults: how often one fired, and how often an object was turned back into one.

package import Faultline
import FaultlineMeasures

/// Counts what faults did since the context was made.
package enum FaultProbe: Probe {
  package static func facts(of subject: Subject) -> ContextStatistics? {
    subject.contexts.isEmpty ? nil : subject.statistics
  }

  package static let gauges: [Gauge<ContextStatistics>] = [
    Gauge(
      MetricName.faultsFired, .faults, "objects that were filled with their values when touched",
      ["F2", "F5"],
      parts: { $0.parts(of: .faultsFired) }
    ) { $0.faultsFired },
    Gauge(
      MetricName.faultsRelationship, .faults,
      "to-many relationships that were filled when touched", ["F9"],
      parts: { $0.parts(of: .relationshipFaultsFired) }
    ) { $0.relationshipFaultsFired },
    Gauge(
      MetricName.faultsBatched, .faults,
      "faults that were given their rows together with others", ["F5"], better: .more,
      parts: { $0.parts(of: .faultsBatched) }
    ) { $0.faultsBatched },
    Gauge(
      "faults.prefetched", .faults,
      "objects that a fetch brought along by its paths", ["F5"], better: .neutral,
      parts: { $0.parts(of: .faultsPrefetched) }
    ) { $0.faultsPrefetched },
    Gauge(
      "faults.turned", .faults, "objects that were turned back into faults",
      ["F6", "C2"], better: .neutral,
      parts: { $0.parts(of: .objectsTurnedIntoFaults) }
    ) { $0.objectsTurnedIntoFaults },
    Gauge(
      "faults.dangling", .faults,
      "relationships saved at one end, while a refresh had taken the other end back", ["C4"],
      parts: { $0.parts(of: .danglingRelationships) }
    ) { $0.danglingRelationships },
  ]
}
