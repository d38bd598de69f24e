// Several contexts on one session: opened, played in, closed; and objects that stay in their own.

import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct SeveralContextsTests {
  /// What is left open after some steps: each context with its graph.
  private func contexts(after steps: String) -> String {
    playing(steps) { session, _ in
      session.contexts.map { context in
        var graph = ""
        try? context.working { graph = drawing(of: context.context) }
        return "\(context.name): \(context.context.registeredObjectCountHere)\n\(graph)"
      }.joined(separator: "\n")
    }
  }

  /// P2, P3: a save goes one level up; what is not saved, nobody else sees.
  @Test func `a child's save reaches its parent and not the store`() {
    expectText(
      contexts(
        after: """
          - release: all
          - context: {name: team}
          - context: {name: editor, parent: team}
          - in: editor
            steps:
              - insert: {entity: Employee, set: {name: Newcomer}}
          - in: team
            steps: [count: {entity: Employee, is: 4}]
          - in: editor
            steps: [save: {}]
          - in: team
            steps: [count: {entity: Employee, is: 5}]
          - count: {entity: Employee, is: 4}
          - close: editor
          """),
      is: """
        main: 4
        Employee Manager 0 · reports ⇒ Report 0
        Employee Manager 1 · reports ⇒ Report 1
        Employee Report 0 · manager → Manager 0
        Employee Report 1 · manager → Manager 1
        team: 1
        Employee Newcomer · inserted
        """)
  }

  /// Q3: another context has a copy of its own.
  @Test func `names that are given in a context hold its own objects`() {
    expectText(
      contexts(
        after: """
          - refresh: {}
          - release: all
          - context: {name: editor}
          - in: editor
            steps:
              - fetch: {entity: Employee, into: copies, where: name == 'Manager 0'}
              - set: {objects: copies, to: {name: Chief}}
          """),
      is: """
        main: 0

        editor: 1
        Employee Chief · changed
        """)
  }

  /// N2: one thread plays it all, so a context that merges by itself has merged when the save is over.
  @Test func `a context on a private queue merges by itself, at once`() {
    expectText(
      contexts(
        after: """
          - context: {name: editor, automaticallyMerges: true}
          - in: editor
            steps:
              - fetch: {entity: Employee, into: copies, where: name == 'Manager 0', as: realized}
          - set: {objects: managers, to: {name: 'Chief {index}'}}
          - save: {}
          - refresh: {}
          - release: [staff, managers, reports]
          """),
      is: """
        main: 0

        editor: 1
        Employee Chief 0
        """)
  }

  /// N2: unsaved references to what somebody else has deleted.
  @Test func `a merged deletion follows its rules unless the context says otherwise`() {
    let graphs = [true, false].map { follows in
      contexts(
        after: """
          - context: {name: editor, mergedDeletionsFollowRules: \(follows)}
          - in: editor
            steps:
              - fetch: {entity: Employee, into: boss, where: name == 'Manager 0', as: realized}
              - insert: {entity: Employee, into: fresh, set: {name: Fresh}}
              - relate: {objects: fresh, by: manager, to: boss}
          - fetch: {entity: Employee, into: gone, where: name == 'Manager 0'}
          - delete: gone
          - save: {}
          - merge: {from: main, into: editor}
          - in: editor
            steps: [save: {}]
          """)
    }
    #expect(graphs[0].contains("\nEmployee Fresh\n") || graphs[0].hasSuffix("\nEmployee Fresh"))
    #expect(graphs[1].contains("which is deleted; clear the relationship before the save."))
  }

  /// R1: what was handed out in an open turn lives until it ends, whatever context handed it out.
  @Test func `a turn is one for all contexts that have a part in it`() {
    let counts = playing(
      """
      - context: {name: editor}
      - turn:
          - in: editor
            steps:
              - fetch: {entity: Employee}
              - turn:
                  - fetch: {entity: Employee}
          - checkpoint: inside
      - checkpoint: behind
      """
    ) { session, notes in
      "\(session.contexts.map(\.context.registeredObjectCountHere)) \(session.guests.count)"
    }
    #expect(counts == "[4, 0] 0")
  }

  /// R2, C1: a context does not live because its objects do.
  @Test func `a context that is closed is gone, and names still hold its objects`() {
    let answer = playing(
      """
      - context: {name: editor}
      - in: editor
        steps:
          - fetch: {entity: Employee, into: copies}
      - turn:
          - in: editor
            steps: [fetch: {entity: Employee}]
          - close: editor
      """
    ) { session, _ in
      "\(session.contexts.count) \(session.variables["copies"].count) "
        + "\(session.variables["copies"].allSatisfy { $0.managedObjectContext == nil })"
    }
    #expect(answer == "1 4 true")
  }

  /// What contexts have counted does not go with them.
  @Test func `the faults of a context that is gone were fired all the same`() {
    let fired = playing(
      """
      - repeat: 3
        steps:
          - context: {name: editor, undo: none}
          - in: editor
            steps:
              - fetch: {entity: Employee, into: copies}
              - touch: copies
      """
    ) { session, _ in
      "\(session.formerStatistics.faultsFired + session.contexts[1].context.statistics.faultsFired)"
    }
    #expect(fired == "12")
  }

  /// P4.
  @Test func `a confined parent is refused, and a step can expect it`() {
    #expect(
      graph(
        after: """
          - context: {name: worker, queue: confinement}
          - context: {name: editor, parent: worker, refused: true}
          - context: {name: editor, parent: main, refused: true}
          - release: all
          - refresh: {}
          """) == "")
  }

  /// P7: what cannot be known before is reported in a sentence when it happens.
  @Test func `a name that changes hands in a loop stops the second round`() {
    #expect(
      graph(
        after: """
          - context: {name: editor}
          - repeat: 2
            steps:
              - touch: staff
              - in: editor
                steps: [fetch: {entity: Employee, into: staff}]
          """)
        == "The objects 'staff' belong to the context 'editor', and this step plays in 'main'; objects "
        + "never cross contexts, their IDs do (P7).")
  }

  /// P7: a controller keeps its context, whose place a fresh one may have taken.
  @Test func `the results of a former context stop a step, on whatever queue`() {
    for queue in ["private", "confinement"] {
      let answer = playing(
        """
        - context: {name: worker, queue: \(queue), freshContextEvery: 2}
        - in: worker
          steps:
            - watch: {entity: Employee, sort: name, as: list}
            - touch: list
            - touch: list
        """
      ) { _, _ in "played" }
      #expect(answer == "The objects 'list' belong to a former context of 'worker'.")
    }
  }

  /// P6: a trial's process has one thread, the main one; a test has others.
  @Test @MainActor func `the main thread's context can be a parent`() {
    let answer = playing(
      """
      - context: {name: shop, queue: main}
      - context: {name: editor, parent: shop, automaticallyMerges: true}
      - in: editor
        steps:
          - fetch: {entity: Employee, into: copies}
          - set: {objects: copies, to: {name: New}}
          - save: {}
      - in: shop
        steps: [save: {}]
      - count: {entity: Employee, where: name == 'New', is: 4}
      """
    ) { _, _ in "played" }
    #expect(answer == "played")
  }
}

import Faultline

extension ManagedObjectContext {
  /// The count, on the context's own queue.
  fileprivate var registeredObjectCountHere: Int {
    (try? performingAndWait { registeredObjectCount }) ?? -1
  }
}
