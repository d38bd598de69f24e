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
    ) { session, _ in "\(session.context.undoManager?.undoGroupCount ?? -1)" }
    #expect(counts == "0")
  }

  /// Steps about undo are for somebody: one variant at least has a manager.
  @Test func `undo without an undo manager is reported before anything runs`() {
    expectText(
      graph(after: "- undo: {}", undo: "none"),
      is: """
        company.yaml:19:5: error: 'undo' needs an undo manager, and no variant has one
         19 |   - undo: {}
            |     ^~~~
            = every context has one unless it is set to 'undo: none'; with 'behaves: core-data' it has one
                where the scenario gives it one: 'context: {undo: unlimited}'
        """)
    for step in ["redo: {}", "scrub: {}", "undo group: [save: {}]", "without undo: [save: {}]"] {
      #expect(graph(after: "- \(step)", undo: "none").contains("needs an undo manager"), "\(step)")
    }
    let variants = "none}\nreference: a\nvariants:\n  a: {}\n  b: {undo: {levels: 2}"
    let matrix = "none}\nmatrix: {undo: [none, {levels: 2}]"
    for others in [variants, matrix] {
      #expect(graph(after: "- undo: {}", undo: others).hasPrefix("Employee Manager 0"), "\(others)")
    }
    let varied = graph(after: "- undo: {}", undo: "unlimited}\nmatrix: {undo: [none]")
    #expect(varied.contains("needs an undo manager"))
  }

  /// What was opened is closed, and the trial's end finds everything as it should be.
  @Test(arguments: ["undo group", "without undo", "turn"])
  func `a bracket closes behind a step that fails`(bracket: String) throws {
    let text = companyScenario(
      "- \(bracket):\n    - insert: {entity: Employee}\n    - save: {}", undo: "unlimited"
    ).replacing("name: string", with: "name: {type: string, optional: false}")
    let scenario = try ScenarioReader.scenario(text, file: "company.yaml")
    let trial = try Plan(scenario, choosing: Choices()).trials[0]
    let session = try Session(
      trial, folder: "", contents: StoreContents(), instruments: CheckpointNotes())
    let failure = #expect(throws: StepFailure.self) { try session.play(trial.steps) }
    #expect(failure?.description.contains("name") == true)
    #expect(session.context.undoManager?.isUndoRegistrationEnabled == true)
    #expect(session.context.undoManager?.groupingLevel == 0)
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
    let holders = playing(steps) { session, _ in
      session.context.registeredObjects.map { object in
        session.context.holders(of: object).map(\.description).joined(separator: "; ")
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
    ) { session, _ in "\(session.context.pooledObjectCount)" }
    #expect(counts == "0")
  }

  /// R7: the step holds because it is refused.
  @Test func `a context keeps its coordinator`() {
    let answer = playing("- detach: {}") { session, _ in
      "\(session.context.persistentStoreCoordinator === session.coordinator)"
    }
    #expect(answer == "true")
  }
}
