// A company that hires: what the tests of the example are about.

public import Faultline

/// The employees of a company, in a store in memory.
public struct Staff {
  /// The context in which they are.
  public let context: ManagedObjectContext

  /// A company without employees.
  public init(_ concurrencyType: ManagedObjectContext.ConcurrencyType = .confinement) throws {
    let model = try ManagedObjectModel(entities: [
      EntityDescription(
        name: "Employee",
        attributes: [AttributeDescription("name", .string)],
        relationships: [
          .toOne("manager", "Employee", inverse: "reports"),
          .toMany("reports", "Employee", inverse: "manager"),
        ])
    ])
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .inMemory)
    context = ManagedObjectContext(concurrencyType: concurrencyType)
    try context.setPersistentStoreCoordinator(coordinator)
    context.undoManager = nil
  }

  /// Hires a manager with so many reports.
  @discardableResult public func hire(reports count: Int) throws -> ManagedObject {
    let manager = context.insertNewObject(forEntityName: "Employee")
    manager.setValue("Grace", forKey: "name")
    for number in 0..<count {
      let report = context.insertNewObject(forEntityName: "Employee")
      report.setValue("Report \(number)", forKey: "name")
      report.setValue(manager, forKey: "manager")
    }
    try context.save()
    return manager
  }

  /// Breaks the retain cycles of all that were hired, so that they go when they are no longer needed.
  public func letGo() {
    for employee in context.registeredObjects { context.refresh(employee, mergeChanges: false) }
  }
}
