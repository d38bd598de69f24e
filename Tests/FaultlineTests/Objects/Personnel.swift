// A company whose employees have properties of every kind.

import Faultline
import FaultlineTestGraph
import Foundation

/// A context over a memory store for employees with attributes of every kind.
struct Personnel {
  let coordinator: PersistentStoreCoordinator
  let context: ManagedObjectContext

  init(_ type: ManagedObject.Type = ManagedObject.self) throws {
    let model = try Self.model()
    model.register(type, forEntityNamed: "Employee")
    coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .inMemory)
    context = try makeContext(on: coordinator)
  }

  func hire(_ name: String) -> ManagedObject {
    let employee = context.insertNewObject(forEntityName: "Employee")
    employee.setValue(name, forKey: "name")
    return employee
  }

  /// Saves an employee that nothing holds.
  func employed(_ name: String) throws -> ManagedObjectID {
    let employee = hire(name)
    try context.save()
    return employee.objectID
  }

  /// What another context sees of a record.
  func elsewhere<Value>(
    _ object: ManagedObject, _ body: (ManagedObject) throws -> Value
  ) throws -> Value {
    let other = try makeContext(on: coordinator)
    return try withExtendedLifetime(other) { try body(other.object(with: object.objectID)) }
  }

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Employee",
        attributes: [
          AttributeDescription("name", .string), AttributeDescription("salary", .double),
          AttributeDescription("age", .integer16), AttributeDescription("isBoss", .boolean),
          AttributeDescription("hired", .date), AttributeDescription("bonus", .decimal),
          AttributeDescription("photo", .binary), AttributeDescription("badge", .uuid),
          AttributeDescription("page", .uri), AttributeDescription("skills", .transformable),
          AttributeDescription("seat", .transformable, valueTransformerName: "SeatTransformer"),
          AttributeDescription("greeting", .string, isTransient: true),
          AttributeDescription("mentorID", .objectID, isTransient: true),
        ],
        relationships: [
          .toOne("manager", "Employee", inverse: "reports"),
          .toMany("reports", "Employee", inverse: "manager"),
        ])
    ])
  }
}
