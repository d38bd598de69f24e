// The peak is the highest level seen, above the start, without what happened outside.

import FaultlineProfiler
import Foundation
import Testing

extension WorkloadArena {
  @Suite struct Peaks {
    @Test func `a known pattern has a known peak`() throws {
      var blocks: [UnsafeMutableRawPointer?] = []
      blocks.reserveCapacity(500)
      try PeakGauge.start()
      for _ in 0..<500 {
        blocks.append(take(100))
        PeakGauge.sample()
      }
      for block in blocks { free(block) }
      PeakGauge.sample()
      let small = take(1_000)
      PeakGauge.sample()
      free(small)
      #expect(PeakGauge.stop() == 56_000)
    }

    @Test func `blocks from before the start lower the level`() throws {
      let old = take(10_000)
      try PeakGauge.start()
      free(old)
      PeakGauge.sample()
      #expect(PeakGauge.peak == 0)
      let new = take(14_000)
      PeakGauge.sample()
      free(new)
      #expect(PeakGauge.stop() == 14_336 - 10_240)
    }

    @Test func `what happens outside is not part of the peak`() throws {
      let heap = try Heap.vacant()
      try PeakGauge.start()
      let first = heap.inside { take(1_000) }
      let kept = heap.outside { () -> UnsafeMutableRawPointer? in
        free(take(500_000))
        PeakGauge.sample()
        return heap.outside { take(100_000) }
      }
      PeakGauge.sample()
      let second = heap.inside { take(2_000) }
      #expect(PeakGauge.stop() == 1_024 + 2_048)
      for block in [first, kept, second] { free(block) }
    }

    @Test func `another thread's samples change nothing`() throws {
      let elsewhere = Thread {
        let large = take(1_000_000)
        PeakGauge.sample()
        free(large)
      }
      try PeakGauge.start()
      let block = take(3_000)
      PeakGauge.sample()
      elsewhere.start()
      while !elsewhere.isFinished { usleep(100) }
      #expect(PeakGauge.peak == 3_072)
      PeakGauge.stop()
      free(block)
    }

    @Test func `a new start forgets the old peak`() throws {
      try PeakGauge.start()
      free(take(50_000))
      let block = take(20_000)
      PeakGauge.sample()
      free(block)
      #expect(PeakGauge.stop() == 20_480)
      try PeakGauge.start()
      #expect(PeakGauge.stop() == 0)
    }
  }
}
