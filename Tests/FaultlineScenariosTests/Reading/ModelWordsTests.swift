// What a model in YAML says of values: bounds, patterns, uniqueness, indexes, transient and fetched properties.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Foundation
import Testing

@testable import FaultlineScenarios

@Suite struct ModelWordsTests {
  private static let model = """
    Person:
      name: {type: string, min length: 2, max length: 8, pattern: '[A-Z].*'}
    Guest:
      is a: Person
      is unique by: [number, [name, day]]
      is indexed by: [number, [name, -day]]
      number: {type: integer32, min: 1, max: 1_000}
      share: {type: decimal, min: 0.1, max: 0.9}
      day: {type: date, min: 2020-01-01, max: 2020-12-31}
      label: {type: string, transient: true}
      host: {to one: Guest, inverse: guests}
      guests: {to many: Guest, inverse: host}
      peers: {fetch: Guest, where: host == $FETCH_SOURCE.host AND SELF != $FETCH_SOURCE}
    """

  private static func scenario(_ steps: String, model: String = model) -> String {
    func indented(_ text: String) -> String {
      text.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    }
    return """
      faultline: 1
      name: guests
      title: Guests
      stores: [sqlite]
      model:
      \(indented(model))
      steps:
      \(indented(steps))
      """
  }

  private func played(
    _ steps: String, model: String = model, _ draw: (Session) -> String = { _ in "played" }
  ) -> String {
    do {
      let scenario = try ScenarioReader.scenario(
        Self.scenario(steps, model: model), file: "guests.yaml")
      let trial = try Plan(scenario, choosing: Choices()).trials[0]
      let folder = try FaultlineScenarios.StoreFolder()
      let session = try Session(
        trial, folder: folder.path, contents: StoreContents(), instruments: CheckpointNotes())
      try session.play(trial.steps)
      return draw(session)
    } catch {
      return "\(error)"
    }
  }

