// A store that a coordinator has opened.

public import Faultline
import FaultlineSQLite
public import Foundation

/// A place where rows are kept.
open class NSPersistentStore: NSObject, @unchecked Sendable {
  /// The type of a store.
  public struct StoreType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Makes a type of its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A store in a SQLite file.
    public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
    /// A store in memory.
    public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
  }

  let engine: any PersistentStore
  /// The name of the store's type.
  public let type: String
  /// The location of the store.
  open var url: URL?
  /// The name of the configuration whose entities the store keeps.
  public let configurationName: String
  /// The options that the store was opened with.
  public let options: [AnyHashable: Any]?
  /// The coordinator that has the store.
  public internal(set) weak var persistentStoreCoordinator: NSPersistentStoreCoordinator?

  init(
    _ engine: any PersistentStore, type: String, url: URL?, configuration: String?,
    options: [AnyHashable: Any]?, coordinator: NSPersistentStoreCoordinator
  ) {
    self.engine = engine
    self.type = type
    self.url = url
    configurationName = configuration ?? NSManagedObjectModel.defaultConfiguration
    self.options = options
    persistentStoreCoordinator = coordinator
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The identifier that is part of every object ID of the store.
  open var identifier: String! { engine.identifier.uuidString }

  /// A Boolean value that indicates whether saves are refused.
  open var isReadOnly: Bool { engine.isReadOnly }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// What the store says about itself.
  open var metadata: [String: Any]! {
    get { persistentStoreCoordinator?.metadata(for: self) ?? [NSStoreTypeKey: type] }
    set { persistentStoreCoordinator?.setMetadata(newValue, for: self) }
  }

  /// Returns what a store says about itself that no coordinator has open.
  open class func metadataForPersistentStore(with url: URL) throws -> [String: Any] {
    try cocoa { try ClosedStore.metadata(at: url) }
  }
}

extension ManagedObjectID {
  /// The store of the object; nil for a temporary ID, and once the store is closed.
  public var persistentStore: NSPersistentStore? {
    ownStore.flatMap { OpenStores.store(of: $0) }
  }
}

/// The stores that are open, by the engine's.
enum OpenStores {
  private struct Entry {
    weak var store: NSPersistentStore?
  }

  private static let lock = NSLock()
  nonisolated(unsafe) private static var entries: [ObjectIdentifier: Entry] = [:]

  static func add(_ store: NSPersistentStore) {
    lock.withLock {
      entries = entries.filter { $0.value.store != nil }
      entries[ObjectIdentifier(store.engine)] = Entry(store: store)
    }
  }

  static func store(of engine: any PersistentStore) -> NSPersistentStore? {
    lock.withLock { entries[ObjectIdentifier(engine)]?.store }
  }
}
