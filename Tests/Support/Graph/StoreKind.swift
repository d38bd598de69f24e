// The kinds of stores, so that one test body holds for each of them.

public import Faultline
import FaultlineSQLite
public import FaultlineTestSupport

/// A kind of store that a test runs on.
public enum StoreKind: String, CaseIterable, Sendable {
  case memory, sqlite

  /// The type of such stores.
  public var type: StoreType { self == .memory ? .inMemory : .sqlite }

  /// A coordinator with one new store of the kind.
  public func coordinator(
    _ model: ManagedObjectModel, in folder: StoreFolder, options: StoreOptions = StoreOptions()
  ) throws -> PersistentStoreCoordinator {
    let coordinator = PersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      type: type, at: self == .memory ? nil : folder.store, options: options)
    return coordinator
  }
}
