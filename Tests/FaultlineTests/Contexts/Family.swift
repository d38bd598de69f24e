// A parent and a child over one store, for tests of what goes up and what comes down.

import Faultline
import FaultlineTestGraph

/// A root context and a child of its, both on private queues.
struct Family {
  let coordinator: PersistentStoreCoordinator
  let parent: ManagedObjectContext
  let child: ManagedObjectContext

  init(
    parent type: ManagedObjectContext.ConcurrencyType = .privateQueue, undo: Bool = false
  ) throws {
    coordinator = PersistentStoreCoordinator(managedObjectModel: try companyModel())
    try coordinator.addPersistentStore(type: .inMemory)
    parent = ManagedObjectContext(concurrencyType: type)
    parent.name = "parent"
    if !undo { parent.undoManager = nil }
    try parent.setPersistentStoreCoordinator(coordinator)
    child = try Self.child(of: parent, undo: undo)
    child.name = "child"
  }

  static func child(
    of parent: ManagedObjectContext, undo: Bool = false
  ) throws -> ManagedObjectContext {
    let child = ManagedObjectContext(concurrencyType: .privateQueue)
    if !undo { child.undoManager = nil }
    try child.setParent(parent)
    return child
  }

  /// Names of all objects that a context finds, in the order of names.
  static func staff(_ context: ManagedObjectContext) throws -> [String] {
    try context.performAndWait {
      var request = FetchRequest(entityName: "Employee")
      request.sortKeys = [SortKey("name")]
      return try context.fetch(request).map { $0.value(forKey: "name") as? String ?? "-" }
    }
  }

  /// What the stores alone have.
  var stored: [String] {
    get throws {
      let context = ManagedObjectContext(concurrencyType: .privateQueue)
      try context.setPersistentStoreCoordinator(coordinator)
      return try Self.staff(context)
    }
  }
}

extension ManagedObjectContext {
  /// Inserts an employee.
  @discardableResult func hire(_ name: String) -> ManagedObject {
    let employee = insertNewObject(forEntityName: "Employee")
    employee.setValue(name, forKey: "name")
    return employee
  }

  /// The employee of a name.
  func employee(_ name: String) throws -> ManagedObject {
    var request = FetchRequest(entityName: "Employee")
    request.predicate = try FetchPredicate(format: "name == %@", name)
    guard let found = try fetch(request).first else {
      throw GraphError(.referentialIntegrity, "There is no employee called \(name).")
    }
    return found
  }
}
