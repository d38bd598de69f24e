// A thread that leaves an arena for a while finds its pages again.

import Glibc
import Testing

@testable import FaultlineProfiler

extension WorkloadArena {
  @Suite struct `An arena without its thread` {
    @Test func `keeps its unused pages`() throws {
      let heap = try Heap.shared()
      let bytes = 8 << 20
      heap.inside { free(take(bytes)) }
      #expect(try unusedPages(of: heap.workload) >= bytes / heap.controls.pageSize)
      heap.inside {}
      #expect(try unusedPages(of: heap.workload) >= bytes / heap.controls.pageSize)
    }

    /// The pages that the allocator keeps for an arena and that hold nothing.
    private func unusedPages(of arena: Heap.Arena) throws -> Int {
      try Control("epoch").write(UInt64(1))
      return try Control("stats.arenas.\(arena.index).pdirty").read(-1)
    }
  }
}
