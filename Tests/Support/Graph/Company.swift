// The one world of all tests and documents: a company with departments, managers and reports.

public import Faultline

/// The model of the company of the guides.
public func companyModel() throws -> ManagedObjectModel {
  try ManagedObjectModel(entities: [
    department(),
    EntityDescription(
      name: "Employee",
      attributes: [
        AttributeDescription("name", .string), AttributeDescription("salary", .double),
        AttributeDescription("hired", .date), AttributeDescription("notes", .string),
      ],
      relationships: [
        .toOne("department", "Department", inverse: "employees"),
        .toOne("manager", "Employee", inverse: "reports"),
        .toMany("reports", "Employee", inverse: "manager"),
      ]),
  ])
}

/// The same company without managers: each entity has one relationship.
public func flatModel() throws -> ManagedObjectModel {
  try ManagedObjectModel(entities: [
    department(),
    EntityDescription(
      name: "Employee",
      attributes: [AttributeDescription("name", .string), AttributeDescription("salary", .double)],
      relationships: [.toOne("department", "Department", inverse: "employees")]),
  ])
}

private func department() -> EntityDescription {
  EntityDescription(
    name: "Department",
    attributes: [AttributeDescription("name", .string), AttributeDescription("budget", .double)],
    relationships: [.toMany("employees", "Employee", inverse: "department")])
}

/// A context over a memory store of its own.
///
/// Without `undo` it has no undo manager, so that nothing but what a test is about holds its objects.
public func makeContext(
  _ model: ManagedObjectModel, pool: Bool = false, undo: Bool = false
) throws -> ManagedObjectContext {
  let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
  try coordinator.addPersistentStore(type: .inMemory)
  return try makeContext(on: coordinator, pool: pool, undo: undo)
}

/// A context on a coordinator.
public func makeContext(
  on coordinator: PersistentStoreCoordinator, pool: Bool = false, undo: Bool = false
) throws -> ManagedObjectContext {
  let context = ManagedObjectContext()
  try context.setPersistentStoreCoordinator(coordinator)
  if !undo { context.undoManager = nil }
  context.usesAutoreleasePool = pool
  return context
}
