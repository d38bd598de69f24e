// What is known of the blocks that lie in the heap at its peak, by a look before it and one after it.

import Glibc
import Testing

@testable import FaultlineProfiler

extension WorkloadArena {
  @Suite struct Ledgers {
    /// Blocks of four kinds: of each, whether it was there before the peak, and whether it is there after it.
    @Test func `a block that a look can meet is passing in no case`() throws {
      let heap = try Heap.vacant()
      let ledger = try #require(PeakLedger(of: heap))
      let stays = try #require(heap.inside { take(1_000) })
      let ends = try #require(heap.inside { take(2_000) })
      #expect(ledger.note(stays, 1, isLater: false))
      #expect(ledger.note(ends, 2, isLater: false))
      try ledger.start(workload: 3_072, sqlite: 0, target: 3_072 + 4_096 + 8_192)
      let comes = heap.inside { take(4_000) }
      #expect(!ledger.isPastPeak)
      let passes = heap.inside { take(8_000) }
      #expect(ledger.isPastPeak)
      free(passes)
      free(ends)
      #expect(ledger.note(stays, 3, isLater: true))
      ledger.stop()
      var found: [(bytes: Int, words: String)] = []
      ledger.forEachBlock { block in
        let labels = [block.before, block.after].map { $0.map(String.init) ?? "-" }
        found.append(
          (
            block.bytes,
            "\(block.bytes): \(labels[0]) → \(labels[1])\(block.passing == nil ? "" : ", passing")"
          ))
      }
      free(comes)
      free(stays)
      #expect(
        found.sorted { $0.bytes < $1.bytes }.map(\.words)
          == ["1024: 1 → 3", "2048: 2 → -", "4096: - → -", "8192: - → -, passing"])
    }
  }
}
