// The memory of trials for which no limit is set.

import Testing

@testable import FaultlineScenarios

@Suite struct MemoryBudgetTests {
  @Test func `trials that run at once share what one alone may take`() throws {
    let free = try #require(Linux.availableMemory)
    let alone = try #require(MemoryBudget.share(ofTrials: 1))
    #expect(alone <= max(free / 4 * 3, 64 << 20) + free / 10)
    for count in [2, 8, 64] {
      let share = try #require(MemoryBudget.share(ofTrials: count))
      // Other programs take memory and give it back meanwhile.
      #expect(share <= max(alone / count, 64 << 20) + alone / 10)
      #expect(share >= 64 << 20)
    }
  }
}
