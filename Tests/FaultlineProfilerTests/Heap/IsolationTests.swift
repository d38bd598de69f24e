// What the workload allocates is the workload's, to the byte, and nothing else is.

import FaultlineProfiler
import Glibc
import Testing

extension WorkloadArena {
  @Suite struct Isolation {
    @Test func `a hundred turns of workload and runner mix no block`() throws {
      let heap = try Heap.vacant()
      var workload: [UnsafeMutableRawPointer?] = []
      var runner: [UnsafeMutableRawPointer?] = []
      workload.reserveCapacity(9_100)
      runner.reserveCapacity(3_700)
      let before = reading(of: heap).workload
      // Numbers that the cache's fills of 100 do not divide, or mixing could go unseen.
      for _ in 0..<100 {
        heap.inside { for _ in 0..<91 { workload.append(take(48)) } }
        for _ in 0..<37 { runner.append(take(48)) }
      }
      let full = reading(of: heap).workload
      #expect(full.allocations - before.allocations == 9_100)
      #expect(full.liveBlocks - before.liveBlocks == 9_100)
      #expect(full.liveBytes - before.liveBytes == 436_800)
      #expect(full.allocatedBytes - before.allocatedBytes == 436_800)

      // Freed while bound to the rest: blocks go back to the arena they came from.
      for block in workload + runner { free(block) }
      let empty = reading(of: heap).workload
      #expect(empty.liveBytes == before.liveBytes)
      #expect(empty.liveBlocks == before.liveBlocks)
      #expect(empty.allocations - before.allocations == 9_100)
      #expect(empty.frees - before.frees == 9_100)
    }

    @Test func `Swift objects cost their size class and leave nothing`() throws {
      let heap = try Heap.vacant()
      var triples: [Triple] = []
      triples.reserveCapacity(1_000)
      heap.inside { triples.append(Triple()) }  // The class's metadata is made at first use.
      triples.removeAll(keepingCapacity: true)
      let before = reading(of: heap).workload
      heap.inside { for _ in 0..<1_000 { triples.append(Triple()) } }
      let full = reading(of: heap)
      #expect(Heap.size(ofBlockOf: 40) == 48)
      #expect(full.workload.liveBytes - before.liveBytes == 48_000)
      #expect(full.workload.allocations - before.allocations == 1_000)
      #expect(triples.allSatisfy { $0.first + $0.second + $0.third == 6 })
      triples.removeAll()
      let empty = reading(of: heap).workload
      #expect(empty.liveBytes - before.liveBytes == 0)
      #expect(empty.frees - before.frees == 1_000)
    }

    @Test func `what happens outside is the rest's, and the thread comes back`() throws {
      let heap = try Heap.vacant()
      let home = heap.current
      let before = reading(of: heap).workload
      var blocks: [UnsafeMutableRawPointer?] = Array(repeating: nil, count: 4)
      var places: [Heap.Arena] = []
      places.reserveCapacity(8)
      let previous = heap.enterWorkload()
      blocks[0] = take(1_000)
      heap.outside {
        places.append(heap.current)
        blocks[1] = take(2_000)
        heap.inside {
          places.append(heap.current)
          blocks[2] = take(3_000)
        }
        places.append(heap.current)
      }
      places.append(heap.current)
      blocks[3] = take(100_000)
      heap.leaveWorkload(to: previous)
      let after = reading(of: heap).workload
      for block in blocks { free(block) }
      #expect(places == [heap.rest, heap.workload, heap.rest, heap.workload])
      #expect(heap.current == home)
      #expect(previous == home)
      #expect(after.liveBytes - before.liveBytes == 1_024 + 3_072 + 114_688)
      #expect(after.allocations - before.allocations == 3)
    }

    @Test func `an error thrown inside brings the thread back too`() throws {
      struct Refusal: Error {}
      let heap = try Heap.vacant()
      let home = heap.current
      #expect(throws: Refusal.self) { try heap.inside { throw Refusal() } }
      #expect(heap.current == home)
    }
  }
}
