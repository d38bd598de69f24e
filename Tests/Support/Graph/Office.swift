// A context with people in it, for tests that need little more.

public import Faultline
public import FaultlineTestSupport

/// A context over a memory store, with short words for what tests do again and again.
public struct Office {
  /// Where the objects live.
  public let context: ManagedObjectContext

  /// Opens an office on a store, or on a coordinator that others use too.
  public init(
    on coordinator: PersistentStoreCoordinator? = nil, pool: Bool = false, undo: Bool = false
  ) throws {
    context =
      try coordinator.map { try makeContext(on: $0, pool: pool, undo: undo) }
      ?? makeContext(try companyModel(), pool: pool, undo: undo)
  }

  /// Opens an office on a new store of a kind.
  public init(_ kind: StoreKind, in folder: StoreFolder, pool: Bool = false) throws {
    try self.init(on: kind.coordinator(try companyModel(), in: folder), pool: pool)
  }

  /// The coordinator beneath the context.
  public var coordinator: PersistentStoreCoordinator {
    guard let coordinator = context.persistentStoreCoordinator else {
      fatalError("An office's context has a coordinator.")
    }
    return coordinator
  }

  /// Inserts an employee.
  @discardableResult public func hire(
    _ name: String, manager: ManagedObject? = nil
  ) -> ManagedObject {
    let employee = context.insertNewObject(forEntityName: "Employee")
    employee.setValue(name, forKey: "name")
    if let manager { employee.setValue(manager, forKey: "manager") }
    return employee
  }

  /// Saves an employee whom nobody holds, and says who it is.
  public func employed(_ name: String) throws -> ManagedObjectID {
    let employee = hire(name)
    try context.save()
    return employee.objectID
  }

  /// Saves two employees who hold each other and whom nobody else holds; the manager's ID comes first.
  public func pair() throws -> (manager: ManagedObjectID, report: ManagedObjectID) {
    let grace = hire("Grace")
    let ada = hire("Ada", manager: grace)
    try context.save()
    return (grace.objectID, ada.objectID)
  }

  /// Fetches everybody.
  public func staff() throws -> [ManagedObject] {
    try context.fetch(FetchRequest(entityName: "Employee"))
  }
}
