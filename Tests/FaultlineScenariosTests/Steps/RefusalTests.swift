// Steps that expect to be refused: objects never cross contexts, and a private queue's stay there.

import Faultline
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct RefusalTests {
  /// A worker on a private queue and a guest on this thread, each with a copy of Manager 0.
  private static let contexts = """
    - release: staff
    - context: {name: worker}
    - context: {name: guest, queue: confinement}
    - in: worker
      steps: [fetch: {entity: Employee, into: his, where: name == 'Manager 0'}]
    - in: guest
      steps: [fetch: {entity: Employee, into: hers, where: name == 'Manager 0'}]

    """

  /// P7, Q3: the engine's own error is what is expected, and what is refused changes nothing.
  static let refusals: [(name: String, step: String)] = [
    (
      "own objects to another context's",
      "- relate: {objects: reports, by: manager, to: his, refused: true}"
    ),
    (
      "another context's to own ones",
      "- fetch: {entity: Employee, into: one, limit: 1}\n- relate: {objects: hers, by: manager, to: one, refused: true}"
    ),
    ("to-many", "- relate: {objects: managers, by: reports, to: hers, refused: true}"),
    ("two strangers", "- relate: {objects: hers, by: manager, to: his, refused: true}"),
    (
      "a private queue's, among themselves",
      "- relate: {objects: his, by: manager, to: his, refused: true}"
    ),
    ("values of a private queue's", "- set: {objects: his, to: {name: Chief}, refused: true}"),
    (
      "a pick among strangers",
      "- set: {objects: reports, to: {manager: pick(hers)}, refused: true}"
    ),
    (
      "one private queue's in another's block",
      "- context: {name: third}\n- in: third\n  steps: [set: {objects: his, to: {name: Chief}, refused: true}]"
    ),
  ]

  @Test(arguments: refusals)
  func `what crosses contexts is refused, and a step can expect it`(name: String, step: String) {
    let before = graph(after: Self.contexts)
    #expect(before.contains("reports"))
    expectText(graph(after: Self.contexts + step), is: before)
  }

  /// Where nobody expects it, it is known before anything runs.
  @Test func `what crosses contexts is reported in the plan`() {
    expectText(
      graph(after: Self.contexts + "- relate: {objects: reports, by: manager, to: his}"),
      is: """
        company.yaml:26:49: error: the objects 'his' belong to the context 'worker', and this step plays in 'main'
         26 |   - relate: {objects: reports, by: manager, to: his}
            |                                                 ^~~
            = objects never cross contexts, their IDs do (P7)
            = 'refused: true' expects just this
        """)
  }

  static let mistakes: [(step: String, place: String, owner: String)] = [
    ("- relate: {objects: reports, by: manager, to: managers, refused: true}", "26:68", "main"),
    ("- set: {objects: hers, to: {name: Chief}, refused: true}", "26:54", "guest"),
    (
      "- in: worker\n  steps: [set: {objects: his, to: {name: Chief}, refused: true}]", "27:61",
      "worker"
    ),
    ("- set: {objects: reports, to: {manager: pick(managers)}, refused: true}", "26:69", "main"),
  ]

  @Test(arguments: mistakes)
  func `nobody can expect a refusal where nothing refuses`(
    step: String, place: String, owner: String
  ) {
    let reported = graph(after: Self.contexts + step).split(separator: "\n")
    expectText(
      String(reported[0]),
      is:
        "company.yaml:\(place): error: nothing refuses this: the objects belong to one context, '\(owner)', and may "
        + "be used here")
    expectText(
      reported[3...].joined(separator: "\n"),
      is: """
            = objects of two contexts cannot be related, and those of a private queue cannot be used outside
                of it (P7)
        """)
  }

  @Test func `a step that was not refused fails`() {
    expectText(
      graph(after: "- save: {refused: true}"),
      is: "the save succeeded, and 'refused: true' says that it must not.")
    expectText(
      graph(
        after: """
          - context: {name: worker, queue: confinement, freshContextEvery: 5}
          - in: worker
            steps: [fetch: {entity: Employee, into: his}]
          - relate: {objects: his, by: manager, to: his, refused: true}
          """),
      is: "the relation succeeded, and 'refused: true' says that it must not.")
    expectText(
      graph(
        after: Self.contexts + """
          - release: his
          - set: {objects: his, to: {name: Chief}, refused: true}
          """),
      is: """
        company.yaml:27:20: error: 'his' holds no objects here
         27 |   - set: {objects: his, to: {name: Chief}, refused: true}
            |                    ^~~
            = it was released, or the step that gives it is not played in this variant
        """)
    expectText(
      graph(
        after: """
          - context: {name: worker}
          - in: worker
            steps: [fetch: {entity: Employee, into: his, where: name == 'Nobody'}]
          - set: {objects: his, to: {name: Chief}, refused: true}
          """),
      is: "'his' holds no objects, so nothing could be refused.")
  }

  /// What the engine says, where it is not expected.
  @Test func `the engine says on which queue an object was used`() {
    let answer = playing(Self.contexts) { session, _ in
      do {
        try session.variables["his"][0].checkUse(of: "name")
        return "allowed"
      } catch {
        return "\(error)"
      }
    }
    let place = answer.replacing(/used on (the main thread|a thread [^,]*)/, with: "used elsewhere")
    expectText(
      place,
      is: """
        'Employee.name' of context 'worker' was used elsewhere, and the context \
        belongs to its private queue; call perform or performAndWait, and pass IDs instead of objects. (134060)
        """)
  }
}
