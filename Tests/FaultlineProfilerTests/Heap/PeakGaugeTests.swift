// The peak is the highest level of two arenas at any allocation, whichever thread made it.

import FaultlineProfiler
import Foundation
import Testing

extension WorkloadArena {
  @Suite struct Peaks {
    @Test func `a known pattern has a known peak, and nothing is asked in between`() throws {
      let heap = try Heap.vacant()
      let blocks = UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>.allocate(capacity: 500)
      let gauge = try PeakGauge(of: heap)
      let home = heap.enterWorkload()
      for place in 0..<500 { blocks[place] = take(100) }
      for place in 0..<500 { free(blocks[place]) }
      free(take(1_000))
      heap.leaveWorkload(to: home)
      blocks.deallocate()
      #expect(gauge.peak.bytes == 500 * 112)
      #expect(gauge.now.bytes == 0)
    }

    @Test func `blocks from before the start lower the level`() throws {
      let heap = try Heap.vacant()
      let old = heap.inside { take(10_000) }
      let gauge = try PeakGauge(of: heap)
      free(old)
      #expect(gauge.now.workload == -10_240)
      #expect(gauge.peak.bytes == 0)
      free(heap.inside { take(14_000) })
      #expect(gauge.peak.bytes == 14_336 - 10_240)
    }

    @Test func `what happens outside is not part of the peak`() throws {
      let heap = try Heap.vacant()
      let gauge = try PeakGauge(of: heap)
      let first = heap.inside { take(1_000) }
      let kept = heap.outside { () -> UnsafeMutableRawPointer? in
        free(take(500_000))
        return heap.outside { take(100_000) }
      }
      let second = heap.inside { take(2_000) }
      #expect(gauge.peak.bytes == 1_024 + 2_048)
      for block in [first, kept, second] { free(block) }
      #expect(gauge.now.bytes == 0)
    }

    @Test func `a block that moves counts once`() throws {
      let heap = try Heap.vacant()
      let gauge = try PeakGauge(of: heap)
      heap.inside {
        let small = take(1_000)
        // Its neighbour keeps it from growing where it is.
        let neighbour = take(1_000)
        let large = realloc(small, 100_000)
        free(neighbour)
        free(large)
      }
      #expect(gauge.peak.bytes == 1_024 + 114_688)
      #expect(gauge.now.bytes == 0)
    }

    @Test func `a block that grows or shrinks where it is counts with its new size`() throws {
      let heap = try Heap.vacant()
      let gauge = try PeakGauge(of: heap)
      var block = heap.inside { take(40_000) }
      block = heap.inside { realloc(block, 60_000) }
      #expect(gauge.now.workload == 65_536)
      block = heap.inside { realloc(block, 20_000) }
      #expect(gauge.now.workload == 20_480)
      // With no bytes at all it is a release.
      _ = heap.inside { realloc(block, 0) }
      #expect(gauge.peak.workload == 65_536)
      #expect(gauge.now.workload == 0)
    }

    @Test func `a block that another thread releases has left the workload`() throws {
      let heap = try Heap.vacant()
      let gauge = try PeakGauge(of: heap)
      nonisolated(unsafe) let block = heap.inside { take(3_000) }
      let elsewhere = Thread { free(block) }
      elsewhere.start()
      while !elsewhere.isFinished { usleep(100) }
      #expect(gauge.peak.bytes == 3_072)
      #expect(gauge.now.bytes == 0)
    }

    @Test func `what a second thread takes in the arena is part of the peak, elsewhere it is not`()
      throws
    {
      let heap = try Heap.vacant()
      let gauge = try PeakGauge(of: heap)
      let elsewhere = Thread {
        free(take(1_000_000))
        free(heap.inside { take(3_000) })
      }
      elsewhere.start()
      while !elsewhere.isFinished { usleep(100) }
      #expect(gauge.peak.bytes == 3_072)
    }

    @Test func `two gauges follow their arenas, and a new one begins at zero`() throws {
      let heap = try Heap.vacant()
      let other = try Heap.vacant()
      let first = try PeakGauge(of: heap)
      let second = try PeakGauge(of: other)
      free(heap.inside { take(1_000) })
      free(other.inside { take(2_000) })
      #expect(first.peak.workload == 1_024)
      #expect(second.peak.workload == 2_048)
      #expect(try PeakGauge(of: heap).peak.workload == 0)
    }

    @Test func `parts of the peak are those of the moment when it was reached`() throws {
      let heap = try Heap.vacant()
      StoreArena.use(heap)
      let gauge = try PeakGauge(of: heap)
      let page = StoreArena.allocate(4_096)
      free(heap.inside { take(10_000) })
      StoreArena.release(page)
      let most = StoreArena.allocate(8_192)
      StoreArena.release(most)
      #expect(gauge.peak.workload == 10_240)
      #expect(gauge.peak.sqlite == 4_096)
    }

    @Test func `every gauge but the last one that fits is refused, and none is lost`() throws {
      let heap = try Heap.vacant()
      do {
        var gauges: [PeakGauge] = []
        #expect(throws: HeapError.self) {
          for _ in 0..<100 { gauges.append(try PeakGauge(of: heap)) }
        }
      }
      _ = try PeakGauge(of: heap)
    }
  }
}
