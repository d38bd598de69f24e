// What every program puts together: a model, a coordinator, a context for the main thread, others for work.

public import Foundation

/// A model with its stores, a context for the main thread, and contexts for work in the background.
///
/// ```swift
/// let container = try PersistentContainer(model: model, storeAt: url, type: .sqlite)
/// let id = try await container.performBackgroundTask { context in
///   let ada = context.insertNewObject(forEntityName: "Employee")
///   try context.save()
///   return ada.objectID
/// }
/// ```
public final class PersistentContainer: Sendable {
  /// The coordinator of all its contexts.
  public let persistentStoreCoordinator: PersistentStoreCoordinator

  /// The context of the main thread, which merges by itself what the others save.
  public let viewContext: ManagedObjectContext

  /// The model of all its stores.
  public var managedObjectModel: ManagedObjectModel {
    persistentStoreCoordinator.managedObjectModel
  }

  /// Opens a store of a model, in a file or in memory.
  public convenience init(
    model: ManagedObjectModel, storeAt url: URL? = nil, type: StoreType = .inMemory,
    options: StoreOptions = StoreOptions()
  ) throws(GraphError) {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: type, at: url, options: options)
    try self.init(coordinator: coordinator)
  }

  /// Takes a coordinator that has its stores already.
  public init(coordinator: PersistentStoreCoordinator) throws(GraphError) {
    persistentStoreCoordinator = coordinator
    viewContext = ManagedObjectContext(concurrencyType: .mainQueue)
    viewContext.name = "view"
    try viewContext.setPersistentStoreCoordinator(coordinator)
    try viewContext.setMergesAutomatically(true)
  }

  /// Makes a context with a private queue and without undo, as work in the background wants it.
  public func newBackgroundContext() -> ManagedObjectContext {
    let context = ManagedObjectContext(concurrencyType: .privateQueue)
    do throws(GraphError) {
      try context.setPersistentStoreCoordinator(persistentStoreCoordinator)
    } catch {
      misuse(error)
    }
    context.undoManager = nil
    return context
  }

  /// Runs a block with a context of its own, which goes when the block is done; returns at once.
  @available(*, noasync, message: "Await the block; return an objectID.")
  public func performBackgroundTask(_ block: @escaping @Sendable (ManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    context.perform { block(context) }
  }

  /// Runs a block with a context of its own, and returns what it made.
  public func performBackgroundTask<T: Sendable, E: Error>(
    _ block: @escaping @Sendable (ManagedObjectContext) throws(E) -> T
  ) async throws(E) -> T {
    let context = newBackgroundContext()
    return try await context.perform { () throws(E) in try block(context) }
  }
}
