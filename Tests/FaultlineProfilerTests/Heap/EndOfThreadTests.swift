// A thread that ends without a word to the allocator, after the allocator was given hooks meanwhile.

import Foundation
import Testing

@testable import FaultlineProfiler

extension WorkloadArena {
  @Suite struct `The end of a thread` {
    /// Otherwise its cache would stay in a list of the arena, and its stack would not.
    @Test(arguments: [false, true])
    func `leaves its arena although hooks came and went while it was idle`(
      leavesEarly: Bool
    ) throws {
      let heap = try Heap.vacant()
      let before = try threads(in: heap.workload)
      for _ in 0..<20 {
        let idle = IdleThread(heap, leavesEarly: leavesEarly)
        try idle.start()
        #expect(try threads(in: heap.workload) == before + 1)
        withExtendedLifetime(try PeakGauge(of: heap)) {}
        idle.end()
        #expect(try threads(in: heap.workload) == before)
      }
    }

    private func threads(in arena: Heap.Arena) throws -> UInt32 {
      try Control("epoch").write(UInt64(1))
      return try Control("stats.arenas.\(arena.index).nthreads").read(0)
    }
  }
}

/// A thread that enters an arena, waits there and ends.
private final class IdleThread {
  private let heap: Heap
  private let leavesEarly: Bool
  private let isThere = DispatchSemaphore(value: 0)
  private let mayEnd = DispatchSemaphore(value: 0)
  private var thread = pthread_t()

  init(_ heap: Heap, leavesEarly: Bool) {
    self.heap = heap
    self.leavesEarly = leavesEarly
  }

  /// Returns when the thread is in the arena.
  func start() throws {
    let code = pthread_create(
      &thread, nil,
      { own in
        own.map { Unmanaged<IdleThread>.fromOpaque($0)._withUnsafeGuaranteedRef { $0.stay() } }
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    guard code == 0 else { throw POSIXError(.EAGAIN) }
    isThere.wait()
  }

  private func stay() {
    _ = heap.enter(heap.workload)
    free(take(100))
    isThere.signal()
    mayEnd.wait()
    if leavesEarly { pthread_exit(nil) }
  }

  /// Returns when the thread is no more.
  func end() {
    mayEnd.signal()
    pthread_join(thread, nil)
  }
}
