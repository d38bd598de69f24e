// Random walks with undo and redo: no difference to the ledger, after any step.

import Faultline
import FaultlineTestSupport
import Testing

@Suite struct UndoWalkTests {
  static let seeds = Effort.choose(quick: 6, ci: 12, full: 50)
  static let steps = Effort.choose(quick: 300, ci: 4_000, full: 100_000)

  /// U1, U3, U6, semantics 196–208.
  @Test(arguments: 1...seeds)
  func `a walk with undo agrees with the ledger`(seed: Int) throws {
    let walk = try UndoWalk(seed: seed)
    for step in 1...Self.steps {
      let complaint = try walk.step()
      if let complaint {
        Issue.record("step \(step): \(complaint)")
        return
      }
    }
    walk.end()
    #expect(walk.context.registeredObjectCount == 0)
    #expect(walk.context.undoManager?.heldByteCount == 0)
  }
}
