// Every rule of a model, broken once; the error is compared whole.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ModelChecksTests {
  private func expectFaults(
    _ entities: [EntityDescription], configurations: [String: [String]] = [:],
    requests: [FetchRequestTemplate] = [], _ faults: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = modelError {
      try ManagedObjectModel(
        entities: entities, configurations: configurations, fetchRequestTemplates: requests)
    }
    let head = "The model cannot be used; mend what is listed. (134020)"
    expectText(
      error, is: ([head] + faults.map { "  - " + $0 }).joined(separator: "\n"),
      sourceLocation: sourceLocation)
  }

  private func employee(_ attributes: AttributeDescription...) -> [EntityDescription] {
    [EntityDescription(name: "Employee", attributes: attributes)]
  }

  private func related(_ relationships: RelationshipDescription...) -> [EntityDescription] {
    [
      EntityDescription(name: "Employee", relationships: relationships),
      EntityDescription(
        name: "Room",
        attributes: [
          AttributeDescription("number", .integer16),
          AttributeDescription("mood", .string, isTransient: true),
        ],
        relationships: [
          .toOne("owner", "Employee", inverse: "room"), .toMany("guests", "Employee"),
        ],
        fetchedProperties: [FetchedPropertyDescription("others", "Room")]),
    ]
  }

  // MARK: - Names and inheritance

  @Test func `an entity is described once`() {
    expectFaults(
      employee() + employee(AttributeDescription("name", .string)),
      "The entity 'Employee' is described twice.")
  }

  @Test func `names are names`() {
    expectFaults(
      [
        EntityDescription(
          name: "2nd", attributes: [AttributeDescription("first name", .string)],
          relationships: [.toOne("", "2nd")])
      ],
      "'2nd' is no name for an entity.",
      "'first name' in '2nd' is no name for a property.",
      "'' in '2nd' is no name for a property.")
  }

  @Test func `a parent is in the model`() {
    expectFaults(
      [EntityDescription(name: "Employee", superentity: "Person")],
      "'Employee' inherits from 'Person', which the model does not have.")
  }

  @Test func `no entity inherits from itself`() {
    expectFaults(
      [
        EntityDescription(name: "A", superentity: "C"),
        EntityDescription(name: "B", superentity: "A"),
        EntityDescription(name: "C", superentity: "B"),
        EntityDescription(
          name: "Below", superentity: "A", relationships: [.toOne("up", "A", inverse: "down")]),
        EntityDescription(name: "Self", superentity: "Self"),
      ],
      "'A' inherits from itself.", "'C' inherits from itself.", "'B' inherits from itself.",
      "'Self' inherits from itself.")
  }

  @Test func `a line of ancestors has an end`() throws {
    func line(_ length: Int) -> [EntityDescription] {
      (0..<length).map {
        EntityDescription(name: "E\($0)", superentity: $0 == 0 ? nil : "E\($0 - 1)")
      }
    }
    #expect(try ManagedObjectModel(entities: line(64)).entities.count == 64)
    expectFaults(line(80), "'E64' has 64 ancestors; 63 are the most.")
  }

  @Test func `a model has at most as many entities as a store can number`() {
    expectFaults(
      (0...16_000).map { EntityDescription(name: "E\($0)") },
      "The model has 16001 entities; 16000 are the most.")
  }

  @Test func `a key stands for one property`() {
    expectFaults(
      [
        EntityDescription(
          name: "Person", attributes: [AttributeDescription("name", .string)],
          relationships: [.toOne("boss", "Person")],
          fetchedProperties: [FetchedPropertyDescription("boss", "Person")]),
        EntityDescription(
          name: "Employee", superentity: "Person",
          attributes: [AttributeDescription("name", .string)]),
      ],
      "'Employee.name' is described twice, here or in an ancestor.",
      "'Person.boss' is described twice, here or in an ancestor.")
  }

  /// Semantics 125.
  @Test func `a description belongs to one model`() throws {
    let used = EntityDescription(name: "Employee", relationships: [.toOne("boss", "Employee")])
    let model = try ManagedObjectModel(entities: [used])
    expectFaults(
      [used], "The entity 'Employee' belongs to another model; describe it anew.",
      "'Employee.boss' belongs to another entity; describe it anew.")
    let shared = RelationshipDescription.toOne("boss", "A")
    expectFaults(
      ["A", "B"].map { EntityDescription(name: $0, relationships: [shared]) },
      "'B.boss' belongs to another entity; describe it anew.")
    #expect(model.entities.count == 1)
  }

  // MARK: - Attributes

  @Test func `what is stored has a type`() {
    expectFaults(
      employee(
        AttributeDescription("anything", .undefined), AttributeDescription("friend", .objectID),
        AttributeDescription("mood", .undefined, isTransient: true)),
      "'Employee.anything' has no type; only a transient attribute may.",
      "'Employee.friend' holds object IDs, which no store keeps; make it transient.")
  }

  @Test func `a default value is of the attribute's type`() {
    expectFaults(
      employee(
        AttributeDescription("age", .integer16, defaultValue: 40_000),
        AttributeDescription("name", .string, defaultValue: 7),
        AttributeDescription("rooms", .string, defaultValue: [1, 2])),
      "The default value of 'Employee.age': 'Employee.age' holds integers from -32768 to 32767, "
        + "and 40000 was given.",
      "The default value of 'Employee.name': 'Employee.name' holds text, and an integer was given.",
      "'Employee.rooms' has a default value of a kind that no attribute holds.")
  }

  @Test func `what is derived is derived from something and stored`() {
    expectFaults(
      employee(
        AttributeDescription("a", .string, derivation: " "),
        AttributeDescription("b", .string, isTransient: true, derivation: "name"),
        AttributeDescription("c", .date, derivation: "now()")),
      "'Employee.a' is derived, and from nothing.",
      "'Employee.b' is derived and transient; a derived value is computed for the store.")
  }

  @Test func `only what is transformed has a transformer`() {
    expectFaults(
      employee(
        AttributeDescription("color", .transformable, valueTransformerName: "Colors"),
        AttributeDescription("name", .string, valueTransformerName: "Names")),
      "'Employee.name' has a value transformer, and holds text.")
  }

  @Test func `bounds are of the kind of the values`() {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    expectFaults(
      employee(
        AttributeDescription("a", .string, validation: .init(max: 5)),
        AttributeDescription("b", .double, validation: .init(minLength: 5)),
        AttributeDescription("c", .double, validation: .init(regularExpression: "a*")),
        AttributeDescription("d", .boolean, validation: .init(maxDate: date)),
        AttributeDescription("e", .decimal, validation: .init(min: 1, max: 5)),
        AttributeDescription(
          "f", .string, validation: .init(minLength: 0, maxLength: 5, regularExpression: "a*")),
        AttributeDescription("g", .date, validation: .init(minDate: date, maxDate: date))),
      "'Employee.a' has a range of numbers, and holds text.",
      "'Employee.b' has a length of text, and holds numbers.",
      "'Employee.c' has a pattern for text, and holds numbers.",
      "'Employee.d' has a period, and holds true or false.")
  }

  @Test func `a lower bound is not above its upper one`() {
    let (early, late) = (Date(timeIntervalSinceReferenceDate: 0), Date.distantFuture)
    expectFaults(
      employee(
        AttributeDescription("a", .integer16, validation: .init(min: 3, max: 2)),
        AttributeDescription("b", .string, validation: .init(maxLength: -1)),
        AttributeDescription("c", .string, validation: .init(minLength: 3, maxLength: 2)),
        AttributeDescription("d", .date, validation: .init(minDate: late, maxDate: early))),
      "'Employee.a' is at least 3 and at most 2, which no number is.",
      "'Employee.b' has a negative length as a bound.",
      "'Employee.c' has at least 3 and at most 2 characters, which no text has.",
      "'Employee.d' begins its period after the end of it.")
  }

  @Test func `a pattern is a regular expression`() {
    expectFaults(
      employee(AttributeDescription("a", .string, validation: .init(regularExpression: "(a"))),
      "'Employee.a' must match '(a', which is no regular expression.")
  }

  // MARK: - Relationships

  @Test func `a relationship leads into the model`() {
    expectFaults(
      [EntityDescription(name: "Employee", relationships: [.toOne("car", "Car", inverse: "of")])],
      "'Employee.car' leads to 'Car', which the model does not have.")
  }

  @Test func `an inverse is a relationship that leads back`() {
    expectFaults(
      related(
        .toMany("room", "Room", inverse: "owner"), .toOne("flat", "Room", inverse: "owner"),
        .toOne("hall", "Room", inverse: "guests"), .toOne("hut", "Room", inverse: "number"),
        .toOne("tent", "Room", inverse: "roof")),
      "'Employee.hut' names the inverse 'number', which is no relationship of 'Room'.",
      "'Employee.tent' names the inverse 'roof', which is no relationship of 'Room'.",
      "'Employee.flat' and 'Room.owner' are not each other's inverses.",
      "'Employee.hall' names the inverse 'Room.guests', which names none.")
  }

  @Test func `an inverse leads back to the same entity`() {
    expectFaults(
      [
        EntityDescription(name: "A", relationships: [.toOne("b", "B", inverse: "x")]),
        EntityDescription(name: "B", relationships: [.toOne("x", "C", inverse: "b")]),
        EntityDescription(name: "C", relationships: [.toOne("b", "B", inverse: "x")]),
      ],
      "'A.b' and 'B.x' are not each other's inverses.")
  }

  @Test func `many-to-many, and to-many without an inverse, are legal`() throws {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Employee",
        relationships: [
          .toMany("projects", "Project", inverse: "members"), .toMany("idols", "Employee"),
        ]),
      EntityDescription(
        name: "Project", relationships: [.toMany("members", "Employee", inverse: "projects")]),
    ])
    #expect(model.entities.count == 2)
  }

  @Test func `counts are in order`() {
    expectFaults(
      [
        EntityDescription(
          name: "Employee",
          relationships: [
            .toMany("a", "Employee", minCount: -1), .toMany("b", "Employee", minCount: 3),
            .toMany("c", "Employee", minCount: 3, maxCount: 2),
            .toOne("d", "Employee", minCount: 2), .toOne("e", "Employee", minCount: 1),
          ])
      ],
      "'Employee.a' has a negative count as a bound.",
      "'Employee.c' leads to at least 3 and at most 2 objects, which cannot be.",
      "'Employee.d' is to-one and leads to at least 2 objects.")
  }

  // MARK: - Constraints, indexes, configurations, requests

  @Test func `a uniqueness constraint names what a store can compare`() {
    let entity = EntityDescription(
      name: "Suite", superentity: "Room",
      uniquenessConstraints: [
        ["number", "owner"], [], ["number", "number"], ["size"], ["mood"], ["guests"], ["others"],
      ])
    expectFaults(
      related(.toOne("room", "Room", inverse: "owner")) + [entity],
      "A uniqueness constraint of 'Suite' names no property.",
      "A uniqueness constraint of 'Suite' names 'number' twice.",
      "A uniqueness constraint of 'Suite' names 'size', which the entity does not have.",
      "A uniqueness constraint of 'Suite' names 'mood', which is transient and never reaches a store.",
      "A uniqueness constraint of 'Suite' names 'guests', which leads to many objects.",
      "A uniqueness constraint of 'Suite' names 'others', which is a fetched property.")
  }

  @Test func `an index has a name of its own and names properties`() {
    let entity = EntityDescription(
      name: "Suite", superentity: "Room",
      indexes: [
        FetchIndexDescription(name: "byNumber", properties: ["number", "owner"]),
        FetchIndexDescription(name: "byNumber", properties: ["number"]),
        FetchIndexDescription(name: "byNothing", properties: []),
        FetchIndexDescription(name: "bySize", properties: ["size"]),
        FetchIndexDescription(
          name: "byHalf", elements: [.init(.expression("number / 2", .integer16))]),
      ],
      compoundIndexes: [["number", "size"], ["number", "owner"]])
    expectFaults(
      related(.toOne("room", "Room", inverse: "owner")) + [entity],
      "The index 'byNumber' of 'Suite' is described twice.",
      "The index 'byNothing' of 'Suite' names no property.",
      "The index 'bySize' of 'Suite' names 'size', which the entity does not have.",
      "A compound index of 'Suite' names 'size', which the entity does not have.")
  }

  @Test func `configurations and requests speak of entities of the model`() {
    var endless = FetchRequestTemplate(name: "endless", entityName: "Employee")
    endless.fetchLimit = -1
    let entity = EntityDescription(
      name: "Employee", fetchedProperties: [FetchedPropertyDescription("cars", "Car")])
    expectFaults(
      [entity], configurations: ["B": ["Employee", "Boat"], "A": ["Car"]],
      requests: [endless, endless, FetchRequestTemplate(name: "cars", entityName: "Car")],
      "The configuration 'A' has the entity 'Car', which the model does not have.",
      "The configuration 'B' has the entity 'Boat', which the model does not have.",
      "The fetch request 'endless' is described twice.",
      "The fetch request 'endless' has a negative limit or batch size.",
      "The fetch request 'endless' has a negative limit or batch size.",
      "The fetch request 'cars' asks for 'Car', which the model does not have.",
      "'Employee.cars' asks for 'Car', which the model does not have.")
  }

  @Test func `each single error names the key that it is about`() {
    let error = #expect(throws: GraphError.self) {
      try ManagedObjectModel(entities: employee(AttributeDescription("anything", .undefined)))
    }
    #expect(error?.code == .invalidModel)
    #expect(error?.detailed.map(\.key) == ["anything"])
  }
}
