// IDs: the one thing about an object that may cross threads.

import Faultline
import FaultlineTestGraph
import Foundation
import Testing

@Suite struct ObjectIDTests {
  /// Semantics 22, 27.
  @Test func `an ID is temporary until the save and permanent from then on`() throws {
    var options = StoreOptions()
    options.identifier = UUID(uuidString: "6E1F4C52-0B5C-4B7A-9C7B-2D6F2A7E9D10")
    let coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    try coordinator.addPersistentStore(type: .inMemory, options: options)
    let office = try Office(on: coordinator)
    let grace = office.hire("Grace")
    let ada = office.hire("Ada")
    let temporary = ada.objectID
    #expect(temporary.isTemporaryID)
    #expect(temporary.storeIdentifier == nil)
    #expect(
      temporary.uriRepresentation().absoluteString
        == "x-coredata:///Employee/t00000000-0000-4000-8000-000000000002")
    try office.context.save()
    #expect(ada.objectID != temporary)
    #expect(!ada.objectID.isTemporaryID)
    #expect(ada.objectID.storeIdentifier == "6E1F4C52-0B5C-4B7A-9C7B-2D6F2A7E9D10")
    #expect(
      [grace, ada].map(\.objectID.description) == [
        "x-coredata://6E1F4C52-0B5C-4B7A-9C7B-2D6F2A7E9D10/Employee/p1",
        "x-coredata://6E1F4C52-0B5C-4B7A-9C7B-2D6F2A7E9D10/Employee/p2",
      ])
  }

  /// A temporary ID counts within its coordinator only; a permanent one wherever its store is.
  @Test func `temporary IDs of two coordinators differ`() throws {
    let model = try companyModel()
    let (one, other) = (try makeContext(model), try makeContext(model))
    let ada = one.insertNewObject(forEntityName: "Employee")
    let grace = other.insertNewObject(forEntityName: "Employee")
    #expect(ada.objectID.description == grace.objectID.description)
    #expect(ada.objectID != grace.objectID)
  }

  /// Semantics 29: an ID names the entity of the record, also when it was found by a superentity.
  @Test func `an ID names the object's own entity`() throws {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Person", isAbstract: true, attributes: [AttributeDescription("name", .string)]),
      EntityDescription(name: "Employee", superentity: "Person"),
      EntityDescription(name: "Visitor", superentity: "Person"),
    ])
    let context = try makeContext(model)
    for name in ["Visitor", "Employee"] { _ = context.insertNewObject(forEntityName: name) }
    try context.save()
    let people = try context.fetch(FetchRequest(entityName: "Person"))
    #expect(people.map(\.objectID.entityName) == ["Employee", "Visitor"])
    #expect(people.map(\.entity.name) == ["Employee", "Visitor"])
  }
}
