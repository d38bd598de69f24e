// Pages that hold nothing any more: kept for the next pass, or given back where a pass is very large.

extension Heap {
  /// A size that jemalloc takes from an arena of its own, where the thread has one that was not made for it.
  private static let oversize = 16 << 20

  /// Gives pages back to the system as soon as they hold nothing.
  ///
  /// Usually arenas keep them, so that a pass does not pay a page fault for what the pass before it has used. Tables
  /// that double leave as many pages behind as they have in the end though. In a pass of ten million objects those
  /// take more memory than the objects. No counter of blocks and bytes depends on it; a page fault takes time.
  package func giveUnusedPagesBack() {
    let huge = outside {
      let block = UnsafeMutableRawPointer.allocate(byteCount: Self.oversize, alignment: 16)
      defer { block.deallocate() }
      return arena(of: block)
    }
    for arena in [workload, sqlite, rest, huge] {
      try? Control("arena.\(arena.index).dirty_decay_ms").write(0)
    }
  }
}
