// The heap by owner: what each byte is there for.

internal import Faultline
package import FaultlineMeasures

/// Reads whose the workload's bytes are; with SQLite's and the rest they add up to `bytes.live`.
package enum OwnerProbe: Probe {
  package static let metrics = [
    bytes("bytes.objects", "objects with their values loaded, without the rows beneath"),
    bytes("bytes.faults", "objects whose values are not loaded", rules: ["F1"]),
    bytes("bytes.snapshots", "rows as they were fetched or saved, and the row cache's tables"),
    bytes("bytes.undo", "what the undo manager keeps", rules: ["U1", "U2", "U3"]),
    bytes("bytes.registry", "what contexts need to find objects and to hold them"),
    bytes("bytes.sets", "realized relationships", rules: ["C1", "F6"]),
    bytes("bytes.values", "changed texts and data, apart from their objects", rules: ["R3"]),
    bytes("bytes.store", "the rows of a store in memory, and what stores keep to be asked"),
    bytes("bytes.script", "what the scenario itself needs to run: its names and steps"),
    bytes("bytes.other", "what nobody above accounts for"),
  ]

  private static func bytes(_ name: String, _ owned: String, rules: [String] = []) -> Metric {
    Metric(
      name: name, group: .heap, scale: .bytes, polarity: .less, exactness: .exact,
      meaning: "bytes of \(owned)", rules: rules)
  }

  package static func read(_ subject: Subject, into readings: inout [Reading]) {
    guard let owned = subject.census?.owned else { return }
    readings.add("bytes.objects", owned[.objects])
    readings.add("bytes.faults", owned[.faults])
    readings.add("bytes.snapshots", owned[.snapshots])
    readings.add("bytes.undo", owned[.undo])
    readings.add("bytes.registry", owned[.registry])
    readings.add("bytes.sets", owned[.sets])
    readings.add("bytes.values", owned[.values])
    readings.add("bytes.store", owned[.store])
    readings.add("bytes.script", owned[.script])
    readings.add(
      "bytes.other",
      subject.heap.workload.liveBytes - subject.heapBefore.workload.liveBytes - owned.sum)
  }
}
