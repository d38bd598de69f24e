// What is kept of a model that is gone: descriptions, each of which leads to all others.

import Faultline
import FaultlineTestGraph
import FaultlineTestSupport
import Testing

@Suite struct OutlivedDescriptionsTests {
  private static func entity(_ name: String) throws -> EntityDescription {
    try #require(try OutlivedModel.make().entitiesByName[name])
  }

  @Test(arguments: ["Department", "Employee", "Manager", "Person"])
  func `an entity that is kept leads to all others`(name: String) throws {
    let model = try OutlivedModel.make()
    let expected = model.entities.flatMap(OutlivedModel.lines).joined(separator: "\n")
    // The model of this one is gone at once.
    expectText(OutlivedModel.drawing(from: try Self.entity(name)), is: expected)
  }

  @Test(arguments: ["department", "manager", "friends", "reports", "office"])
  func `a relationship that is kept leads to both ends`(name: String) throws {
    func alone() throws -> RelationshipDescription {
      try #require(try Self.entity("Manager").relationshipsByName[name])
    }
    let (relationship, model) = (try alone(), try OutlivedModel.make())
    let twin = try #require(model.entitiesByName["Manager"]?.relationshipsByName[name])
    let destination = try #require(relationship.destinationEntity)
    #expect(destination.name == twin.destinationEntity?.name)
    #expect(relationship.inverseRelationship?.name == twin.inverseRelationship?.name)
    if let back = relationship.inverseRelationship {
      #expect(back.inverseRelationship === relationship)
      #expect(destination.relationshipsByName[back.name] === back)
    }
    expectText(
      OutlivedModel.drawing(from: destination),
      is: model.entities.flatMap(OutlivedModel.lines).joined(separator: "\n"))
  }

  @Test func `there is one of each description, also of those that come back`() throws {
    let manager = try Self.entity("Manager")
    let employee = try #require(manager.superentity)
    let department = try #require(manager.relationshipsByName["office"]?.destinationEntity)
    #expect(employee.subentities.first === manager)
    #expect(manager.relationshipsByName["department"]?.destinationEntity === department)
    #expect(
      department.relationshipsByName["people"]?.inverseRelationship
        === employee.relationshipsByName["department"])
    let person = try #require(department.relationshipsByName["people"]?.destinationEntity)
    #expect(manager.isKindOf(entity: person))
    #expect(!person.isKindOf(entity: manager))
    #expect(person.subentities.map { $0 === employee } == [true])
    #expect(
      manager.relationships(forDestination: department).map(\.name) == ["department", "office"])
  }

  @Test func `a class stays registered with an entity that comes back`() throws {
    func alone() throws -> EntityDescription {
      let model = try OutlivedModel.make()
      model.register(Boss.self, forEntityNamed: "Manager")
      return try #require(model.entitiesByName["Department"])
    }
    let person = try #require(try alone().relationshipsByName["people"]?.destinationEntity)
    #expect(person.subentities.first?.subentities.first?.managedObjectClassName == "Boss")
  }

  @Test func `an entity that belonged to a model belongs to no other, also when that one is gone`()
    throws
  {
    let department = try Self.entity("Department")
    #expect(throws: GraphError.self) { try ManagedObjectModel(entities: [department]) }
  }

  @Test func `descriptions go when none is held, those that came back too`() throws {
    let watch = Watch()
    func leave() throws -> EntityDescription {
      let model = try OutlivedModel.make()
      watch.add([model])
      for entity in model.entities { watch.add(entity) }
      return try #require(model.entitiesByName["Employee"])
    }
    func follow() throws {
      let employee = try leave()
      #expect(!watch.alive.contains("ManagedObjectModel"))
      for entity in OutlivedModel.reach(of: employee) { watch.add(entity) }
      #expect(watch.alive.contains("EntityDescription"))
    }
    try follow()
    #expect(watch.alive == [])
  }

  @Test func `threads that follow and let go at once meet no two of the same`() throws {
    let manager = try Self.entity("Manager")
    let threads = (0..<4).map { number in
      onThread {
        for round in 0..<2_000 {
          guard let office = manager.relationshipsByName["office"]?.destinationEntity,
            let people = office.relationshipsByName["people"],
            let person = people.destinationEntity
          else { fatalError("A way ends in thread \(number), round \(round).") }
          precondition(people.inverseRelationship === person.relationshipsByName["department"])
          precondition(manager.isKindOf(entity: person))
        }
      }
    }
    for thread in threads { thread.wait() }
    #expect(manager.relationshipsByName["office"]?.destinationEntity?.name == "Department")
  }
}

private final class Boss: ManagedObject {}
