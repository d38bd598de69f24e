// The memory of a session: what its variables take is the script's.

import Faultline
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

struct `The memory of a session` {
  /// Whose the list of a variable is, and how many objects are in it.
  private static func list(_ name: String, after steps: String) -> String {
    playing(steps) { session, _ in
      var owners: [UnsafeRawPointer: BlockOwner] = [:]
      session.showBlocks(
        to: BlockVisitor { owner, block in
          defer { owners[block] = owners[block] ?? owner }
          return owners[block] == nil
        })
      let list = session.variables[name]
      let owner = owners[unsafeBitCast(list, to: UnsafeRawPointer.self)]
      return "\(list.count) objects, \(owner.map { "\($0)" } ?? "unknown")"
    }
  }

  @Test func `has the lists of variables, which are the script's`() {
    let insert = "- insert: {entity: Employee, count: 7, into: staff, set: {name: 'Ada'}}"
    #expect(Self.list("staff", after: insert) == "7 objects, script")
    let fetch = insert + "\n- save: {}\n- fetch: {entity: Employee, into: all of them}"
    #expect(
      Self.list("found", after: fetch.replacing("all of them", with: "found"))
        == "\(4 + 7) objects, script")
  }
}