  @Test func `the model has what is written`() throws {
    let model = try ScenarioReader.scenario(Self.scenario("- save: {}"), file: "guests.yaml").model
    let guest = try #require(model.entitiesByName["Guest"])
    #expect(guest.uniquenessConstraints == [["number"], ["name", "day"]])
    #expect(
      guest.indexes == [
        FetchIndexDescription(name: "by_number", properties: ["number"]),
        FetchIndexDescription(
          name: "by_name_day",
          elements: [
            FetchIndexElementDescription("name"),
            FetchIndexElementDescription("day", isAscending: false),
          ]),
      ])
    let attributes = guest.attributesByName
    #expect(attributes["label"]?.isTransient == true)
    #expect(attributes["number"]?.validation == AttributeValidation(min: 1, max: 1000))
    #expect(
      attributes["name"]?.validation
        == AttributeValidation(minLength: 2, maxLength: 8, regularExpression: "[A-Z].*"))
    #expect(attributes["share"]?.validation.min.map { "\($0)" } == "0.1")
    let days = try #require(attributes["day"]?.validation)
    let (first, last) = (try #require(days.minDate), try #require(days.maxDate))
    #expect(last.timeIntervalSince(first) == Double(366 * 86_400 - 1))
    #expect(guest.fetchedPropertiesByName["peers"]?.destinationEntityName == "Guest")
  }

  @Test(arguments: [
    ("number: 1, name: Ada, share: 0.5", "played"),
    ("number: 0", "1620"), ("number: 1001", "1610"), ("name: A", "1670"),
    ("name: Ada Lovelace", "1660"), ("name: ada", "1680"), ("share: 0.05", "1620"),
    ("day: 0", "1640"), ("day: 1e9", "1630"),
  ])
  func `a save accepts what satisfies the rules`(values: String, says: String) {
    let answer = played("- insert: {entity: Guest, set: {\(values)}}\n- save: {}")
    #expect(says == "played" ? answer == says : answer.contains(says), "\(answer)")
  }

  @Test func `a value that must be unique is refused, or found by the merge policy`() {
    let twice = """
      - insert: {entity: Guest, set: {number: 1, name: Ada}}
      - save: {}
      - insert: {entity: Guest, set: {number: 1, name: Bob}}
      - save: {}
      - count: {entity: Guest, is: 1}
      """
    #expect(played(twice).contains("133021"))
    let policy =
      "- context: {name: x, mergePolicy: object-wins}\n- in: x\n  steps:\n"
      + twice.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    #expect(played(policy) == "played")
  }

  @Test func `rows with the same unique value cannot be loaded`() throws {
    let text = Self.scenario("- save: {}").replacing("stores: [sqlite]", with: "stores: [memory]")
      .replacing(
        "\nsteps:", with: "\ndata: {Guest: {count: 3, set: {number: 7}}}\nsteps:")
    let scenario = try ScenarioReader.scenario(text, file: "guests.yaml")
    let trial = try Plan(scenario, choosing: Choices()).trials[0]
    let coordinator = PersistentStoreCoordinator(managedObjectModel: trial.model)
    try coordinator.addPersistentStore(type: .inMemory, at: nil)
    let failure = #expect(throws: StepFailure.self) { try trial.loader.fill(coordinator) }
    #expect(
      failure?.description.hasPrefix(
        "Two rows of 'Guest' under 'data' have the same 'number', which must be unique") == true)
  }

  /// Semantics 124.
  @Test func `a fetched property asks once, and holds what it has found`() {
    let steps = """
      - insert: {entity: Guest, into: host}
      - insert: {entity: Guest, count: 3, into: guests}
      - relate: {objects: guests, by: host, to: host}
      - save: {}
      - reset: {}
      - fetch: {entity: Guest, where: host != NIL, limit: 1, into: one}
      - read fetched property: {objects: one, property: peers}
      - read fetched property: {objects: one, property: peers}
      - release: [host, guests]
      """
    let answer = played(steps) { session in
      "\(session.context.registeredObjectCount) after \(session.coordinator.statistics.roundTrips)"
    }
    // Two peers, held by the property, and the host, which its guests refer to.
    #expect(answer.hasPrefix("4 after "), "\(answer)")
  }

  @Test(arguments: [
    ("peer", "'Guest' has no fetched property 'peer'"),
    ("name", "no fetched property 'name'"),
  ])
  func `only a fetched property is read as one`(name: String, says: String) {
    let steps = """
      - insert: {entity: Guest, into: one}
      - read fetched property: {objects: one, property: \(name)}
      """
    let answer = played(steps)
    #expect(answer.contains("no fetched property '\(name)'"), "\(answer)")
  }

  private static let mistakes: [(from: String, to: String, says: String)] = [
    ("min: 1,", "min: 2_000,", "the greatest value is below the least"),
    ("min length: 2", "min length: 9", "the greatest length is below the least"),
    ("max: 2020-12-31", "max: 2019-12-31", "the last day is before the first"),
    ("max: 2020-12-31", "max: 12/2020", "'12/2020' is no day"),
    ("'[A-Z].*'", "'[A-Z'", "'[A-Z' is no regular expression"),
    (
      "integer32, min: 1", "boolean, min: 1",
      "only numbers and dates have a least and a greatest value"
    ),
    (
      "decimal, min: 0.1", "decimal, min length: 3, min: 0.1",
      "only text has a length and a pattern"
    ),
    ("min: 0.1", "min: few", "expected a number, found 'few'"),
    ("min length: 2", "min length: -1", "'-1' is out of range"),
    ("transient: true", "transient: true, derived: name", "a transient value reaches no store"),
    ("by: [number,", "by: [numbr,", "no property 'numbr'. Did you mean 'number'?"),
    ("-day]]", "-dy]]", "no property 'dy'. Did you mean 'day'?"),
    ("[number, [name, -day]]", "[label]", "names 'label', which is transient"),
    ("fetch: Guest", "fetch: Gest", "no entity 'Gest'. Did you mean 'Guest'?"),
    ("where: host ==", "where: host = =", "peers"),
    (
      "fetch: Guest, where", "fetch: Guest, when",
      "unknown key 'when' in the fetched property 'peers'"
    ),
  ]

  @Test(arguments: mistakes)
  func `a mistake is reported where it stands`(from: String, to: String, says: String) {
    #expect(Self.model.contains(from))
    let answer = played("- save: {}", model: Self.model.replacing(from, with: to))
    #expect(answer.contains("guests.yaml:"), "\(answer)")
    #expect(answer.contains(says), "\(answer)")
  }
}
