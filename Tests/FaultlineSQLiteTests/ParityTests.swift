// The memory store and the SQLite store cannot be distinguished from above.

import FaultlineTestSupport
import Testing

@Suite struct ParityTests {
  static let seeds = Effort.choose(quick: 6, ci: 20, full: 50)
  static let steps = Effort.choose(quick: 1_500, ci: 5_000, full: 20_000)

  /// The same steps give the same objects, values, members, orders, conflicts and counters.
  @Test(arguments: 1...seeds)
  func `a random walk looks the same on both stores`(seed: Int) throws {
    let complaint = try ParityWalk(seed: UInt64(seed)).run(steps: Self.steps)
    #expect(complaint == nil, "seed \(seed): \(complaint ?? "")")
  }
}
