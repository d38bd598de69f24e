// What the work of one thread takes from the heap, from a call to another: for work that is no closure of ours.

/// What a thread has taken, exactly.
package struct ThreadFigures: Sendable, Equatable {
  /// Blocks that it took.
  package let allocations: Int
  /// The most bytes that were held of them at any moment.
  package let mostBytes: Int
  /// Bytes of them that are still held.
  package let bytesLeft: Int

  /// Gathers figures.
  package init(allocations: Int, mostBytes: Int, bytesLeft: Int) {
    self.allocations = allocations
    self.mostBytes = mostBytes
    self.bytesLeft = bytesLeft
  }
}

/// Gives a thread an arena of its own, and reads what became of it.
///
/// What other threads take is in other arenas. Stores of SQLite count as long as SQLite takes its memory as the rest of
/// the program does, and has no arena of its own.
package final class ThreadMeasuring {
  private let heap: Heap
  private var before = HeapReading()
  private var after = HeapReading()
  private var gauge: PeakGauge?
  private var former: (arena: Heap.Arena, hasCache: Bool)?

  /// Looks for an arena that holds nothing.
  ///
  /// - Throws: A `HeapError` when jemalloc does not serve or does not count this process.
  package init() throws(HeapError) {
    heap = try Heap.vacant()
    // What reading takes is built before it counts.
    heap.read(into: &after)
  }

  /// Begins on the thread that calls.
  package func begin() throws(HeapError) {
    gauge = try PeakGauge(ofWorkloadOf: heap)
    heap.read(into: &before)
    // Work may let go of what others have taken, and would find those blocks in the cache.
    let hasCache = heap.exchangeCache(false)
    former = (heap.enter(heap.workload), hasCache)
  }

  /// Ends on the same thread.
  package func end() -> ThreadFigures {
    heap.read(into: &after)
    if let former {
      _ = heap.enter(former.arena)
      _ = heap.exchangeCache(former.hasCache)
    }
    let most = gauge?.peak.bytes ?? 0
    gauge = nil
    return ThreadFigures(
      allocations: after.workload.allocations - before.workload.allocations,
      mostBytes: most, bytesLeft: after.workload.liveBytes - before.workload.liveBytes)
  }
}
