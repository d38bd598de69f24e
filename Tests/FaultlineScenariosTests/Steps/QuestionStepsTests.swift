// What scenarios of questions play: values without objects, readers that stay, containers that grow, lost rows.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@testable import FaultlineScenarios

@Suite struct `Steps for what people ask` {
  @Test func `a container takes more, and holds what it held`() {
    let steps = """
      - hold: {objects: managers, in: KIND, as: kept}
      - hold: {objects: reports, in: KIND, as: kept, append: true}
      """
    for kind in ["array", "dictionary", "controller"] {
      let held = playing(steps.replacing("KIND", with: kind)) { session, _ in
        "\(session.variables["kept"].count)"
      }
      #expect(held == "4", "\(kind)")
    }
    let anew = playing(steps.replacing("KIND", with: "array").replacing(", append: true", with: ""))
    {
      session, _ in "\(session.variables["kept"].count)"
    }
    #expect(anew == "2")
  }

  @Test func `a container of another kind, of a context or of an entity takes no more`() {
    func wrong(_ steps: String) -> String { playing(steps) { _, _ in "played" } }
    #expect(
      wrong(
        """
        - hold: {objects: managers, in: array, as: kept}
        - hold: {objects: reports, in: dictionary, as: kept, append: true}
        """
      ).contains("'kept' is no dictionary"))
    #expect(
      wrong("- hold: {objects: managers, in: observer, as: kept, append: true}")
        .contains("an observer mentions the objects that it was made with"))
  }

  /// R2: what a block mentions it holds, a context that was closed included.
  @Test func `listeners pile up under one name, and hold the contexts that they mention`() {
    func live(_ keys: String) -> String {
      playing(
        """
        - repeat: 3
          steps:
            - context: {name: screen}
            - listen: {to: screen, as: listeners\(keys)}
            - in: screen
              steps: [insert: {entity: Employee}]
            - close: screen
        """
      ) { session, _ in
        guard let slot = session.variables.names.firstIndex(of: "listeners"),
          case .listeners(let listeners)? = session.variables[slot]?.content
        else { return "none" }
        return "\(listeners.count)"
      }
    }
    #expect(live(", append: true, holding: screen") == "3")
    #expect(live(", holding: screen") == "1")
  }

  @Test func `values come without objects`() {
    let registered = playing(
      """
      - release: all
      - reset: {}
      - fetch values: {entity: Employee, properties: [name, manager.name], where: salary == NIL OR salary < $rows}
      - fetch values: {entity: Employee, properties: [manager, {number: count(SELF)}], group by: manager}
      - fetch values: {entity: Employee, properties: name, distinct: true, sort: name, limit: 1}
      """, store: "sqlite"
    ) { session, _ in "\(session.context.registeredObjects.count)" }
    #expect(registered == "0")
  }

  @Test func `a value that the entity does not have is pointed at`() {
    let wrong = playing("- fetch values: {entity: Employee, properties: [nam]}") { _, _ in "" }
    #expect(wrong.contains("nam") && wrong.contains("error:"), "\(wrong)")
  }

  @Test func `a pinned reader keeps the log, and needs a file`() {
    let grown = playing(
      """
      - pin: {as: report}
      - repeat: 3
        steps:
          - turn: [insert: {entity: Employee, count: 10}, save: {}]
      - release: report
      - count: {entity: Employee, is: 34}
      """, store: "sqlite"
    ) { _, _ in "played" }
    #expect(grown == "played")
    #expect(
      playing("- pin: {as: report}") { _, _ in "" }
        .contains("only an SQLite store has a log that a reader can keep"))
  }

  /// F6: a fault whose row is gone is an error, or an empty object.
  @Test func `a row that is gone is refused or empties its object, as the context has it`() {
    let steps = """
      - fetch: {entity: Employee, where: manager != NIL, into: shown, as: keys}
      - release: [staff, managers, reports]
      - reset: {}
      - fetch: {entity: Employee, where: manager != NIL, into: shown, as: keys}
      - context: {name: worker}
      - in: worker
        steps:
          - turn:
              - fetch: {entity: Employee, where: manager != NIL, into: gone}
              - delete: gone
              - save: {}
              - release: gone
      """
    let deleted = playing(steps + "\n- touch: shown") { session, _ in
      "\(session.context.deletedObjects.count)"
    }
    #expect(deleted == "2")
    let refused = playing(
      steps + "\n- touch: {objects: shown, refused: true}",
      settings: "shouldDeleteInaccessibleFaults: false"
    ) { session, _ in "\(session.context.deletedObjects.count)" }
    #expect(refused == "0")
    let notRefused = playing(steps + "\n- touch: {objects: shown, refused: true}") { _, _ in "" }
    #expect(notRefused.contains("the touch succeeded, and 'refused: true' says that it must not."))
  }

  @Test func `a model may keep data beside the store, and compute values`() throws {
    func model(_ properties: String) throws -> ManagedObjectModel {
      try ScenarioReader.scenario(
        """
        faultline: 1
        name: model
        title: A model
        model: {Note: {parts: {to many: Part, inverse: note}, \(properties)}, Part: {note: {to one: Note, inverse: parts}}}
        steps: [save: {}]
        """, file: "model.yaml"
      ).model
    }
    let note = try #require(
      try model(
        "data: {type: binary, external: true}, size: {type: integer64, derived: parts.@count}"
      )
      .entitiesByName["Note"])
    #expect(note.attributesByName["data"]?.allowsExternalBinaryDataStorage == true)
    #expect(note.attributesByName["size"]?.derivation == "parts.@count")
    #expect(throws: Diagnostic.self) { _ = try model("data: {type: string, external: true}") }
    #expect(throws: Diagnostic.self) {
      _ = try model("size: {type: integer64, derived: parts.@count, default: 1}")
    }
    #expect(throws: Diagnostic.self) {
      _ = try model("size: {type: integer64, derived: prts.@count}")
    }
  }
}
