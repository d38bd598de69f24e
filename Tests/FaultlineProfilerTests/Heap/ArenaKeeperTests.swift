// Who leaves an arena for a while finds its pages again.

import Glibc
import Testing

@testable import FaultlineProfiler

extension WorkloadArena {
  @Suite struct `An arena without its thread` {
    @Test func `keeps its unused pages`() throws {
      let heap = try Heap.shared()
      heap.inside { free(take(8 << 20)) }
      let kept = try unusedPages(of: heap.workload)
      #expect(kept > 0)
      heap.inside {}
      #expect(try unusedPages(of: heap.workload) == kept)
    }

    /// The pages that the allocator keeps for an arena and that hold nothing.
    private func unusedPages(of arena: Heap.Arena) throws -> Int {
      try Control("epoch").write(UInt64(1))
      return try Control("stats.arenas.\(arena.index).pdirty").read(-1)
    }
  }
}
