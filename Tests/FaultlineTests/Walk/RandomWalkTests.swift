// Random walks through everything that a context can do, beside a reference that cannot be wrong.

import Faultline
import FaultlineTestSupport
import Testing

@Suite struct RandomWalkTests {
  static let seeds = Effort.choose(quick: 20, ci: 50, full: 50)
  static let steps = Effort.choose(quick: 2_000, ci: 10_000, full: 100_000)

  /// Q1, C1, C2, R1, R3, R4, F1–F9, N4 at once; the laws stand in ContextLaws.swift.
  @Test(arguments: 1...seeds)
  func `a random walk keeps the laws and agrees with the reference`(seed: Int) throws {
    let walk = try Walk(seed: UInt64(seed))
    let complaint = try walk.run(steps: Self.steps)
    #expect(complaint == nil, "seed \(seed): \(complaint ?? "")")
    try walk.letGo()
    #expect(walk.context.registeredObjectCount == 0)
  }

  /// The same, where objects have their only relationship in themselves and no block for it.
  @Test(arguments: 1...seeds / 5)
  func `a walk among entities of one relationship agrees too`(seed: Int) throws {
    let walk = try Walk(seed: UInt64(seed), isFlat: true)
    let complaint = try walk.run(steps: Self.steps)
    #expect(complaint == nil, "seed \(seed): \(complaint ?? "")")
    try walk.letGo()
    #expect(walk.context.registeredObjectCount == 0)
  }
}
