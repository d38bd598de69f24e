// Requests that a model keeps, and properties that are such requests.

import Faultline
import FaultlineTestGraph
import Testing

@Suite struct TemplateTests {
  private let model: ManagedObjectModel
  private let context: ManagedObjectContext

  init() throws {
    var template = FetchRequestTemplate(
      name: "PaidMore", entityName: "Employee",
      predicateFormat: "salary > $LEAST AND name BEGINSWITH $START")
    template.fetchLimit = 2
    model = try ManagedObjectModel(
      entities: [
        EntityDescription(
          name: "Employee",
          attributes: [
            AttributeDescription("name", .string), AttributeDescription("salary", .double),
            AttributeDescription("place", .string),
          ],
          relationships: [
            .toOne("manager", "Employee", inverse: "reports"),
            .toMany("reports", "Employee", inverse: "manager"),
          ],
          fetchedProperties: [
            FetchedPropertyDescription(
              "neighbours", "Employee",
              predicate: "place == $FETCH_SOURCE.place AND SELF != $FETCH_SOURCE"),
            FetchedPropertyDescription(
              "mates", "Employee",
              predicate: "manager == $FETCH_SOURCE.manager OR SELF IN $FETCH_SOURCE.reports"),
          ])
      ],
      fetchRequestTemplates: [
        template,
        FetchRequestTemplate(
          name: "Broken", entityName: "Employee", predicateFormat: "salary >"),
      ])
    context = try makeContext(model)
    for (index, name) in ["Ada", "Al", "Bob", "Alf", "Abe"].enumerated() {
      let employee = context.insertNewObject(forEntityName: "Employee")
      employee.setValue(name, forKey: "name")
      employee.setValue(Double(index) * 100, forKey: "salary")
      employee.setValue(index % 2 == 0 ? "here" : "there", forKey: "place")
    }
    try context.save()
  }

  private func names(_ objects: [ManagedObject]) -> [String] {
    objects.map { $0.value(forKey: "name") as? String ?? "" }
  }

  @Test func `a template is filled in and run`() throws {
    let filled = try model.fetchRequestFromTemplate(
      withName: "PaidMore", substitutionVariables: ["LEAST": 50, "START": "A"])
    #expect(filled.fetchLimit == 2)
    #expect(names(try context.fetch(filled)) == ["Al", "Alf"])
    for name in ["No", "Broken"] {
      #expect(throws: GraphError.self) {
        try model.fetchRequestFromTemplate(withName: name, substitutionVariables: [:])
      }
    }
    let open = try #require(model.fetchRequestTemplate(forName: "PaidMore"))
    #expect(throws: GraphError.self) { try context.fetch(open) }
  }

  /// Semantics 124: fetched at first touch, kept, and fetched anew by a refresh.
  @Test func `a fetched property is a question about its object`() throws {
    let staff = try context.fetch(FetchRequest(entityName: "Employee"))
    func neighbours() -> [String] {
      names(staff[0].value(forKey: "neighbours") as? [ManagedObject] ?? [])
    }
    #expect(neighbours() == ["Bob", "Abe"])
    staff[1].setValue("here", forKey: "place")
    #expect(neighbours() == ["Bob", "Abe"])
    let trips = context.persistentStoreCoordinator?.statistics.roundTrips
    #expect(neighbours() == ["Bob", "Abe"])
    #expect(context.persistentStoreCoordinator?.statistics.roundTrips == trips)
    #expect(
      context.holders(of: staff[2]).contains(
        .fetchedProperty(owner: staff[0].objectID, name: "neighbours")))
    context.refresh(staff[0], mergeChanges: false)
    #expect(neighbours() == ["Al", "Bob", "Abe"])
    staff[3].setValue(staff[0], forKey: "manager")
    #expect(names(staff[0].value(forKey: "mates") as? [ManagedObject] ?? []).contains("Alf"))
  }

  /// What it has found changes nothing: neither an undo takes it for a removed object, nor a save.
  @Test func `an object whose fetched property was asked for can be changed and undone`() throws {
    context.undoManager = UndoManager()
    let staff = try context.fetch(FetchRequest(entityName: "Employee"))
    let found = staff[0].value(forKey: "neighbours") as? [ManagedObject]
    let name = names(staff)[0]
    context.turn { staff[0].setValue("Someone", forKey: "name") }
    context.undo()
    #expect(names(staff)[0] == name)
    #expect(!staff[0].isInserted && !context.hasChanges)
    #expect(staff[0].value(forKey: "neighbours") as? [ManagedObject] == found)
    #expect(context.invariantViolations(full: true) == [])
  }

  @Test func `what a fetched property has found goes with its object`() throws {
    var staff = try context.fetch(FetchRequest(entityName: "Employee"))
    _ = staff[0].value(forKey: "neighbours")
    staff = [staff[0]]
    #expect(context.registeredObjectCount == 3)
    staff = []
    #expect(context.registeredObjectCount == 0)
  }
}
