// A coordinator under Apple's name: it takes a model, and opens stores with it.

public import Faultline
import FaultlineSQLite
public import Foundation

/// What stands between contexts and stores.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
  /// The model of all stores, which cannot be changed any more.
  public let managedObjectModel: NSManagedObjectModel
  /// A name for messages.
  open var name: String?
  private let frozen: Result<PersistentStoreCoordinator, any Error>
  private let lock = NSRecursiveLock()
  private var stores: [NSPersistentStore] = []
  private var remoteChanges: (any NSObjectProtocol)?

  /// Makes a coordinator without stores; the error of an invalid model is thrown when a store is added.
  public required init(managedObjectModel model: NSManagedObjectModel) {
    managedObjectModel = model
    frozen = Result { PersistentStoreCoordinator(managedObjectModel: try model.freeze()) }
    super.init()
    guard let engine = try? frozen.get() else { return }
    remoteChanges = NotificationCenter.default.addObserver(
      forName: PersistentStoreCoordinator.remoteChangeNotification, object: engine, queue: nil
    ) { [weak self] in self?.announceWrite($0) }
  }

  deinit { remoteChanges.map(NotificationCenter.default.removeObserver) }

  /// The engine's coordinator, or the error of a model that cannot be used.
  func frozenEngine() throws -> PersistentStoreCoordinator { try frozen.get() }

  /// The engine's coordinator: its statistics.
  public var engine: PersistentStoreCoordinator? { try? frozen.get() }

  // MARK: - Stores

  /// The stores in the order in which they were added.
  open var persistentStores: [NSPersistentStore] { lock.withLock { stores } }

  /// Opens a store and adds it.
  @discardableResult
  open func addPersistentStore(
    ofType type: String, configurationName configuration: String?, at url: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    let engine = try frozenEngine()
    let store = try cocoa {
      NSPersistentStore(
        try engine.addPersistentStore(
          type: try Self.engineType(type, url), configuration: Self.named(configuration), at: url,
          options: StoreOptions(options)),
        type: type, url: url ?? URL(fileURLWithPath: "/dev/null"), configuration: configuration,
        options: options, coordinator: self)
    }
    lock.withLock { stores.append(store) }
    OpenStores.add(store)
    post(.NSPersistentStoreCoordinatorStoresDidChange, [NSAddedPersistentStoresKey: [store]])
    return store
  }

  /// Opens a store and adds it.
  @discardableResult
  public func addPersistentStore(
    type: NSPersistentStore.StoreType, configuration: String? = nil, at url: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try addPersistentStore(
      ofType: type.rawValue, configurationName: configuration, at: url, options: options)
  }

  /// Opens the store of a description and adds it; at once, unless the description says later.
  open func addPersistentStore(
    with description: NSPersistentStoreDescription,
    completionHandler: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    let work = Carried(value: {
      do {
        try self.addPersistentStore(
          ofType: description.type, configurationName: description.configuration,
          at: description.url, options: description.options)
        completionHandler(description, nil)
      } catch {
        completionHandler(description, error)
      }
    })
    guard description.shouldAddStoreAsynchronously else { return work.value() }
    DispatchQueue.global().async { work.value() }
  }

  private static func named(_ configuration: String?) -> String? {
    configuration == NSManagedObjectModel.defaultConfiguration ? nil : configuration
  }

  private static func engineType(_ type: String, _ url: URL?) throws(GraphError) -> StoreType {
    switch type {
    case NSSQLiteStoreType: return StoreFiles.isNowhere(url) ? .inMemory : .sqlite
    case NSInMemoryStoreType: return .inMemory
    default:
      throw GraphError(
        .invalidStoreType, "There is no store type '\(type)'; use SQLite or InMemory.")
    }
  }

  /// Takes a store out.
  open func remove(_ store: NSPersistentStore) throws {
    post(.NSPersistentStoreCoordinatorWillRemoveStore, [:], object: store)
    try cocoa { try frozenEngine().remove(store.engine) }
    lock.withLock { stores.removeAll { $0 === store } }
    store.persistentStoreCoordinator = nil
    post(.NSPersistentStoreCoordinatorStoresDidChange, [NSRemovedPersistentStoresKey: [store]])
  }

  /// Returns the store at a URL.
  open func persistentStore(for url: URL) -> NSPersistentStore? {
    persistentStores.first { $0.url?.standardizedFileURL == url.standardizedFileURL }
  }

  /// Returns the URL of a store.
  open func url(for store: NSPersistentStore) -> URL {
    store.url ?? URL(fileURLWithPath: "/dev/null")
  }

  /// Returns the ID that a URI stands for, if its store is one of the coordinator's.
  open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
    engine?.managedObjectID(forURIRepresentation: url)
  }

  /// Returns how far the history of stores reaches; nil where none keeps one.
  open func currentPersistentHistoryToken(
    fromStores stores: [Any]?
  ) -> NSPersistentHistoryToken? {
    let wanted = stores?.compactMap { ($0 as? NSPersistentStore)?.engine }
    let token = try? engine?.currentPersistentHistoryToken(fromStores: wanted)
    return token.map { NSPersistentHistoryToken($0) }
  }

  // MARK: - Files of stores

  /// Removes a store's files; a store that is open is taken out first.
  open func destroyPersistentStore(
    at url: URL, ofType type: String, options: [AnyHashable: Any]? = nil
  ) throws {
    if let store = persistentStore(for: url) { try remove(store) }
    guard type == NSSQLiteStoreType, !StoreFiles.isNowhere(url) else { return }
    try StoreFiles(url).remove()
  }

  /// Removes a store's files; a store that is open is taken out first.
  public func destroyPersistentStore(
    at url: URL, type: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
  ) throws { try destroyPersistentStore(at: url, ofType: type.rawValue, options: options) }

  /// Puts a copy of a store's files in place of another's.
  open func replacePersistentStore(
    at destination: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom source: URL, sourceOptions: [AnyHashable: Any]? = nil,
    ofType type: String
  ) throws {
    if let store = persistentStore(for: destination) { try remove(store) }
    guard FileManager.default.fileExists(atPath: source.path) else {
      throw NSError(
        domain: NSCocoaErrorDomain, code: NSPersistentStoreOpenError,
        userInfo: [NSLocalizedDescriptionKey: "There is no store at '\(source.path)'."])
    }
    try StoreFiles(destination).replace(byCopyOf: StoreFiles(source))
  }

  /// Puts a copy of a store's files in place of another's.
  public func replacePersistentStore(
    at destination: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom source: URL, sourceOptions: [AnyHashable: Any]? = nil,
    type: NSPersistentStore.StoreType
  ) throws {
    try replacePersistentStore(
      at: destination, destinationOptions: destinationOptions, withPersistentStoreFrom: source,
      sourceOptions: sourceOptions, ofType: type.rawValue)
  }

  // MARK: - Metadata

  /// Returns what a store says about itself.
  open func metadata(for store: NSPersistentStore) -> [String: Any] {
    var values = engine?.metadata(for: store.engine) ?? [:]
    values[NSStoreTypeKey] = store.type
    if values[NSStoreModelVersionHashesKey] == nil {
      values[NSStoreModelVersionHashesKey] = managedObjectModel.entityVersionHashesByName
    }
    return values
  }

  /// Sets what a store says about itself; the next save writes it.
  open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
    let own: Set = [
      NSStoreTypeKey, NSStoreUUIDKey, NSStoreModelVersionHashesKey,
    ]
    let values = (metadata ?? [:]).filter { !own.contains($0.key) }
    engine?.setMetadata(values, for: store.engine)
  }

  /// Returns what a store says about itself that no coordinator has open.
  open class func metadataForPersistentStore(
    ofType type: String, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] { try NSPersistentStore.metadataForPersistentStore(with: url) }

  /// Returns what a store says about itself that no coordinator has open.
  public class func metadataForPersistentStore(
    type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] { try NSPersistentStore.metadataForPersistentStore(with: url) }

  // MARK: - Work and notifications

  /// Runs a block later, one after the other.
  open func perform(_ block: @escaping () -> Void) {
    let work = Carried(value: block)
    DispatchQueue.global().async { self.lock.withLock { work.value() } }
  }

  /// Runs a block and returns what it made.
  public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    lock.lock()
    defer { lock.unlock() }
    return try block()
  }

  private func post(_ name: Notification.Name, _ info: [String: Any], object: Any? = nil) {
    NotificationCenter.default.post(name: name, object: object ?? self, userInfo: info)
  }

  private func announceWrite(_ notification: Notification) {
    var info = notification.userInfo ?? [:]
    info[NSPersistentHistoryTokenKey] = currentPersistentHistoryToken(fromStores: nil)
    NotificationCenter.default.post(
      name: .NSPersistentStoreRemoteChange, object: self, userInfo: info)
  }
}
