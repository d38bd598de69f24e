// Changes that go past all contexts, and contexts that work at the same time.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct PastContextsTests {
  private let names = """
    Employee Manager 0
    Employee Manager 1
    Employee Report 0 · manager → Manager 0
    Employee Report 1 · manager → Manager 1
    """

  /// Semantics 139: no context learns of it by itself.
  @Test func `a batch changes the store, and only a context that merges knows`() {
    let steps = """
      - refresh: {}
      - touch: staff
      - context: {name: editor}
      - in: editor
        steps: [fetch: {entity: Employee, into: copies, as: realized}]
      - batch update: {entity: Employee, where: name BEGINSWITH "Man", set: {salary: salary + $rows, name: '"Boss"'}, merge: editor}
      """
    #expect(graph(after: steps) == names)
    let editor = playing(steps) { session, _ in
      var graph = ""
      try? session.contexts[1].working { graph = drawing(of: session.contexts[1].context) }
      return graph
    }
    #expect(editor == names.replacing(/Manager \d/, with: "Boss"))
  }

  @Test func `a batch deletes from the store, and merging contexts mark what they have`() {
    let steps = """
      - refresh: {}
      - touch: reports
      - batch delete: {entity: Employee, where: manager != NIL}
      - count: {entity: Employee, is: 2}
      """
    expectText(
      graph(after: steps + "\n- release: [staff, managers]"),
      is: """
        Employee (fault)
        Employee (fault)
        Employee Report 0 · manager → (fault)
        Employee Report 1 · manager → (fault)
        """)
    expectText(
      graph(
        after: steps.replacing("!= NIL}", with: "!= NIL, merge: main}")
          + "\n- release: [staff, managers]"),
      is: """
        Employee Report 0 · deleted
        Employee Report 1 · deleted
        """)
  }

  /// F6: what fires again is current.
  @Test func `another program's rows are seen by what is read anew`() {
    let steps = """
      - external: UPDATE ZEMPLOYEE SET ZNAME = 'Somebody {rows}' WHERE ZNAME LIKE 'Manager%'
      - release: [staff, reports]
      """
    #expect(
      graph(after: steps, store: "sqlite") == """
        Employee Manager 0 · reports ⇒ Report 0
        Employee Manager 1 · reports ⇒ Report 1
        Employee Report 0 · manager → Manager 0
        Employee Report 1 · manager → Manager 1
        """)
    #expect(
      graph(
        after: steps
          + "\n- refresh: {}\n- release: managers\n- fetch: {entity: Employee, into: all2, as: realized}",
        store: "sqlite") == """
          Employee Somebody 2
          Employee Somebody 2
          Employee Report 0 · manager → Somebody 2
          Employee Report 1 · manager → Somebody 2
          """)
  }

  @Test
  func `statements that make no sense, or reach for other files, stop the trial with a sentence`() {
    let mistyped = graph(after: "- external: UPDAT ZEMPLOYEE", store: "sqlite")
    #expect(mistyped.contains("near \"UPDAT\": syntax error"), "\(mistyped)")
    let attached = graph(after: "- external: ATTACH '/tmp/several.db' AS other", store: "sqlite")
    #expect(attached.contains("too many attached databases"), "\(attached)")
    let open = graph(after: "- external: BEGIN", store: "sqlite")
    #expect(open.contains("begin a transaction and do not end it"), "\(open)")
  }

  // MARK: - At the same time

  private func order(seed: Int, inTurn: Bool = false) -> String {
    let body = """
      - repeat: 3
        as: i
        steps:
          - checkpoint: '{name}-{i}'
          - when: i == 1
            steps: [checkpoint: '{name}-x{i}']
          - every: 2
            checkpoint: '{name}-y{i}'
      """
    func block(_ name: String) -> String {
      let steps = body.replacing("{name}", with: name).split(separator: "\n").map { "      \($0)" }
      return "  - in: \(name)\n    steps:\n" + steps.joined(separator: "\n")
    }
    return playing(
      """
      - context: {name: a}
      - context: {name: b}
      - concurrently:
      \(block("a"))
      \(block("b"))
      """, seed: seed
    ) { session, notes in
      "\(notes.checkpoints.joined(separator: " ")) \(session.rounds.count) \(session.current.name)"
    }
  }

  /// P6: between two blocks anybody may run others.
  @Test func `blocks are played in turns, each in its own order, as the seed says`() {
    let orders = (0..<8).map { order(seed: $0) }
    #expect(Set(orders).count > 1)
    for seed in 0..<8 {
      #expect(orders[seed] == order(seed: seed))
      let words = orders[seed].split(separator: " ")
      #expect(words.suffix(2) == ["0", "main"])
      for name in ["a", "b"] {
        #expect(
          words.filter { $0.hasPrefix("\(name)-") }
            == ["0", "1", "x1", "y1", "2"].map { "\(name)-\($0)" })
      }
    }
  }

  /// A save that meets somebody else's is a conflict, in whatever order they came.
  @Test func `contexts that work at the same time meet in the store`() {
    let steps = """
      - context: {name: a, mergePolicy: object-wins}
      - context: {name: b, mergePolicy: object-wins}
      - concurrently:
          - in: a
            steps:
              - fetch: {entity: Employee, into: ours, as: realized}
              - set: {objects: ours, to: {salary: 1}}
              - save: {}
          - in: b
            steps:
              - fetch: {entity: Employee, into: theirs, as: realized}
              - turn:
                  - set: {objects: theirs, to: {salary: 2}}
                  - save: {}
      - count: {entity: Employee, where: salary > 0, is: 4}
      """
    #expect(playing(steps) { _, _ in "played" } == "played")
    let strict = steps.replacing("object-wins", with: "error")
    let answers = (0..<6).map { playing(strict, seed: $0) { _, _ in "played" } }
    #expect(answers.contains { $0.contains("133020") }, "\(answers)")
  }
}
