// Reference counting: how much of it the work takes, to teach with and never to gate.

package import FaultlineMeasures

/// Reads how often references were counted, in a pass that is played for this alone.
package enum ArcProbe: Probe {
  package static let metrics = [
    count("arc.retains", "references that were counted up"),
    count("arc.releases", "references that were counted down"),
    count("arc.allocations", "objects of Swift that were made, whatever their kind"),
  ]

  private static func count(_ name: String, _ meaning: String) -> Metric {
    Metric(
      name: name, group: .arc, scale: .count, polarity: .less, exactness: .informative,
      meaning: "\(meaning) so far, where --arc asks for it")
  }

  package static func read(_ subject: Subject, into readings: inout [Reading]) {
    guard let arc = subject.arc else { return }
    readings.add("arc.retains", arc.retains)
    readings.add("arc.releases", arc.releases)
    readings.add("arc.allocations", arc.allocations)
  }
}
