// The heap, to the byte: what the workload holds, and what it took to get there.

package import FaultlineMeasures

/// Reads the arenas of workload and stores.
package enum HeapProbe: Probe {
  package static let metrics = [
    Metric(
      name: "bytes.live", group: .heap, scale: .bytes, polarity: .less, exactness: .exact,
      meaning: "bytes that the workload and its stores hold now"),
    Metric(
      name: "bytes.peak", group: .heap, scale: .bytes, polarity: .less, exactness: .exact,
      meaning: "the most bytes that workload and stores held at any allocation so far; "
        + "a block that moves counts once"),
    Metric(
      name: "bytes.peak.workload", group: .heap, scale: .bytes, polarity: .neutral,
      exactness: .exact,
      meaning: "the part of the peak that was the workload's, when it was reached"),
    Metric(
      name: "bytes.peak.sqlite", group: .heap, scale: .bytes, polarity: .neutral,
      exactness: .exact, meaning: "the part of the peak that was SQLite's, when it was reached"),
    Metric(
      name: "bytes.sqlite", group: .heap, scale: .bytes, polarity: .less, exactness: .exact,
      meaning: "bytes that SQLite holds now: its page cache and statements"),
    Metric(
      name: "alloc.count", group: .heap, scale: .count, polarity: .less, exactness: .exact,
      meaning: "allocations so far"),
    Metric(
      name: "alloc.bytes", group: .heap, scale: .bytes, polarity: .less, exactness: .exact,
      meaning: "bytes allocated so far, also those freed since"),
    Metric(
      name: "free.count", group: .heap, scale: .count, polarity: .neutral, exactness: .exact,
      meaning: "blocks freed so far"),
    Metric(
      name: "heap.resident", group: .heap, scale: .bytes, polarity: .less, exactness: .informative,
      meaning: "bytes that the allocator keeps in memory"),
    Metric(
      name: "heap.active", group: .heap, scale: .bytes, polarity: .less, exactness: .informative,
      meaning: "bytes in pages that hold at least one block"),
    Metric(
      name: "heap.fragmentation", group: .heap, scale: .ratio, polarity: .less,
      exactness: .informative, meaning: "the part of the workload's pages that holds no block"),
    Metric(
      name: "process.rss", group: .heap, scale: .bytes, polarity: .less, exactness: .informative,
      meaning: "bytes of the process in memory"),
  ]

  package static func read(_ subject: Subject, into readings: inout [Reading]) {
    let before = subject.heapBefore
    readings.add("bytes.live", subject.heap.liveBytes(since: before))
    if let peak = subject.peak {
      readings.add("bytes.peak", peak.bytes)
      readings.add("bytes.peak.workload", peak.workload)
      readings.add("bytes.peak.sqlite", peak.sqlite)
    }
    readings.add(
      "bytes.sqlite", subject.heap.sqlite.liveBytes - before.sqlite.liveBytes)
    readings.add("alloc.count", subject.heap.allocations(since: before))
    readings.add("alloc.bytes", subject.heap.allocatedBytes(since: before))
    readings.add("free.count", subject.heap.frees(since: before))
    readings.add("heap.resident", subject.heap.resident)
    readings.add("heap.active", subject.heap.active)
    readings.add("heap.fragmentation", subject.heap.workload.fragmentation)
    readings.add("process.rss", subject.heap.processResident)
  }
}
