// Lists are gone over as apps scroll them: a screenful a turn.

import Faultline
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct ScrollTests {
  /// How many turns end in some steps; there are four employees.
  private static func turns(_ steps: String) -> String {
    let before = playing("") { _, notes in "\(notes.turns)" }
    let all = playing(steps) { _, notes in "\(notes.turns)" }
    guard let before = Int(before), let all = Int(all) else { return all }
    return "\(all - before)"
  }

  private static let batches = "- fetch: {entity: Employee, into: list, sort: name, batch: 2}"

  /// L1: a step that goes over a list in batches is as many turns as there are screens.
  @Test(arguments: [
    ("- touch: list", "3"),
    ("- touch: {objects: list, screen: 1}", "5"),
    ("- touch: {objects: list, first: 1, count: rows}", "2"),
    ("- touch: {objects: list, first: 9}", "2"),
    ("- walk: {from: list, path: manager}", "3"),
    ("- recall: {from: list, fire: together}", "3"),
    ("- scroll: {list: list}", "3"),
    ("- scroll: {list: list, screen: 3, from: end, to: 0}", "3"),
    ("- turn: [touch: list]", "2"),
    ("- turn: [scroll: {list: list, screen: 1}]", "2"),
  ])
  func `a turn ends after each screenful of a list in batches`(step: String, turns: String) {
    #expect(Self.turns("\(Self.batches)\n\(step)") == turns)
  }

  @Test(arguments: [
    ("batch: 3", "3"), ("batch: 1", "5"), ("batch: none", "2"), ("sections: name", "2"),
  ])
  func `a results controller has screens of its batch size, or of twelve rows`(
    key: String, turns: String
  ) {
    let watch = "- watch: {entity: Employee, sort: name, \(key), as: list}"
    #expect(Self.turns("\(watch)\n- touch: list") == turns)
  }

  @Test(arguments: [
    ("- touch: staff", "1"), ("- touch: {objects: staff, count: 1}", "1"),
    ("- walk: {from: staff, path: manager}", "1"), ("- recall: {from: staff, fire: apart}", "1"),
    ("- touch: {objects: staff, screen: 3}", "2"), ("- scroll: {list: staff, screen: 3}", "2"),
    ("- scroll: {list: staff}", "1"),
  ])
  func `a list that is held is gone over in one turn unless it is scrolled`(
    step: String, turns: String
  ) {
    #expect(Self.turns(step) == turns)
  }

  @Test(arguments: [
    ("- touch: {objects: staff, first: 1, count: 2}", "Manager 1, Report 0"),
    (
      "- repeat: 2\n  as: i\n  steps: [touch: {objects: staff, first: 3 * i, count: 1}]",
      "Manager 0, Report 1"
    ),
    ("- scroll: {list: staff, to: 1}", "Manager 0"),
    ("- scroll: {list: staff, from: 3}", "Report 1"),
    ("- scroll: {list: staff, from: end, to: 2}", "Report 0, Report 1"),
    ("- scroll: {list: staff, from: 3, path: manager}", "Manager 1, Report 1"),
    ("- walk: {from: staff, path: manager, first: 2, count: 1}", "Manager 0, Report 0"),
    ("- touch: {objects: staff, first: 4}", ""),
  ])
  func `a part of a list is read, and nothing else`(step: String, names: String) {
    let read = playing("- refresh: {}\n\(step)") { session, _ in
      session.variables["staff"].filter { !$0.isFault }
        .map { $0.value(forKey: "name") as? String ?? "" }.joined(separator: ", ")
    }
    #expect(read == names)
  }

  /// F5, R1: what was scrolled past is released with its turn.
  @Test(arguments: [
    "- scroll: {list: list}", "- touch: list", "- scroll: {list: list, from: end, to: 0}",
  ])
  func `two batches are in memory after a scroll`(step: String) {
    let counts = playing(
      "- release: all\n- reset: {}\n- fetch: {entity: Employee, into: list, batch: 1}\n\(step)",
      store: "sqlite"
    ) { session, _ in
      "\(session.context.registeredObjects.count { !$0.isFault })"
    }
    #expect(counts == "2")
  }

  @Test func `rows of a list in batches can be kept under a name`() {
    let names = playing(
      "\(Self.batches)\n- recall: {from: list, first: 1, count: rows, into: some}"
    ) {
      session, _ in
      session.variables["some"].map { $0.value(forKey: "name") as? String ?? "" }
        .joined(separator: ", ")
    }
    #expect(names == "Manager 1, Report 0")
  }
}

@Suite struct RefreshStepTests {
  private static let edited = """
    - touch: staff
    - set: {objects: managers, to: {name: Edited}}
    """

  private static func states(_ step: String) -> String {
    playing("\(edited)\n\(step)") { session, _ in
      session.variables["staff"].map { object in
        object.hasChanges ? "changed" : object.isFault ? "fault" : "realized"
      }.joined(separator: " ")
    }
  }

  /// Semantics 80, 81.
  @Test(arguments: [
    ("- refresh: {}", "changed changed fault fault"),
    ("- refresh: {objects: staff}", "changed changed fault fault"),
    ("- refresh: {objects: staff, merge: true}", "changed changed realized realized"),
    ("- refresh: {objects: staff, merge: false}", "fault fault fault fault"),
    ("- refresh: {objects: managers, merge: false}", "fault fault realized realized"),
  ])
  func `a refresh keeps unsaved changes unless it is told to drop them`(
    step: String, states: String
  ) {
    #expect(Self.states(step) == states)
  }
}
