// Permanent IDs before a save, and objects that no context has yet.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct IdentityStepsTests {
  private func kinds(after steps: String) -> String {
    playing(steps) { session, _ in
      session.variables["new"].map { $0.objectID.isTemporaryID ? "temporary" : "permanent" }
        .joined(separator: " ")
    }
  }

  /// Semantics 23: the save keeps the ID.
  @Test func `new objects have temporary IDs until permanent ones are obtained, or a save`() {
    let insert = "- insert: {entity: Employee, count: 2, into: new}\n"
    #expect(kinds(after: insert) == "temporary temporary")
    #expect(kinds(after: insert + "- obtain permanent IDs: new") == "permanent permanent")
    #expect(kinds(after: insert + "- save: {}") == "permanent permanent")
  }

  @Test func `a deletion follows its rules at the end of the turn, or at the save`() {
    func refusing(_ settings: String) -> String {
      playing(
        """
        - turn:
            - delete: managers
        """, settings: settings
      ) { session, _ in
        session.variables["reports"].map { "\($0.value(forKey: "manager") == nil)" }
          .joined(separator: " ")
      }
    }
    #expect(refusing("") == "true true")
    #expect(refusing("propagatesDeletesAtEndOfEvent: false") == "false false")
  }

  // MARK: - Without a context

  private static let drafts =
    "- insert: {entity: Employee, count: 2, context: none, into: new, set: {name: 'Draft {index}'}}\n"

  private func state(after steps: String) -> String {
    playing(Self.drafts + steps) { session, _ in
      let names = session.variables["new"].map {
        "\($0.value(forKey: "name") ?? "")\($0.managedObjectContext == nil ? "" : " in a context")"
      }
      return names.joined(separator: ", ") + "; to save: \(session.context.insertedObjectCount)"
    }
  }

  /// Semantics 87.
  @Test func `objects without a context have values, and are inserted later`() {
    #expect(state(after: "- save: {}") == "Draft 0, Draft 1; to save: 0")
    #expect(
      state(after: "- adopt: new") == "Draft 0 in a context, Draft 1 in a context; to save: 2")
    #expect(
      state(after: "- adopt: new\n- save: {}\n- count: {entity: Employee, is: 6}").hasSuffix(
        "to save: 0"))
  }

  @Test func `another context can adopt them`() {
    let steps = """
      - context: {name: worker}
      - in: worker
        steps:
          - adopt: new
          - set: {objects: new, to: {salary: 3}}
          - save: {}
      - count: {entity: Employee, where: salary == 3, is: 2}
      """
    #expect(playing(Self.drafts + steps) { _, _ in "played" } == "played")
  }

  @Test(arguments: [
    ("- adopt: new\n- adopt: new", "belongs to a context already, 'main'"),
    ("- insert: {entity: Employee, context: none}", "are gone at once"),
    ("- insert: {entity: Employee, context: worker, into: x}", "or into none"),
    (
      "- insert: {entity: Employee, context: none, into: x, set: {manager: pick(managers)}}",
      "'adopt' inserts them, and 'set' or 'relate' relates them then"
    ),
    ("- adopt: nobody", "no objects 'nobody'"),
  ])
  func `what cannot be made or adopted is reported`(steps: String, says: String) {
    let answer = state(after: steps)
    #expect(answer.contains(says), "\(answer)")
  }
}
