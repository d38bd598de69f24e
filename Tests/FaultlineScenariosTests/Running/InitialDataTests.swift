// Rows that are there before a run: loaded into every kind of store, kept on the disk, and never shifted.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineScenarios

@Suite struct InitialDataTests {
  private let cache = URL(filePath: NSTemporaryDirectory())
    .appending(path: "faultline-stock-\(UUID().uuidString)")

  private func scenario(_ data: String, _ steps: String = "- save: {}") -> String {
    """
    faultline: 1
    name: loaded
    title: Loaded
    seed: 3
    stores: [memory, sqlite]
    model:
      Person:
        is abstract: true
        name: {type: string, optional: false}
      Manager: {is a: Person}
      Employee:
        is a: Person
        salary: integer32
        boss: {to one: Person}
        friends: {to many: Employee, inverse: friends}
    parameters:
      rows: {type: int, default: 5}
    data:
    \(data.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
    steps:
    \(steps.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
    """
  }

  private static let company = """
    Manager: {count: 2, set: {name: text(3)}}
    Employee: {count: rows, set: {name: text(3), salary: 'random(1, 100)', boss: pick(Person)}}
    """

  /// The objects after the steps on a store of each kind, drawn.
  private func graphs(_ text: String) -> [String] {
    defer { try? FileManager.default.removeItem(at: cache) }
    return StoreCatalog.all.map { kind in
      do {
        let scenario = try ScenarioReader.scenario(text, file: "loaded.yaml")
        let trial = try Plan(scenario, choosing: Choices(stores: [kind.name])).trials[0]
        let folder = try FaultlineScenarios.StoreFolder()
        let contents = try StoreContents(trial, cache: InitialDataCache(at: cache.path))
        try contents.lay(in: folder.path)
        let session = try Session(
          trial, folder: folder.path, contents: contents, instruments: CheckpointNotes())
        try session.play(trial.steps)
        return drawing(of: session.context)
      } catch {
        return "\(error)"
      }
    }
  }

  @Test func `rows are loaded alike into every kind of store`() {
    let steps = """
      - fetch: {entity: Employee, into: people, as: realized}
      - walk: {from: people, path: boss}
      """
    let graphs = graphs(scenario(Self.company, steps))
    #expect(graphs[0] == graphs[1])
    expectText(
      graphs[0],
      is: """
        Employee jrs · boss → xtt
        Employee xtt · boss → lii
        Manager lii
        Employee buq · boss → wak
        Manager wak
        Employee crn · boss → hog
        Employee hog · boss → crn
        """)
  }

  /// Semantics 153: from a row's own values, and along relationships.
  @Test func `loaded rows have their derived attributes`() {
    let graphs = graphs(
      """
      faultline: 1
      name: loaded
      title: Loaded
      stores: [memory, sqlite]
      model:
        Team:
          name: string
          loud: {type: string, derived: 'uppercase:(name)'}
          size: {type: integer64, derived: members.@count}
          members: {to many: Member, inverse: team}
        Member:
          name: string
          team: {to one: Team, inverse: members}
      data:
        Team: {count: 2, set: {name: 'Team {index}'}}
        Member: {count: 6, set: {name: 'Member {index}', team: pick(Team)}}
      steps:
        - count: {entity: Team, where: loud == 'TEAM 1', is: 1}
        - count: {entity: Team, where: size != NIL, is: 2}
        - fetch: {entity: Team, into: teams, as: realized}
      """)
    #expect(graphs == Array(repeating: "Team Team 0\nTeam Team 1", count: 2))
  }

  @Test func `what steps make is not shifted by what is loaded`() {
    let steps = "- insert: {entity: Manager, count: 2, into: new, set: {name: text(4)}}"
    let alone = graphs(scenario("Employee: {count: 0}", steps))[0]
    #expect(graphs(scenario(Self.company, steps))[0] == alone)
    #expect(alone.contains("Manager"))
  }

