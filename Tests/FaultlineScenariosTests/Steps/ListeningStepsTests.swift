// Merging, passing IDs, and listening: what comes from one context to another, and what is notified.

import Faultline
import FaultlineTestSupport
import Testing

@testable import FaultlineProfiler
@testable import FaultlineScenarios

@Suite struct ListeningStepsTests {
  /// What listeners were notified of by the end of some steps.
  private func notified(by steps: String) -> String {
    playing(steps, undo: "unlimited") { session, _ in
      guard let counts = session.tally?.counts else { return "nobody listens" }
      return [
        ("results", counts.resultChanges), ("came", counts.resultInserts),
        ("left", counts.resultDeletes), ("moved", counts.resultMoves),
        ("changed", counts.resultUpdates), ("observed", counts.observedChanges),
        ("faults", counts.observedFaults), ("fires", counts.observedFires),
        ("notifications", counts.notifications),
      ].filter { $0.1 != 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
  }

  /// N2, C2: what is loaded is brought up to date, and no retain cycle is broken by that.
  @Test func `a merge brings a context's last save in`() {
    expectText(
      graph(
        after: """
          - release: [staff, reports]
          - context: {name: worker}
          - in: worker
            steps:
              - fetch: {entity: Employee, into: copies, where: name BEGINSWITH "Manager"}
              - set: {objects: copies, to: {name: 'Chief {index}'}}
              - save: {}
          - merge: {from: worker}
          """),
      is: """
        Employee Chief 0 · reports ⇒ Report 0
        Employee Chief 1 · reports ⇒ Report 1
        Employee Report 0 · manager → Chief 0
        Employee Report 1 · manager → Chief 1
        """)
  }

  /// N2: a merge that comes later has every notification in hand, and not only the last.
  @Test(
    arguments: [
      ("last", "Manager 0, Manager 1, Report 0, Report 1"),
      ("all", "Head 0, Head 1, Report 0, Report 1"),
    ])
  func `a merge brings in the last save, or all of them`(saves: String, names: String) {
    let answer = playing(
      """
      - release: [staff, reports]
      - context: {name: worker}
      - in: worker
        steps:
          - fetch: {entity: Employee, into: copies, where: name BEGINSWITH "Manager"}
          - set: {objects: copies, to: {name: 'Head {index}'}}
          - save: {}
          - insert: {entity: Employee, set: {name: Newcomer}}
          - save: {}
      - merge: {from: worker, saves: \(saves)}
      """
    ) { session, _ in
      session.context.registeredObjects.map { $0.value(forKey: "name") as? String ?? "" }
        .joined(separator: ", ")
    }
    expectText(answer, is: names)
  }

  /// N2: a merge happens while the notification lives, so what was inserted costs no request for each object.
  @Test func `a save that later steps merge keeps its objects until the last of them has`() {
    let answer = playing(
      """
      - release: [managers, reports, staff]
      - context: {name: worker}
      - context: {name: other}
      - in: worker
        steps:
          - insert: {entity: Employee, count: 50, set: {name: Newcomer}}
          - save: {}
      - checkpoint: saved
      - merge: {from: worker, into: other}
      - checkpoint: once
      - merge: {from: worker, into: main}
      - checkpoint: twice
      - in: worker
        steps:
          - insert: {entity: Employee, count: 50, set: {name: Newcomer}}
          - save: {}
      - checkpoint: unmerged
      """
    ) { _, notes in notes.registered.joined(separator: "\n") }
    expectText(
      answer,
      is: """
        saved: main 4, worker 50, other 0
        once: main 4, worker 50, other 0
        twice: main 4, worker 0, other 0
        unmerged: main 4, worker 0, other 0
        """)
  }

  /// A merge that this variant does not play keeps nothing.
  @Test func `a save that no step merges keeps nothing`() {
    let answer = playing(
      """
      - release: [managers, reports, staff]
      - context: {name: worker}
      - in: worker
        steps:
          - insert: {entity: Employee, count: 50, set: {name: Newcomer}}
          - save: {}
      - checkpoint: saved
      - when: rows > 100
        steps: [merge: {from: worker, into: main}]
      """
    ) { _, notes in notes.registered.joined(separator: "\n") }
    #expect(answer.hasSuffix("worker 0"))
  }

  /// What the notification of a save holds is in the row cache, and a merge asks the store for nothing but that.
  @Test(arguments: ["together", "one-by-one"])
  func `fifty inserted rows cost a merge no request`(asked: String) {
    func requests(merging: Bool) -> Int {
      let merge = merging ? "\n- merge: {from: worker, into: main}" : ""
      let count = playing(
        """
        - release: [managers, reports, staff]
        - context: {name: worker}
        - in: worker
          steps:
            - insert: {entity: Employee, count: 50, set: {name: Newcomer}}
            - save: {}\(merge)
        """, store: "sqlite", settings: "mergeRequests: \(asked)"
      ) { session, _ in "\(session.coordinator.statistics.roundTrips)" }
      return Int(count) ?? -1
    }
    #expect(requests(merging: true) == requests(merging: false))
  }

  /// What was merged is not merged again, and each context merges for itself.
  @Test func `all are those since the last merge of the same context`() {
    let answer = playing(
      """
      - context: {name: worker}
      - context: {name: other}
      - in: worker
        steps:
          - repeat: 3
            as: i
            steps:
              - insert: {entity: Employee, into: one, set: {name: 'Newcomer {i}'}}
              - save: {}
              - in: main
                steps: [merge: {from: worker, saves: all}]
      - in: worker
        steps:
          - set: {objects: one, to: {name: Known}}
          - save: {}
          - delete: one
          - save: {}
      - merge: {from: worker, into: other, saves: all}
      - merge: {from: worker, into: main, saves: all}
      - merge: {from: worker, into: main, saves: all}
      - merge: {from: worker, into: other, saves: all}
      """
    ) { session, _ in
      session.contexts.map { context in
        "\(context.name): \(context.context.statistics.objectsMerged)"
      }.joined(separator: "\n")
    }
    expectText(
      answer,
      is: """
        main: 3
        worker: 0
        other: 3
        """)
  }

  @Test func `what was not saved cannot be merged`() {
    #expect(
      graph(
        after: """
          - context: {name: worker}
          - merge: {from: worker, into: main, saves: all}
          """) == "merge: the context 'worker' has saved nothing yet.")
    #expect(
      graph(
        after: """
          - context: {name: worker}
          - merge: {from: worker, into: main}
          """) == "merge: the context 'worker' has saved nothing yet.")
  }

