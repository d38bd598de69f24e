// The heap by owner: what each byte is there for.

import Faultline
import FaultlineMeasures

/// Reads whose the workload's bytes are; with SQLite's and the rest they add up to `bytes.live`.
package enum OwnerProbe: Probe {
  /// The bytes by owner, and those of the whole workload.
  package typealias Facts = (owned: OwnedBytes, all: Int)

  package static func facts(of subject: Subject) -> Facts? {
    subject.census.map {
      ($0.owned, subject.heap.workload.liveBytes - subject.heapBefore.workload.liveBytes)
    }
  }

  package static let gauges = [
    gauge(
      MetricName.bytesObjects, "objects with their values loaded, without the rows beneath",
      parts: { $0.parts(\.objectBytes) }
    ) {
      $0.owned[.objects]
    },
    gauge(
      MetricName.bytesFaults, "objects whose values are not loaded", ["F1"],
      parts: { $0.parts(\.faultBytes) }
    ) { $0.owned[.faults] },
    gauge("bytes.snapshots", "rows as they were fetched or saved, and the row cache's tables") {
      $0.owned[.snapshots]
    },
    gauge(
      "bytes.undo", "what the undo manager keeps", ["U1", "U2", "U3"], by: .context,
      parts: { $0.undoByteParts }
    ) { $0.owned[.undo] },
    gauge("bytes.registry", "what contexts need to find objects and to hold them") {
      $0.owned[.registry]
    },
    gauge("bytes.sets", "realized relationships", ["C1", "F6"]) { $0.owned[.sets] },
    gauge("bytes.values", "changed texts and data, apart from their objects", ["R3"]) {
      $0.owned[.values]
    },
    gauge("bytes.store", "the rows of a store in memory, and what stores keep to be asked") {
      $0.owned[.store]
    },
    gauge(MetricName.bytesScript, "what the scenario itself needs to run: its names and steps") {
      $0.owned[.script]
    },
    gauge(MetricName.bytesOther, "what none of the above accounts for") { $0.all - $0.owned.sum },
  ]

  private static func gauge(
    _ name: String, _ owned: String, _ rules: [String] = [],
    by arguments: MetricArgument = .contextAndEntity,
    parts: (@Sendable (Subject) -> Breakdown?)? = nil,
    read: @escaping @Sendable (Facts) -> Int?
  ) -> Gauge<Facts> {
    Gauge(
      name, .heap, "bytes of \(owned)", rules, in: .bytes, by: arguments, parts: parts, read: read)
  }
}
