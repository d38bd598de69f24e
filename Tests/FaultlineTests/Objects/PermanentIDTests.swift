// IDs before the save, IDs from URIs, stores by choice, objects without a context.

import Faultline
import FaultlineTestGraph
import Foundation
import Testing

@Suite struct PermanentIDTests {
  let office: Office

  init() throws { office = try Office() }

  /// Semantics 23, 25: still inserted, and the ID is the one that the save uses.
  @Test func `a permanent ID can be had before the save`() throws {
    let (grace, ada) = (office.hire("Grace"), office.hire("Ada"))
    ada.setValue(grace, forKey: "manager")
    try office.context.obtainPermanentIDs(for: [grace])
    let id = grace.objectID
    #expect(!id.isTemporaryID && ada.objectID.isTemporaryID)
    #expect(grace.isInserted && !grace.isUpdated)
    #expect(office.context.invariantViolations(full: true) == [])
    #expect(office.context.registeredObject(for: id) === grace)
    #expect(ada.objectIDs(forRelationshipNamed: "manager") == [id])
    try office.context.obtainPermanentIDs(for: [grace, ada])
    #expect(grace.objectID == id)
    let other = ada.objectID
    try office.context.save()
    #expect(grace.objectID == id && ada.objectID == other)
    let annex = try Office(on: office.coordinator)
    let copy = try annex.context.existingObject(with: other)
    #expect((copy.value(forKey: "manager") as? ManagedObject)?.objectID == id)
    let next = office.hire("Lin")
    try office.context.save()
    #expect(next.objectID != other && next.objectID != id)
  }

  /// Semantics 25: a save that fails leaves it as it is.
  @Test func `a failed save takes no permanent ID back`() throws {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Employee", attributes: [AttributeDescription("name", .string, isOptional: false)])
    ])
    let context = try makeContext(model)
    let ada = context.insertNewObject(forEntityName: "Employee")
    try context.obtainPermanentIDs(for: [ada])
    let id = ada.objectID
    #expect(throws: GraphError.self) { try context.save() }
    #expect(ada.objectID == id)
    ada.setValue("Ada", forKey: "name")
    try context.save()
    #expect(ada.objectID == id)
    context.delete(ada)
    try context.save()
    #expect(try context.count(for: FetchRequest(entityName: "Employee")) == 0)
  }

  /// Semantics 26, 27.
  @Test func `a URI leads back to its ID`() throws {
    let ada = office.hire("Ada")
    #expect(
      office.coordinator.managedObjectID(forURIRepresentation: ada.objectID.uriRepresentation())
        == nil)
    try office.context.save()
    let id = ada.objectID
    #expect(office.coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation()) == id)
    let store = try #require(id.storeIdentifier)
    for text in [
      "x-coredata://\(UUID().uuidString)/Employee/p1", "x-coredata://\(store)/Nobody/p1",
      "x-coredata://\(store)/Employee/p0", "x-coredata://\(store)/Employee/q1",
      "x-coredata://\(store)/Employee", "https://\(store)/Employee/p1",
      "x-coredata://\(store)/Employee/p99999999999999999999",
    ] {
      let url = try #require(URL(string: text))
      #expect(office.coordinator.managedObjectID(forURIRepresentation: url) == nil, "\(text)")
    }
  }

  /// Semantics 24, 31, 154: a store of one's choice before the save, and never after.
  @Test func `a new object can be assigned to a store`() throws {
    let coordinator = office.coordinator
    let second = try coordinator.addPersistentStore(type: .inMemory)
    let first = try #require(coordinator.persistentStores.first)
    let (grace, ada) = (office.hire("Grace"), office.hire("Ada"))
    office.context.assign(ada, to: second)
    try office.context.save()
    #expect(grace.objectID.storeIdentifier == first.identifier.uuidString)
    #expect(ada.objectID.storeIdentifier == second.identifier.uuidString)
    let error = #expect(throws: GraphError.self) {
      try office.context.assigning(ada, to: first)
    }
    #expect(
      error?.message
        == "\(ada.objectID) has its store already; copy the object to have it in another one.")
    #expect(try office.staff().count == 2)
  }

  /// Semantics 84, 87, 89: with its default values first, and awake once it is in a context.
  @Test func `an object made without a context can be inserted`() throws {
    let model = office.coordinator.managedObjectModel
    model.register(Diarist.self, forEntityNamed: "Employee")
    let entity = try #require(model.entitiesByName["Employee"])
    let ada = Diarist(entity: entity, insertInto: nil)
    ada.setValue("Ada", forKey: "name")
    #expect(!ada.isInserted && !ada.hasChanges && ada.managedObjectContext == nil)
    #expect(ada.diary == [])
    office.context.insert(ada)
    office.context.insert(ada)
    #expect(ada.diary == ["awoke from an insert as Ada"])
    #expect(ada.isInserted && office.context.insertedObjects == [ada])
    #expect(office.context.invariantViolations(full: true) == [])
    try office.context.save()
    #expect(try Office(on: office.coordinator).staff().count == 1)
    let grace = Diarist(entity: entity, insertInto: nil)
    office.context.insert(grace)
    office.context.rollback()
    #expect(grace.managedObjectContext == nil)
    #expect(office.context.registeredObjects == [ada])
    #expect(throws: GraphError.self) { try office.context.inserting(grace) }
  }
}
