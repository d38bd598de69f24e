// Which objects a request is about: unsaved ones, those of subentities, and groups that satisfy a condition.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct RequestReachTests {
  private func played(_ steps: String, store: String = "memory") -> String {
    playing(steps, store: store) { session, _ in "\(session.variables["found"].count)" }
  }

  @Test(arguments: ["memory", "sqlite"])
  func `unsaved changes count unless they are left out`(store: String) {
    let steps = """
      - insert: {entity: Employee, set: {name: New}}
      - set: {objects: managers, to: {name: Boss}}

      """
    let stored = ", includesPendingChanges: false"
    #expect(played(steps + "- count: {entity: Employee, is: 5}", store: store) == "0")
    #expect(played(steps + "- count: {entity: Employee, is: 4\(stored)}", store: store) == "0")
    let boss = "- fetch: {entity: Employee, where: name == \"Boss\", into: found"
    #expect(played(steps + boss + "}", store: store) == "2")
    #expect(played(steps + boss + stored + "}", store: store) == "0")
  }

  @Test(arguments: [("", "4"), (", includesSubentities: false", "1")])
  func `objects of subentities count unless they are left out`(more: String, count: String) throws {
    let text = """
      faultline: 1
      name: family
      title: A family
      model:
        Person: {name: string}
        Employee: {is a: Person}
      data:
        Person: {count: 1}
        Employee: {count: 3}
      steps:
        - count: {entity: Person, is: \(count)\(more)}
        - fetch: {entity: Person, into: found\(more)}
      """
    let trial = try Plan(
      try ScenarioReader.scenario(text, file: "family.yaml"), choosing: Choices()
    ).trials[0]
    let session = try Session(
      trial, folder: "",
      contents: try StoreContents(trial, cache: InitialDataCache(at: "unused")),
      instruments: CheckpointNotes())
    try session.play(trial.steps)
    #expect("\(session.variables["found"].count)" == count)
  }

  // MARK: - Having

  private static let groups =
    "- fetch values: {entity: Employee, properties: [manager, {number: count(SELF)}], group by: manager"

  @Test(arguments: ["count(SELF) > 1", "sum(salary) >= $rows AND manager != NIL"])
  func `a condition on groups is read`(having: String) {
    #expect(played(Self.groups + ", having: \(having)}", store: "sqlite") == "0")
  }

  @Test(arguments: [
    (
      "- fetch values: {entity: Employee, properties: name, having: count(SELF) > 1}",
      "'having' is about groups, and nothing says what a group is"
    ),
    (groups + ", having: salary > 3}", "this speaks of single rows"),
    (groups + ", having: sum(salry) > 3}", "did you mean 'salary'?"),
    (groups + ", having: sum(salary) > $raws}", "no name 'raws'"),
  ])
  func `a condition that is not about groups is reported before the run`(
    steps: String, says: String
  ) {
    let answer = played(steps, store: "sqlite")
    #expect(answer.contains(says), "\(answer)")
  }
}