  @Test func `a step points at loaded rows without asking the store`() {
    let steps = """
      - insert: {entity: Employee, count: 3, into: new, set: {name: 'New {index}', boss: pick(Manager)}}
      - expect: store.roundtrips == 0
      """
    let graphs = graphs(scenario(Self.company, steps))
    #expect(graphs[0] == graphs[1])
    #expect(graphs[0].matches(of: /boss →/).count == 3)
  }

  private static let mistakes: [(data: String, says: String)] = [
    (
      "Person: {count: 1}",
      """
      loaded.yaml:19:3: error: 'Person' is abstract and has no objects of its own
       19 |   Person: {count: 1}
          |   ^~~~~~
      """
    ),
    (
      "Employee: {count: 1}",
      """
      loaded.yaml:19:3: error: 'Employee.name' must have a value, and 'set' gives none
       19 |   Employee: {count: 1}
          |   ^~~~~~~~
      """
    ),
    (
      "Manager: {count: 1e9, set: {name: x}}",
      """
      loaded.yaml:19:20: error: this is more than 10_000_000 rows in all
       19 |   Manager: {count: 1e9, set: {name: x}}
          |                    ^~~
          = 'limits: {operations: 100_000_000}' in the scenario allows more
          = '--limit operations=100_000_000' allows it for one run
      """
    ),
    (
      "Employee: {count: 1, set: {name: x, boss: pick(Manager)}}",
      """
      loaded.yaml:19:45: error: nothing of 'Manager' is loaded before the run, so none can be picked
       19 |   Employee: {count: 1, set: {name: x, boss: pick(Manager)}}
          |                                             ^~~~~~~~~~~~~
          = data: {Manager: {count: 10}} loads some
      """
    ),
    (
      "Employee: {count: 1, set: {name: x, friends: pick(Employee)}}",
      """
      loaded.yaml:19:39: error: 'Employee.friends' leads to many objects and is not set at once
       19 |   Employee: {count: 1, set: {name: x, friends: pick(Employee)}}
          |                                       ^~~~~~~
          = the step 'relate' adds members, or set the relationship that leads back
          = under 'data', {pick: Employee, count: 3} gives each row some
      """
    ),
    (
      "Employee: {count: 1, set: {name: x, salary: text(3)}}",
      """
      loaded.yaml:19:47: error: 'salary' holds integers, which 'text(3)' does not make
       19 |   Employee: {count: 1, set: {name: x, salary: text(3)}}
          |                                               ^~~~~~~
          = text(letters): So many small letters.
      """
    ),
  ]

  @Test(arguments: mistakes)
  func `what cannot be loaded is refused`(data: String, says: String) {
    let reported = rejection { () throws(Diagnostic) in
      let read = try ScenarioReader.scenario(scenario(data), file: "loaded.yaml")
      return "\(try Plan(read, choosing: Choices()).trials.count)"
    }
    expectText(reported, is: says)
  }

  // MARK: - The cache

  @Test func `a filled folder is made once, and what somebody left half done is not used`() throws {
    defer { try? FileManager.default.removeItem(at: cache) }
    let cache = InitialDataCache(at: cache.path)
    var made = 0
    func folder() throws(StepFailure) -> String {
      try cache.folder("abc") { folder throws(StepFailure) in
        made += 1
        let isEmpty = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty
        #expect(isEmpty == true)
        _ = FileManager.default.createFile(atPath: "\(folder)/whole", contents: nil)
      }
    }
    try FileManager.default.createDirectory(
      atPath: "\(cache.path)/abc.unfinished", withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: "\(cache.path)/abc.unfinished/half", contents: nil)
    let first = try folder()
    #expect(try FileManager.default.contentsOfDirectory(atPath: first) == ["whole"])
    #expect(try folder() == first)
    #expect(made == 1)
    #expect(throws: StepFailure.self) {
      try cache.folder("def") { _ throws(StepFailure) in throw StepFailure("no") }
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: cache.path)
    #expect(left.sorted() == ["abc", "abc.lock", "def.lock"])
  }
}
