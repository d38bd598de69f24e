// Memory of the app's own: how much there is, and what holds it.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct PayloadStepTests {
  /// The blocks that are the app's after some steps; each is shown with its owner.
  private func blocks(after steps: String) -> String {
    playing(steps) { session, _ in
      var count = 0
      var seen: Set<UnsafeRawPointer> = []
      let visitor = BlockVisitor { owner, block in
        guard seen.insert(block).inserted else { return false }
        if owner == .app { count += 1 }
        return true
      }
      session.showBlocks(to: visitor)
      // Each is a block and the object that owns it.
      return "\(count / 2)"
    }
  }

  @Test func `a name holds memory until it is released, or given anew`() {
    let payload = "- payload: {bytes: 4 KiB, as: cell}\n"
    #expect(blocks(after: payload) == "1")
    #expect(blocks(after: payload + payload) == "1")
    #expect(blocks(after: payload + "- release: cell") == "0")
    #expect(blocks(after: payload + "- release: all") == "0")
  }

  @Test func `each object holds its own, until it turns into a fault or goes`() {
    let payload = "- payload: {bytes: 1024 * (index + 1), heldBy: staff}\n"
    #expect(blocks(after: payload) == "4")
    #expect(blocks(after: payload + payload) == "8")
    #expect(blocks(after: payload + "- refresh: {objects: managers}") == "2")
    #expect(blocks(after: payload + "- refresh: {}\n- release: all") == "0")
    #expect(blocks(after: payload + "- reset: {}") == "0")
  }

  @Test(arguments: [
    ("{bytes: 4 KiB}", "memory is held by one thing: a name, or objects"),
    ("{bytes: 4 KiB, as: cell, heldBy: staff}", "memory is held by one thing: a name, or objects"),
    ("{bytes: 4 KiB, heldBy: stuff}", "Did you mean 'staff'?"),
    ("{bytes: 4M, as: cell}", "'4M' may be taken for 1,000 or for 1,024"),
    ("{bytes: -1, as: cell}", "-1"),
    ("{bytes: 8 GiB, as: cell}", "bytes of text and data"),
    ("{bytes: 1000000000 * index, heldBy: staff}", "bytes of text and data"),
    ("{bytes: 4 GiB, heldBy: staff}", "bytes of text and data"),
    ("{bytes: many, as: cell}", "no name 'many'"),
  ])
  func `what makes no sense is reported before the run`(payload: String, says: String) {
    let answer = blocks(after: "- payload: \(payload)")
    #expect(answer.contains(says), "\(answer)")
  }

  @Test func `a payload holds no objects`() {
    let answer = blocks(after: "- payload: {bytes: 1 KiB, as: cell}\n- touch: cell")
    #expect(answer.contains("'cell' is a payload, and holds no objects"), "\(answer)")
  }
}
