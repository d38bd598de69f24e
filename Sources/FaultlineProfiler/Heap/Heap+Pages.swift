// Pages that hold nothing any more: kept for what comes next, or given back where a pass is very large.

extension Heap {
  /// How long a run of unused pages must be to go back.
  private static let longRun = 128 << 20

  /// A day, of which the first minutes give next to nothing back.
  private static let hardlyByAge = 24 * 60 * 60 * 1_000

  /// Gives long runs of pages back to the system as soon as they hold nothing.
  ///
  /// Usually arenas keep them, so that a pass does not pay a page fault for what the pass before it has used. Tables
  /// that double leave as many pages behind as they have in the end though. In a pass of ten million objects those
  /// take more memory than the objects. Short runs are kept: objects come and go in them, and to give these back
  /// too costs a quarter of such a pass. No counter of blocks and bytes depends on it.
  package func giveLongRunsBack() {
    // Where a thread has no arena that was made for it, jemalloc takes such blocks from one of its own.
    let huge = outside {
      let block = UnsafeMutableRawPointer.allocate(byteCount: Self.longRun, alignment: 16)
      defer { block.deallocate() }
      return arena(of: block)
    }
    for arena in [workload, sqlite, rest, huge] {
      try? Control("arena.\(arena.index).oversize_threshold").write(Self.longRun)
      // Where pages never age, jemalloc keeps the long runs, too.
      try? Control("arena.\(arena.index).dirty_decay_ms").write(Self.hardlyByAge)
      try? Control("arena.\(arena.index).muzzy_decay_ms").write(0)
    }
  }
}
