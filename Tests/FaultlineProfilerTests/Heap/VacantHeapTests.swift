// Whoever measures after others, or beside them, has an arena that nobody else can move.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineProfiler

extension WorkloadArena {
  @Suite struct `An arena of one's own` {
    @Test func `holds nothing, and is lent again when all that lay in it is back`() throws {
      func used() throws -> Heap.Arena {
        let heap = try Heap.vacant()
        #expect(reading(of: heap).workload.liveBlocks == 0)
        free(heap.inside { take(1_000) })
        return heap.workload
      }
      let first = try used()
      for _ in 0..<100 { #expect(try used() == first) }
      let (one, other) = (try Heap.vacant(), try Heap.vacant())
      #expect(one.workload != other.workload)
      #expect(one.sqlite == other.sqlite && one.rest == other.rest)
    }

    /// What a thread has freed counts as in use until it leaves the thread's cache, which may be at any time.
    @Test func `is not lent while another thread can give a block back to it`() throws {
      var heap: Heap? = try Heap.vacant()
      let arena = heap?.workload
      let neighbour = Neighbour(freeing: heap?.inside { take(30_000) })
      let cached = try #require(heap.map(reading)).workload
      #expect(cached.liveBytes == 32_768)
      heap = nil
      let next = try Heap.vacant()
      #expect(next.workload != arena)
      neighbour.giveBack()
      #expect(reading(of: next).workload.liveBytes == 0)
      #expect(try Heap.vacant().workload == arena)
    }

    @Test func `is what a profile counts in`() throws {
      var kept: UnsafeMutableRawPointer?
      let makeContext = { try FaultlineTestGraph.makeContext(try companyModel()) }
      let former = try GraphProfile.measure(on: makeContext) { _ in
        // In the second pass this is the block of the first, which is not to be what is taken next.
        free(kept)
        kept = take(30_000)
      }
      #expect(former.leaked.bytes == 32_768)
      let neighbour = Neighbour(freeing: kept)
      var passes = 0
      let profile = try GraphProfile.measure(on: makeContext) { _ in
        passes += 1
        if passes == 2 { neighbour.giveBack() }
      }
      #expect(passes == 2)
      #expect(profile.leaked == .nothing, "\(profile)")
    }
  }
}

/// A thread that has freed a block and keeps it in its cache.
///
/// Unchecked: the semaphores are all that two threads touch.
private final class Neighbour: @unchecked Sendable {
  private let (hasFreed, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  private var thread: RunningThread?

  init(freeing block: UnsafeMutableRawPointer?) {
    let address = UInt(bitPattern: block)
    thread = onThread { [hasFreed, mayEnd] in
      free(UnsafeMutableRawPointer(bitPattern: address))
      hasFreed.signal()
      mayEnd.wait()
      try? Heap.shared().flush()
    }
    hasFreed.wait()
  }

  /// Lets the block go back to its arena.
  func giveBack() {
    mayEnd.signal()
    thread?.wait()
  }
}
