// The largest first, each to the shard that has least to do.

import FaultlineMeasures
import Testing

@testable import FaultlineSweeps

struct `The balance of shards` {
  @Test func `gives the largest first to the shard that has least to do`() {
    let balance = ShardBalance([3, 10, 7, 1, 7], over: 3)
    #expect(balance.shards == [2, 1, 2, 3, 3])
    #expect(balance.loads == [10, 10, 8])
  }

  @Test func `is better than one by place or by turns`() {
    let work = (0..<40).map { 1_000 * ($0 + 1) * ($0 + 1) / 16 }
    func unevenness(_ shard: (Int) -> Int) -> Double {
      var loads = [Int](repeating: 0, count: 8)
      for (place, work) in work.enumerated() { loads[shard(place)] += work }
      return Double(loads.max() ?? 0) * 8 / Double(loads.reduce(0, +))
    }
    let largestFirst = ShardBalance(work, over: 8).unevenness
    #expect(largestFirst < 1.05)
    #expect(largestFirst < unevenness { $0 % 8 })
    #expect(unevenness { $0 % 8 } < unevenness { $0 / 5 })
  }

  @Test func `takes an operation on disk for two in memory, and a start for fifty thousand`() {
    func work(on store: String?) -> Int {
      var cell = SweepCell()
      cell.trial = TrialKey(scenario: "grid", variant: "plain", store: store)
      cell.operations = 1_000
      cell.passes = 3
      return cell.work
    }
    #expect(
      [nil, "memory", "sqlite", "App"].map(work) == [53_000, 53_000, 56_000, 56_000])
  }

  @Test func `has shards without work where there is less than shards`() {
    #expect(ShardBalance([1], over: 3).loads == [1, 0, 0])
    #expect(ShardBalance([], over: 2).unevenness == 1)
  }
}
