// The heap, to the byte: what the workload holds, and what it took to get there.

import FaultlineMeasures

/// Reads the arenas of workload and stores.
package enum HeapProbe: Probe {
  package static let gauges: [Gauge<Subject>] = [
    Gauge(
      MetricName.bytesLive, .heap, "bytes that the workload and its stores hold now", in: .bytes
    ) {
      $0.heap.liveBytes(since: $0.heapBefore)
    },
    Gauge(
      MetricName.bytesPeak, .heap,
      "the most bytes that workload and stores held at any allocation so far; "
        + "a block that moves counts once", in: .bytes
    ) { $0.peak?.bytes },
    Gauge(
      "bytes.peak.workload", .heap,
      "the part of the peak that was the workload's, when it was reached", in: .bytes,
      better: .neutral
    ) { $0.peak?.workload },
    Gauge(
      "bytes.peak.sqlite", .heap,
      "the part of the peak that was SQLite's, when it was reached", in: .bytes, better: .neutral
    ) { $0.peak?.sqlite },
    Gauge(
      "bytes.sqlite", .heap, "bytes that SQLite holds now: its page cache and statements",
      in: .bytes
    ) { $0.heap.sqlite.liveBytes - $0.heapBefore.sqlite.liveBytes },
    Gauge(MetricName.allocations, .heap, "allocations so far") {
      $0.heap.allocations(since: $0.heapBefore)
    },
    Gauge("alloc.bytes", .heap, "bytes allocated so far, also those freed since", in: .bytes) {
      $0.heap.allocatedBytes(since: $0.heapBefore)
    },
    Gauge("free.count", .heap, "blocks freed so far", better: .neutral) {
      $0.heap.frees(since: $0.heapBefore)
    },
    Gauge(
      "heap.resident", .heap,
      "bytes that the allocator keeps in memory", in: .bytes, exactness: .informative
    ) { $0.heap.resident },
    Gauge(
      "heap.active", .heap,
      "bytes in pages that hold at least one block", in: .bytes, exactness: .informative
    ) { $0.heap.active },
    Gauge(
      ratio: "heap.fragmentation", .heap, "the part of the workload's pages that holds no block"
    ) { $0.heap.workload.fragmentation },
    Gauge(
      "process.rss", .heap, "bytes of the process in memory", in: .bytes, exactness: .informative
    ) {
      $0.heap.processResident
    },
  ]
}
