// Random changes: replaying what a controller reports gives what a fetch finds, after each of them.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct ResultsWalkTests {
  static let steps = Effort.choose(quick: 150, ci: 1_000, full: 10_000)

  /// N3, semantics 214, 216, 217, 219.
  @Test(arguments: StoreKind.allCases, 1...4)
  func `callbacks lead from one list to the next`(kind: StoreKind, seed: Int) throws {
    let folder = try StoreFolder()
    let walk = try ResultsWalk(kind, seed: seed, in: folder)
    for step in 1...Self.steps {
      if let complaint = try walk.step() {
        Issue.record("step \(step): \(complaint)")
        return
      }
    }
  }
}
