// Random scenarios, played by the engine and by the model: every number of every checkpoint must be the same.

import FaultlineTestSupport
import Foundation
import MemoryModel
import Testing

@Suite struct RandomScenarioTests {
  /// The number of parts that may run at the same time.
  private static let parts = 4
  private static let scenarios = Effort.choose(
    quick: 60, ci: 500, nightly: 10_000, full: 10_000)
  /// The seeds to be played: one that the environment asks for, or the first ones.
  private static let seeds =
    ProcessInfo.processInfo.environment["FAULTLINE_SEED"].flatMap { Int($0) }.map { [$0] }
    ?? Array(1...scenarios)

  @Test(arguments: 0..<parts)
  func `the engine and the model agree after every step`(part: Int) {
    for seed in Self.seeds where seed % Self.parts == part {
      let script = Generator.script(seed: UInt64(seed))
      guard let difference = Comparison.difference(of: script) else { continue }
      let small = Comparison.smallest(script, differingLike: difference)
      Issue.record(
        """
        Scenario \(seed) differs \(difference)
        The smallest that differs so:
        \(small.yaml)
        \(Comparison.difference(of: small).map { "\($0)" } ?? "")
        """)
      return
    }
  }
}
