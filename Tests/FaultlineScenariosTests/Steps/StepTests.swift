// What each step does to the graph, drawn.

import Faultline
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct StepTests {
  /// R1: a name holds what it stands for, and the context does not.
  @Test func `names hold their objects, and a released name does not`() {
    expectText(
      graph(after: ""),
      is: """
        Employee Manager 0 · reports ⇒ Report 0
        Employee Manager 1 · reports ⇒ Report 1
        Employee Report 0 · manager → Manager 0
        Employee Report 1 · manager → Manager 1
        """)
    expectText(
      graph(
        after: """
          - refresh: {objects: staff, merge: false}
          - touch: managers
          - release: [staff, reports]
          """),
      is: """
        Employee Manager 0
        Employee Manager 1
        """)
    expectText(
      graph(
        after: """
          - refresh: {}
          - release: all
          """), is: "")
  }

  /// F2, F9: firing fills an object, and a to-many relationship has a fault of its own.
  @Test func `a walk realizes what it passes`() {
    expectText(
      graph(
        after: """
          - refresh: {objects: staff}
          - walk: {from: reports, path: manager}
          """),
      is: """
        Employee Manager 0
        Employee Manager 1
        Employee Report 0 · manager → Manager 0
        Employee Report 1 · manager → Manager 1
        """)
    expectText(
      graph(
        after: """
          - refresh: {objects: staff}
          - walk: {from: managers, path: reports.manager}
          """),
      is: """
        Employee Manager 0 · reports ⇒ Report 0
        Employee Manager 1 · reports ⇒ Report 1
        Employee Report 0 · manager → Manager 0
        Employee Report 1 · manager → Manager 1
        """)
  }

  @Test func `what is set is unsaved until it is saved`() {
    expectText(
      graph(after: "- set: {objects: reports, to: {name: 'Rep {index + rows}'}}"),
      is: """
        Employee Manager 0 · reports ⇒ Rep 2
        Employee Manager 1 · reports ⇒ Rep 3
        Employee Rep 2 · changed · manager → Manager 0
        Employee Rep 3 · changed · manager → Manager 1
        """)
  }

  /// N4: a save that is refused changes nothing; one that is not fails where it must be.
  @Test func `a step can expect that a save is refused`() {
    let conflict = """
      - context: {name: editor}
      - in: editor
        steps:
          - fetch: {entity: Employee, into: copies, where: name == 'Report 0'}
          - set: {objects: copies, to: {name: Theirs}}
          - save: {}
      - set: {objects: reports, to: {name: Ours}}
      - save: {refused: true}
      - release: [staff, managers, reports]
      - rollback: {}
      - count: {entity: Employee, where: name == 'Theirs', is: 1}
      """
    #expect(!graph(after: conflict).contains("refused"))
    #expect(
      graph(after: "- set: {objects: reports, to: {name: Ours}}\n- save: {refused: true}")
        == "the save succeeded, and 'refused: true' says that it must not.")
  }

  @Test func `objects are related one to one, all to one, or not at all`() {
    expectText(
      graph(
        after: """
          - insert: {entity: Employee, into: chief, set: {name: Chief}}
          - relate: {objects: managers, by: manager, to: chief}
          - release: all
          """),
      is: """
        Employee Manager 0 · changed · manager → Chief · reports ⇒ Report 0
        Employee Manager 1 · changed · manager → Chief · reports ⇒ Report 1
        Employee Report 0 · manager → Manager 0
        Employee Report 1 · manager → Manager 1
        Employee Chief · inserted · reports ⇒ Manager 0, Manager 1
        """)
    expectText(
      graph(
        after: """
          - insert: {entity: Employee, count: 3, into: three}
          - relate: {objects: three, by: manager, to: managers}
          """),
      is: "relate: 3 objects 'three' cannot be paired with 2 objects 'managers'; there must be as "
        + "many, or one.")
  }

  @Test func `a reset forgets every object`() {
    expectText(graph(after: "- reset: {}"), is: "")
  }

  @Test func `a fetch leaves out what its limits leave out`() {
    let names = playing("- fetch: {entity: Employee, into: some, offset: 1, limit: rows}") {
      session, _ in
      session.variables["some"].map { $0.value(forKey: "name") as? String ?? "" }.joined(
        separator: ", ")
    }
    #expect(names == "Manager 1, Report 0")
  }

  @Test func `loops count their rounds, and only what holds is played`() {
    let checkpoints = playing(
      """
      - repeat: 2
        as: i
        steps:
          - repeat: i + 1
            as: j
            steps:
              - checkpoint: 'round-{i}-{j}'
      - when: rows > 2
        steps:
          - checkpoint: never
      """
    ) { _, notes in notes.checkpoints.joined(separator: " ") }
    #expect(checkpoints == "round-0-0 round-1-0 round-1-1")
  }

  @Test func `a turn keeps what it was handed until it ends`() {
    let counts = playing(
      """
      - refresh: {}
      - release: all
      - turn:
          - fetch: {entity: Employee}
          - checkpoint: inside
      - checkpoint: behind
      """
    ) { session, notes in "\(notes.checkpoints) \(session.context.registeredObjectCount)" }
    #expect(counts == #"["inside", "behind"] 0"#)
  }
}
