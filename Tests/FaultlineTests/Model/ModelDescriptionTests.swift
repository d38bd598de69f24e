// Models made in Swift: what the descriptions say before and after they belong to a model.

import Faultline
import FaultlineTestSupport
import Foundation
import Testing

@Suite struct ModelDescriptionTests {
  /// A tree of three: workers, and two kinds of them.
  private func staffModel() throws -> ManagedObjectModel {
    try ManagedObjectModel(
      entities: [
        EntityDescription(
          name: "Person", isAbstract: true, attributes: [AttributeDescription("name", .string)],
          relationships: [.toOne("department", "Department", inverse: "people")],
          uniquenessConstraints: [["name"]]),
        EntityDescription(
          name: "Manager", superentity: "Employee",
          attributes: [AttributeDescription("bonus", .decimal, defaultValue: Decimal(7))],
          relationships: [.toMany("reports", "Employee", inverse: "manager", isOrdered: true)]),
        EntityDescription(
          name: "Employee", superentity: "Person", managedObjectClassName: "App.Employee",
          attributes: [AttributeDescription("salary", .double)],
          relationships: [
            .toOne("manager", "Manager", inverse: "reports"),
            .toMany("friends", "Employee", inverse: "friends", userInfo: ["why": "lunch"]),
          ],
          fetchedProperties: [
            FetchedPropertyDescription("peers", "Employee", predicate: "manager = $FETCH_SOURCE")
          ],
          uniquenessConstraints: [["salary", "manager"]]),
        EntityDescription(
          name: "Department", relationships: [.toMany("people", "Person", inverse: "department")],
          renamingIdentifier: "Division"),
      ],
      configurations: ["Public": ["Person", "Department"], "Empty": []],
      versionIdentifiers: ["2.0"])
  }

  @Test func `entities know their place in the tree`() throws {
    let model = try staffModel()
    #expect(model.entities.map(\.name) == ["Department", "Employee", "Manager", "Person"])
    let person = try #require(model.entitiesByName["Person"])
    let employee = try #require(model.entitiesByName["Employee"])
    let manager = try #require(model.entitiesByName["Manager"])
    #expect(person.subentities.map(\.name) == ["Employee"])
    #expect(employee.subentitiesByName["Manager"] === manager)
    #expect(manager.superentity === employee)
    #expect(person.superentity == nil)
    #expect(manager.isKindOf(entity: person))
    #expect(!person.isKindOf(entity: manager))
    #expect(person.isAbstract)
  }

  @Test func `an entity has its own properties and the inherited ones`() throws {
    let model = try staffModel()
    let manager = try #require(model.entitiesByName["Manager"])
    #expect(
      manager.propertiesByName.keys.sorted() == [
        "bonus", "department", "friends", "manager", "name", "peers", "reports", "salary",
      ])
    #expect(manager.attributesByName.keys.sorted() == ["bonus", "name", "salary"])
    #expect(manager.fetchedPropertiesByName["peers"]?.destinationEntityName == "Employee")
    #expect(
      manager.fetchedPropertiesByName["peers"]?.predicateFormat == "manager = $FETCH_SOURCE")
    #expect(manager.attributesByName["bonus"]?.defaultValue as? Decimal == 7)
    #expect(manager.uniquenessConstraints == [])
    #expect(manager.effectiveUniquenessConstraints == [["name"], ["salary", "manager"]])
  }

  @Test func `relationships know both ends, also through ancestors and to themselves`() throws {
    let model = try staffModel()
    let employee = try #require(model.entitiesByName["Employee"])
    let friends = try #require(employee.relationshipsByName["friends"])
    #expect(friends.inverseRelationship === friends)
    #expect(friends.destinationEntity === employee)
    #expect(friends.userInfo == ["why": "lunch"])
    let reports = try #require(
      model.entitiesByName["Manager"]?.relationshipsByName["reports"])
    #expect(reports.isOrdered && reports.isToMany)
    #expect(reports.inverseRelationship === employee.relationshipsByName["manager"])
    #expect(
      employee.relationships(forDestination: employee).map(\.name) == ["friends"])
  }

  /// A subentity continues the numbering of its superentity; a tie knows the tie that leads back.
  @Test func `ties know their inverses and their destinations`() throws {
    let model = try staffModel()
    func picture(_ name: String) throws -> String {
      let entity = try #require(model.entitiesByName[name])
      let slots = entity.layout.slots.map(\.name).joined(separator: " ")
      let ties = entity.layout.ties.map { tie in
        let inverse = tie.relationship.inverseRelationship?.name ?? "none"
        let place = tie.destination?.property(named: inverse)
        return "\(tie.relationship.name)\(tie.isOrdered ? " in order" : "") ↔ \(inverse) "
          + (place.map { "\($0)" } ?? "nowhere")
      }
      return ([slots] + ties).joined(separator: "\n")
    }
    expectText(
      try picture("Manager"),
      is: """
        name department salary manager bonus
        department ↔ people relationship(tie: 0)
        manager ↔ reports relationship(tie: 3)
        friends ↔ friends relationship(tie: 2)
        reports in order ↔ manager relationship(tie: 1)
        """)
    expectText(
      try picture("Department"),
      is: """

        people ↔ department relationship(tie: 0)
        """)
  }

  @Test func `a class name comes from the model until a class is registered`() throws {
    final class Worker: ManagedObject {}
    let model = try staffModel()
    #expect(model.entitiesByName["Employee"]?.managedObjectClassName == "App.Employee")
    #expect(model.entitiesByName["Person"]?.managedObjectClassName == "ManagedObject")
    model.register(Worker.self, forEntityNamed: "Employee")
    #expect(model.entitiesByName["Employee"]?.managedObjectClassName == "Worker")
  }

  @Test func `a renaming identifier is the name unless it is set`() throws {
    let model = try staffModel()
    let department = try #require(model.entitiesByName["Department"])
    #expect(department.renamingIdentifier == "Division")
    #expect(model.entitiesByName["Person"]?.renamingIdentifier == "Person")
    #expect(department.propertiesByName["people"]?.renamingIdentifier == "people")
  }

  @Test func `configurations name entities, and one of them is always there`() throws {
    let model = try staffModel()
    #expect(model.configurations == ["Empty", "Public"])
    #expect(
      model.entities(forConfigurationName: "Public")?.map(\.name) == ["Department", "Person"])
    #expect(model.entities(forConfigurationName: "Empty")?.isEmpty == true)
    #expect(model.entities(forConfigurationName: "Private") == nil)
    #expect(model.entities(forConfigurationName: "PF_DEFAULT_CONFIGURATION_NAME")?.count == 4)
    #expect(model.versionIdentifiers == ["2.0"])
    #expect(model.warnings == [])
  }

  @Test func `a description answers before it belongs to a model`() {
    let entity = EntityDescription(
      name: "Employee", attributes: [AttributeDescription("name", .string)],
      relationships: [.toOne("manager", "Employee")])
    #expect(entity.propertiesByName.keys.sorted() == ["manager", "name"])
    #expect(entity.superentity == nil)
    #expect(entity.subentities.isEmpty)
    #expect(entity.relationships(forDestination: entity).isEmpty)
    #expect(entity.relationshipsByName["manager"]?.destinationEntity == nil)
  }
}
