// Turns within turns: how many are going on.

import Testing

@testable import Faultline

@Suite struct TurnPoolTests {
  @Test func `turns are counted as they begin and end, and no more end than began`() {
    var pool = TurnPool()
    #expect(pool.depth == 0)
    #expect(pool.beginTurn() == 0)
    #expect(pool.beginTurn() == 0)
    #expect(pool.depth == 2)
    pool.endTurn()
    #expect(pool.depth == 1)
    pool.endTurn()
    pool.endTurn()
    #expect(pool.depth == 0)
    #expect(pool.count == 0)
    #expect(pool.take(from: 0).isEmpty)
  }
}
