// What the steps around undo, containers and the pool do to the graph, drawn.

import Faultline
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct UndoStepTests {
  private let changed = "- set: {objects: managers, to: {name: 'Chief {index}'}}"

  /// U1, U6: one undo takes a step back, and a redo brings it again.
  @Test func `steps are taken back and done again`() {
    let before = graph(after: "", undo: "unlimited")
    let after = graph(after: changed, undo: "unlimited")
    #expect(before != after)
    expectText(graph(after: "\(changed)\n- undo: {}", undo: "unlimited"), is: before)
    expectText(graph(after: "\(changed)\n- undo: {}\n- redo: {}", undo: "unlimited"), is: after)
    expectText(graph(after: "\(changed)\n- undo: {}\n- redo: {}", undo: "none"), is: after)
    expectText(
      graph(after: "- undo: {count: 100}", undo: "unlimited"),
      is: """
        Employee Manager 0 · deleted
        Employee Manager 1 · deleted
        Employee Report 0 · deleted
        Employee Report 1 · deleted
        """)
  }

  /// U3: what was scrubbed, or fell beyond the levels, stays as it is.
  @Test func `what was forgotten cannot be taken back`() {
    let after = graph(after: changed, undo: "unlimited")
    expectText(graph(after: "\(changed)\n- scrub: {}\n- undo: {}", undo: "unlimited"), is: after)
    let steps = "\(changed)\n- set: {objects: managers, to: {salary: 1}}\n- undo: {count: 9}"
    expectText(graph(after: steps, undo: "{levels: 1}"), is: after)
  }

  @Test func `a group is one step, and what is not noted is none`() {
    let group = """
      - undo group:
          - set: {objects: managers, to: {name: 'Chief {index}'}}
          - set: {objects: managers, to: {name: 'Boss {index}'}}
      - undo: {}
      """
    expectText(graph(after: group, undo: "unlimited"), is: graph(after: "", undo: "unlimited"))
    let counts = playing(
      """
      - scrub: {}
      - without undo:
          - set: {objects: managers, to: {name: 'Chief {index}'}}
          - delete: reports
      """, undo: "unlimited"
    ) { stage, _ in "\(stage.context.undoManager?.undoGroupCount ?? -1)" }
    #expect(counts == "0")
  }

  /// R5: the container keeps its objects, under its own name.
  @Test(arguments: ["array", "dictionary", "controller"])
  func `a container keeps what it holds until it is released`(kind: String) {
    let steps = """
      - refresh: {}
      - hold: {objects: managers, in: \(kind), as: kept}
      - release: [managers, reports, staff]
      """
    expectText(graph(after: steps), is: "Employee (fault)\nEmployee (fault)")
    expectText(graph(after: "\(steps)\n- release: kept"), is: "")
    let holders = playing(steps) { stage, _ in
      stage.context.registeredObjects.map { object in
        stage.context.holders(of: object).map(\.description).joined(separator: "; ")
      }.joined(separator: "\n")
    }
    let path = kind == "controller" ? "controller 'kept'.content" : "\(kind) 'kept'"
    expectText(holders, is: "\(path)[0]\n\(path)[1]")
  }

  @Test func `the pool drains within the turn`() {
    let counts = playing(
      """
      - refresh: {}
      - release: all
      - turn:
          - fetch: {entity: Employee}
          - drain: {}
          - expect: objects.registered == 0
      """
    ) { stage, _ in "\(stage.context.pooledObjectCount)" }
    #expect(counts == "0")
  }

  /// R7: the step holds because it is refused.
  @Test func `a context keeps its coordinator`() {
    let answer = playing("- detach: {}") { stage, _ in
      "\(stage.context.persistentStoreCoordinator === stage.coordinator)"
    }
    #expect(answer == "true")
  }
}
