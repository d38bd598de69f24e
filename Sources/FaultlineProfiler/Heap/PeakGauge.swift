// The highest that the memory of two arenas stood, at any allocation.

internal import CAllocator

/// Follows what the workload's arena and SQLite's hold, from its making to its end.
///
/// The allocator calls it at every allocation and every release, on every thread, also in the middle of a save, a
/// fetch or a sort. A block that is moved to a larger one counts once: the old one ends before the new one begins.
/// Blocks from before may be released meanwhile; they lower the level, below zero at need.
///
/// On one thread the peak is exact. An allocation takes about fifty nanoseconds longer meanwhile.
public final class PeakGauge: Sendable {
  /// What the two arenas hold, above the level at the beginning.
  public struct Levels: Hashable, Sendable {
    /// The bytes of the workload's arena.
    public let workload: Int

    /// The bytes of SQLite's arena.
    public let sqlite: Int

    /// The bytes of both.
    public var bytes: Int { workload + sqlite }

    init(_ levels: faultline_levels) {
      workload = Int(levels.workload)
      sqlite = Int(levels.store)
    }
  }

  private let watch: Int32

  /// Begins to follow the arenas of a heap.
  ///
  /// - Throws: A `HeapError` when jemalloc has no hooks, or when too many gauges are in use.
  public convenience init(of heap: Heap) throws(HeapError) {
    try self.init(heap.workload, heap.sqlite)
  }

  /// Begins to follow the workload's arena of a heap alone: SQLite's may be in use by others.
  ///
  /// - Throws: A `HeapError` when jemalloc has no hooks, or when too many gauges are in use.
  package convenience init(ofWorkloadOf heap: Heap) throws(HeapError) {
    try self.init(heap.workload, heap.workload)
  }

  private init(_ workload: Heap.Arena, _ store: Heap.Arena) throws(HeapError) {
    var watch: Int32 = 0
    let code = faultline_levels_watch(workload.index, store.index, &watch)
    guard code == 0 else {
      throw .unanswered(name: "experimental.hooks.install", code: Int(code))
    }
    self.watch = watch
  }

  deinit { faultline_levels_end(watch) }

  /// What the arenas hold now.
  public var now: Levels { Levels(faultline_levels_now(watch)) }

  /// What each arena held when both together held the most; nothing if that was at the beginning.
  public var peak: Levels { Levels(faultline_levels_at_peak(watch)) }
}
