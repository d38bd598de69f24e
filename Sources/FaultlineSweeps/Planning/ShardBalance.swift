// How cells are spread over shards: the largest first, each to the shard that has least to do.

import FaultlineMeasures
import FaultlineScenarios

/// Parts of work, spread over shards.
package struct ShardBalance: Sendable, Equatable {
  /// The shard of each part, counted from 1.
  package let shards: [Int]
  /// What each shard has to do.
  package let loads: [Int]

  /// Spreads parts; of parts that are alike the earlier goes first, so that the same plan gives the same shards.
  package init(_ work: [Int], over count: Int) {
    var shards = [Int](repeating: 1, count: work.count)
    var loads = [Int](repeating: 0, count: count)
    for place in work.indices.sorted(by: { (work[$1], $0) < (work[$0], $1) }) {
      let least = loads.indices.min { loads[$0] < loads[$1] } ?? 0
      shards[place] = least + 1
      let (sum, isTooMuch) = loads[least].addingReportingOverflow(work[place])
      loads[least] = isTooMuch ? .max : sum
    }
    self.shards = shards
    self.loads = loads
  }

  /// The fullest shard over the mean: 1 is even.
  package var unevenness: Double {
    let sum = loads.reduce(0.0) { $0 + Double($1) }
    guard sum > 0 else { return 1 }
    return Double(loads.max() ?? 0) * Double(loads.count) / sum
  }
}

extension SweepCell {
  /// What it costs to start a process, in operations: a trial of nothing takes its time, too.
  package static let start = 50_000

  /// How many times as long an operation takes on a store that lies on disk.
  package static let diskFactor = 2

  /// What it costs to play it, in operations of a store in memory.
  ///
  /// A scenario on one store alone does not name it; its cells are as one another in this.
  package var work: Int {
    let isInMemory =
      trial.store.map { name in StoreCatalog.all.contains { $0.name == name && !$0.isOnDisk } }
      ?? true
    let (played, isTooMuch) = operations.multipliedReportingOverflow(
      by: isInMemory ? passes : passes * Self.diskFactor)
    return isTooMuch ? .max / 2 : min(played, .max / 2) + Self.start
  }
}
