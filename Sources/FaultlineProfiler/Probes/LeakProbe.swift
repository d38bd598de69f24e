// What outlives the release of everything.

import Faultline
package import FaultlineMeasures

/// Reads, at the end alone, what is left.
package enum LeakProbe: Probe {
  package static let metrics = [
    Metric(
      name: "leaked.objects", group: .end, scale: .count, polarity: .less, exactness: .exact,
      meaning: "objects that are left when everything was let go", rules: ["C1", "C3"]),
    Metric(
      name: "leaked.bytes", group: .end, scale: .bytes, polarity: .less, exactness: .exact,
      meaning: "bytes that are left when everything was let go", rules: ["C1", "C3"]),
    Metric(
      name: "leaked.cycles", group: .end, scale: .count, polarity: .less, exactness: .exact,
      meaning: "knots that are left when everything was let go", rules: ["C1"]),
  ]

  package static func read(_ subject: Subject, into readings: inout [Reading]) {
    guard subject.isEnd else { return }
    readings.add("leaked.objects", Population.liveCount(since: subject.moment))
    readings.add("leaked.bytes", subject.heap.liveBytes(since: subject.heapBefore))
    if let knots = subject.census?.knots { readings.add("leaked.cycles", knots.count) }
  }

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
