// A context under Apple's name: the face over one context of the engine.

public import Faultline
public import Foundation

/// Makes objects, finds them, and saves what was changed.
///
/// It owns one context of the engine, which has all that is counted. So its own members can have Apple's types, and a
/// program's extensions meet no name of the engine's.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  /// Which thread a context belongs to.
  public enum ConcurrencyType: Sendable {
    /// Any thread, on a queue of the context's own.
    case privateQueue
    /// The main thread.
    case mainQueue
  }

  /// Which thread the context belongs to.
  public let concurrencyType: NSManagedObjectContextConcurrencyType
  /// The engine's context: its statistics, holders and turns.
  public private(set) var engine: ManagedObjectContext
  /// Notes of the program's own.
  public let userInfo = NSMutableDictionary()
  private var storedCoordinator: NSPersistentStoreCoordinator?
  private var storedParent: NSManagedObjectContext?
  private var storedPolicy: Any = NSErrorMergePolicy

  /// Makes a context.
  public init(concurrencyType: NSManagedObjectContextConcurrencyType) {
    self.concurrencyType = concurrencyType
    let engine = EngineContext(concurrencyType.engineType)
    self.engine = engine
    super.init()
    engine.client = self
  }

  /// Makes a context.
  public convenience init(_ type: ConcurrencyType) {
    self.init(
      concurrencyType: type == .mainQueue
        ? .mainQueueConcurrencyType : .privateQueueConcurrencyType)
  }

  deinit { (engine as? EngineContext)?.client = nil }

  /// The context that an engine's context belongs to.
  static func of(_ engine: ManagedObjectContext?) -> NSManagedObjectContext? {
    // A comparison of classes, since every object that is made asks this.
    guard let engine, Swift.type(of: engine) == EngineContext.self else { return nil }
    return unsafeDowncast(engine, to: EngineContext.self).client
  }

  // MARK: - The next level up

  /// The coordinator beneath the context.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { storedParent?.persistentStoreCoordinator ?? storedCoordinator }
    set {
      guard newValue !== persistentStoreCoordinator else { return }
      if persistentStoreCoordinator != nil { startAnew() }
      storedCoordinator = newValue
      guard let newValue else { return }
      connect { try self.engine.setPersistentStoreCoordinator(try newValue.frozenEngine()) }
    }
  }

  /// The context that this one fetches from and saves to.
  open var parent: NSManagedObjectContext? {
    get { storedParent }
    set {
      guard newValue !== storedParent else { return }
      if persistentStoreCoordinator != nil { startAnew() }
      storedParent = newValue
      guard let newValue else { return }
      connect { try self.engine.setParent(newValue.engine) }
    }
  }

  private func connect(_ body: () throws -> Void) {
    do { try body() } catch { misuse("\(error)") }
  }

  /// Exchanges the engine's context, which has one coordinator for good; its objects belong nowhere then.
  private func startAnew() {
    let former = engine
    engine.reset()
    let fresh = EngineContext(concurrencyType.engineType)
    fresh.client = self
    fresh.name = former.name
    fresh.undoManager = former.undoManager
    fresh.mergePolicy = former.mergePolicy
    (former as? EngineContext)?.client = nil
    storedCoordinator = nil
    storedParent = nil
    engine = fresh
  }

  // MARK: - Settings

  /// A name for messages.
  open var name: String? {
    get { engine.name }
    set { engine.name = newValue }
  }

  /// The author of saves in the history of stores.
  open var transactionAuthor: String? {
    get { engine.transactionAuthor }
    set { engine.transactionAuthor = newValue }
  }

  /// The undo manager; nil by default.
  open var undoManager: UndoManager? {
    get { engine.undoManager }
    set { engine.undoManager = newValue }
  }

  /// The policy for rows that were changed elsewhere: an `NSMergePolicy`.
  open var mergePolicy: Any {
    get { storedPolicy }
    set {
      storedPolicy = newValue
      engine.mergePolicy = (newValue as? NSMergePolicy)?.enginePolicy ?? .error
    }
  }

  /// A Boolean value that indicates whether the context merges by itself what others save.
  open var automaticallyMergesChangesFromParent: Bool {
    get { engine.automaticallyMergesChangesFromParent }
    set {
      guard persistentStoreCoordinator != nil else { return }
      engine.automaticallyMergesChangesFromParent = newValue
    }
  }

  /// A Boolean value that indicates whether deletions reach other objects when pending changes are processed.
  open var propagatesDeletesAtEndOfEvent: Bool {
    get { engine.propagatesDeletesAtEndOfEvent }
    set { engine.propagatesDeletesAtEndOfEvent = newValue }
  }

  /// A Boolean value that indicates whether the context holds every registered object.
  open var retainsRegisteredObjects: Bool {
    get { engine.retainsRegisteredObjects }
    set { engine.retainsRegisteredObjects = newValue }
  }

  /// A Boolean value that indicates whether a fault whose row is gone becomes a deleted object.
  open var shouldDeleteInaccessibleFaults: Bool {
    get { engine.shouldDeleteInaccessibleFaults }
    set { engine.shouldDeleteInaccessibleFaults = newValue }
  }

  /// The greatest age of a row that fills a fault, in seconds; negative for any age.
  open var stalenessInterval: TimeInterval {
    get { engine.stalenessInterval }
    set { engine.stalenessInterval = newValue }
  }

  // MARK: - Registered objects

  /// The registered objects that are alive.
  open var registeredObjects: Set<NSManagedObject> { Self.set(engine.registeredObjects) }

  /// The objects that were inserted and never saved.
  open var insertedObjects: Set<NSManagedObject> { Self.set(engine.insertedObjects) }

  /// The saved objects with unsaved changes.
  open var updatedObjects: Set<NSManagedObject> { Self.set(engine.updatedObjects) }

  /// The objects that a save will remove.
  open var deletedObjects: Set<NSManagedObject> { Self.set(engine.deletedObjects) }

  /// A Boolean value that indicates whether a save would write anything.
  open var hasChanges: Bool { engine.hasChanges }

  static func set(_ objects: [ManagedObject]) -> Set<NSManagedObject> {
    Set(objects.lazy.compactMap { $0 as? NSManagedObject })
  }

  // MARK: - New objects

  /// Inserts an object that was made without a context.
  open func insert(_ object: NSManagedObject) { engine.insert(object) }

  /// Marks an object for deletion.
  open func delete(_ object: NSManagedObject) { engine.delete(object) }

  /// Chooses the store that a new object is saved in.
  open func assign(_ object: Any, to store: NSPersistentStore) {
    guard let object = object as? NSManagedObject else { return }
    engine.assign(object, to: store.engine)
  }

  /// Gives new objects permanent IDs before they are saved.
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
    try cocoa(self) { try engine.obtainPermanentIDs(for: objects) }
  }

  // MARK: - Known objects

  /// Returns the registered object of an ID, if one is alive here.
  open func registeredObject(for id: NSManagedObjectID) -> NSManagedObject? {
    engine.registeredObject(for: id) as? NSManagedObject
  }

  /// Returns the object of an ID: a registered one, or a fault that is assumed to have a row.
  open func object(with id: NSManagedObjectID) -> NSManagedObject {
    unsafeDowncast(engine.object(with: id), to: NSManagedObject.self)
  }

  /// Returns the object of an ID with its values, or throws if there is none.
  open func existingObject(with id: NSManagedObjectID) throws -> NSManagedObject {
    try cocoa(self) {
      unsafeDowncast(try engine.existingObject(with: id), to: NSManagedObject.self)
    }
  }

  /// Brings an object up to date, or makes it a fault again.
  open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
    engine.refresh(object, mergeChanges: flag)
  }

  /// Brings all objects up to date.
  open func refreshAllObjects() { engine.refreshAllObjects() }

  /// Compares an object with its row at the next save, although it has no changes.
  open func detectConflicts(for object: NSManagedObject) { engine.detectConflicts(for: object) }

  /// Merges what another context has saved, as its notification says; from any thread.
  open func mergeChanges(fromContextDidSave notification: Notification) {
    engine.mergeChanges(SavedChanges(lists: notification.userInfo ?? [:]))
  }

  // MARK: - Saving

  /// Writes all unsaved changes, or throws and changes nothing.
  open func save() throws { try cocoa(self) { try engine.save() } }

  /// Takes all unsaved changes back.
  open func rollback() { engine.rollback() }

  /// Forgets all objects and their changes.
  open func reset() { engine.reset() }

  // MARK: - Fetching

  /// Returns what a request finds.
  open func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] {
    try cocoa(self) { try FetchExecution(request.storage, in: self).results(of: T.self) }
  }

  /// Returns how many objects a request finds.
  open func count<T>(for request: NSFetchRequest<T>) throws -> Int {
    try cocoa(self) { try FetchExecution(request.storage, in: self).count() }
  }

  /// Carries out a request that goes straight to the stores.
  @discardableResult
  open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    try cocoa(self) { try request.carryOut(in: self) }
  }

  // MARK: - Undoing and queues

  /// Sends a block to the context's queue and returns at once.
  open func perform(_ block: @escaping () -> Void) {
    let carried = Carried(value: block)
    engine.perform {
      carried.value()
      // The context lives as long as what was sent to it.
      withExtendedLifetime(self) {}
    }
  }

  /// Runs a block on the context's queue and returns when it is done.
  @_disfavoredOverload open func performAndWait(_ block: () -> Void) {
    engine.performAndWait(block)
  }

  /// Reverses the latest group of changes.
  open func undo() { engine.undo() }

  /// Reverses the latest undo.
  open func redo() { engine.redo() }

  /// Brings relationships and observers up to date with what was changed.
  open func processPendingChanges() { engine.processPendingChanges() }

  open override var description: String {
    "NSManagedObjectContext" + (name.map { " '\($0)'" } ?? "")
  }
}

/// Which thread a context belongs to, under its older name.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  /// The thread that made the context.
  case confinementConcurrencyType = 0
  /// Any thread, on a queue of the context's own.
  case privateQueueConcurrencyType = 1
  /// The main thread.
  case mainQueueConcurrencyType = 2

  var engineType: ManagedObjectContext.ConcurrencyType {
    switch self {
    case .confinementConcurrencyType: .confinement
    case .privateQueueConcurrencyType: .privateQueue
    case .mainQueueConcurrencyType: .mainQueue
    }
  }
}