  /// P7: IDs cross, and another context has objects of its own for them.
  @Test func `passed IDs become faults of the other context`() {
    let answer = playing(
      """
      - context: {name: worker}
      - pass IDs: {objects: managers, to: worker, into: copies}
      - in: worker
        steps:
          - set: {objects: copies, to: {name: Chief}}
          - pass IDs: {objects: reports, into: others}
          - touch: others
          - save: {}
      - merge: {from: worker}
      """
    ) { session, _ in
      let own = session.variables["managers"].map { $0.value(forKey: "name") as? String ?? "" }
      return "\(own) \(session.variables["others"].count) "
        + "\(session.variables["others"][0] === session.variables["reports"][0])"
    }
    #expect(answer == #"["Chief", "Chief"] 2 false"#)
  }

  /// P3: only a child has a way to what its parent has not saved.
  @Test func `the IDs of what was never saved lead nowhere but down to a child`() {
    let steps = """
      - context: {name: team}
      - context: {name: editor, parent: team}
      - context: {name: stranger}
      - in: team
        steps:
          - insert: {entity: Employee, count: 2, into: newcomers, set: {name: Newcomer}}
          - pass IDs: {objects: newcomers, to: editor, into: copies}
      - in: editor
        steps: [touch: copies]
      """
    #expect(playing(steps) { _, _ in "played" } == "played")
    #expect(
      playing(steps + "\n- pass IDs: {objects: newcomers, to: stranger, into: nobody}") { _, _ in
        "played"
      }
        == "pass IDs: 2 of the objects 'newcomers' were never saved, so 'stranger' has no way to them; "
        + "save 'team' first.")
  }

  /// N3: notified at the end of a turn, saved or not, and no longer than something holds the controller.
  @Test func `a watched result reports what comes, goes, moves and changes`() {
    #expect(
      notified(
        by: """
          - watch: {entity: Employee, where: name != 'Gone', sort: [name, salary], as: list}
          - insert: {entity: Employee, into: chief, set: {name: Boss}}
          - set: {objects: chief, to: {salary: 5}}
          - set: {objects: chief, to: {name: Zero}}
          - save: {}
          - set: {objects: chief, to: {name: Gone}}
          - release: list
          - set: {objects: chief, to: {name: Back}}
          """) == "results 4, came 1, left 1, moved 1, changed 1")
  }

  @Test func `the objects of a watched result are walked over, and fall into sections`() {
    let counts = playing(
      """
      - refresh: {}
      - release: [staff, managers, reports]
      - watch: {entity: Employee, sort: name, sections: name, batch: 1, as: list}
      - turn:
          - touch: list
          - checkpoint: inside
      """
    ) { session, _ in "\(session.context.registeredObjectCount)" }
    // The last two batches are held, and hold their managers.
    #expect(counts == "4")
  }

  /// F7: changed, turned into a fault, fired.
  @Test func `observers are notified of changes, faults and fires until they are released`() {
    let steps = """
      - observe: {objects: managers, property: [name, reports], as: screen}
      - set: {objects: managers, to: {name: Chief}}
      - save: {}
      - refresh: {objects: managers}
      - touch: managers
      """
    #expect(notified(by: steps) == "observed 2, faults 4, fires 4")
    #expect(
      notified(
        by: steps + "\n" + """
          - release: screen
          - set: {objects: managers, to: {name: Boss}}
          """) == "observed 2, faults 4, fires 4")
  }

  /// N1: without a filter strangers' saves arrive too.
  @Test func `a listener hears one context, or all of them`() {
    let saves = """
      - insert: {entity: Employee}
      - save: {}
      - in: stranger
        steps:
          - insert: {entity: Employee}
          - save: {}
      - release: ear
      - insert: {entity: Employee}
      - save: {}
      """
    let stranger = "- context: {name: stranger}\n"
    #expect(notified(by: stranger + "- listen: {as: ear}\n" + saves) == "notifications 2")
    #expect(notified(by: stranger + "- listen: {to: main, as: ear}\n" + saves) == "notifications 1")
    #expect(
      notified(by: stranger + "- listen: {to: stranger, for: will-save, as: ear}\n" + saves)
        == "notifications 1")
  }

  @Test func `where nobody listens nothing is counted`() {
    #expect(notified(by: "- save: {}") == "nobody listens")
  }

  // MARK: - Handlers that read

  /// How many objects are realized after the salary of the reports was set, whose managers are faults.
  private func realized(_ observer: String) -> String {
    playing(
      """
      - refresh: {}
      - touch: reports
      \(observer)
      - set: {objects: reports, to: {salary: 7}}
      """
    ) { session, _ in
      "\(session.context.registeredObjects.count { !$0.isFault })"
    }
  }

  /// F2: what a handler reads fires.
  @Test(arguments: [
    ("", "2"), (", reads: name", "2"), (", reads: manager.name", "4"),
    (", reads: [salary, manager.reports.name]", "4"),
  ])
  func `a handler fires what it reads of an object that has changed`(reads: String, count: String) {
    #expect(
      realized("- observe: {objects: reports, property: salary, as: screen\(reads)}") == count)
    #expect(realized("- listen: {to: main, for: did-change, as: screen\(reads)}") == count)
  }

  @Test(arguments: ["nam", "manager.nam", "name.manager"])
  func `only properties are read`(path: String) {
    let observe = realized("- observe: {objects: reports, property: salary, as: x, reads: \(path)}")
    #expect(observe.contains("'Employee' has no property '\(path)'"), "\(observe)")
    let listen = realized("- listen: {as: x, reads: \(path)}")
    #expect(listen.contains("no entity has the property '\(path)'"), "\(listen)")
  }
}
