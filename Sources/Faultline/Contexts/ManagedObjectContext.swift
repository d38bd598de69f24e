// The face of a context, and all that it stores.

public import Foundation

/// Makes objects, finds them, fills them with their values, and saves what was changed.
///
/// A context does not hold its objects, nor do they hold it (R1, R2): it finds the ones that are held
/// elsewhere, and holds only those with unsaved changes (R3), or all of them if
/// `retainsRegisteredObjects` is set (R4). Unchecked Sendable: every context has a queue, or a
/// thread, on which alone it may be used (P6).
open class ManagedObjectContext: @unchecked Sendable {
  /// Which thread a context belongs to.
  public enum ConcurrencyType: Sendable {
    /// The thread that made the context, and no other: it has no queue.
    case confinement
    /// Any thread, on the context's own queue, by `perform` or `performAndWait`.
    case privateQueue
    /// The main thread, directly or by `perform` and `performAndWait`.
    case mainQueue
  }

  /// Which thread or queue the context belongs to.
  public final let concurrencyType: ConcurrencyType
  /// Whether objects have no classes of their own and nothing is validated: for changes that go straight to stores.
  final let isPlain: Bool

  /// Notes of the program's own, which the engine does not read.
  public final var userInfo: [String: Any] = [:]

  /// What the context has counted.
  public internal(set) final var statistics: ContextStatistics {
    @inline(__always) get { counts }
    @inline(__always) _modify {
      guard Counting.isOn else {
        var nowhere = ContextStatistics()
        yield &nowhere
        return
      }
      yield &counts
    }
  }
  @exclusivity(unchecked) private final var counts = ContextStatistics()

  // Unchecked, like all that every operation asks: one caller at a time uses a context.
  /// What was set, and may be set from any thread.
  @exclusivity(unchecked) final var settings = Settings()
  final let link = ContextLink()
  /// Decides which thread may use the context now.
  final let queue: ContextQueue
  // Unchecked: one thread uses a context, and nothing is called back while these are being changed.
  /// How objects are found.
  @exclusivity(unchecked) final var registry = Registry()
  /// What a save would write.
  @exclusivity(unchecked) final var changes = ChangeTracker()
  /// What observers are to be notified of.
  @exclusivity(unchecked) final var notifier = Notifier()
  /// Children that merge by themselves what is saved here.
  final let followers = Followers()
  /// The turns that are going on.
  @exclusivity(unchecked) final var pool = TurnPool()
  /// What waits for the next save.
  @exclusivity(unchecked) final var agenda = SaveAgenda()
  /// What was made for callers and may still be in use.
  final var containers = IssuedContainers()
  /// What was prefetched and waits for objects, where prefetching registers none.
  final var waiting: WaitingRows?

  /// Makes a context; give it a coordinator before its first use.
  public convenience init(concurrencyType: ConcurrencyType = .confinement) {
    self.init(concurrencyType, isPlain: false)
  }

  /// Makes a context; in one that is plain, objects have no classes of their own.
  package init(_ concurrencyType: ConcurrencyType, isPlain: Bool) {
    self.concurrencyType = concurrencyType
    self.isPlain = isPlain
    queue = ContextQueue(concurrencyType, number: link.number)
    link.join(self)
    settings.undoManager?.join(link)
  }

  deinit {
    // A context's end lets go of what it held and leaves the objects as they are: realized references stay, so a cycle
    // outlives its context, unless that is switched off.
    link.cut()
    notifier.observers?.removeAll()
    if settings.parent != nil { settings.coordinator?.stopListening() }
    if settings.retainsRegisteredObjects || registersWhatIsServed { retainRegistered(false) }
    _ = changes.takeAll()
    _ = pool.take(from: 0)
    while pool.depth > 0 {
      pool.endTurn()
      OpenTurns.end(self)
    }
    // Copies of values are laid out as the model says, which may go with the coordinator.
    notifier.formerValues = FormerValues()
    if endsItsCycles { CycleCollector(context: self).releaseReferences() }
    if settings.collectsCycles { CycleCollector(context: self).collectAtEnd() }
    registry.forEachIdentityTable { $0.leaveRowCache() }
    // Copies of values need the layouts of their entities, which may go with the model that is let go next.
    notifier.formerValues = FormerValues()
  }

  /// Stops the program if the context may not be used here.
  @inline(__always) final func checkQueue(_ member: StaticString = #function) {
    if link.checksQueue { queue.check("\(member)") }
  }

  /// Posts a notification of the context's own; override it to post another one in its place.
  ///
  /// The user info has the values that ``NotificationKey`` describes.
  open func post(_ name: Notification.Name, userInfo: [AnyHashable: Any]?) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }

  // MARK: - Registered objects

  /// The registered objects that are alive, in the order of their registration.
  public final var registeredObjects: [ManagedObject] {
    checkQueue()
    return Array(registry.objects())
  }

  /// How many objects are registered and alive.
  public final var registeredObjectCount: Int {
    checkQueue()
    return registry.count
  }

  /// Visits every registered object that is alive, in the order of registration.
  public final func forEachRegistered(_ body: (ManagedObject) -> Void) {
    checkQueue()
    for object in registry.objects() { body(object) }
  }

  /// The objects that were inserted and never saved.
  public final var insertedObjects: [ManagedObject] {
    checkQueue()
    return changes.list.objects { $0.isInserted }
  }

  /// The saved objects with unsaved changes.
  public final var updatedObjects: [ManagedObject] {
    checkQueue()
    return changes.list.objects { $0.isUpdated }
  }

  /// The objects that a save will remove.
  public final var deletedObjects: [ManagedObject] {
    checkQueue()
    return changes.list.objects { $0.isDeleted }
  }

  /// How many objects were inserted and never saved.
  public final var insertedObjectCount: Int {
    checkQueue()
    return changes.list.inserted
  }

  /// How many saved objects have unsaved changes.
  public final var updatedObjectCount: Int {
    checkQueue()
    return changes.list.count - changes.list.inserted - changes.list.deleted
  }

  /// How many objects a save will remove.
  public final var deletedObjectCount: Int {
    checkQueue()
    return changes.list.deleted
  }

  /// How many objects have unsaved changes of any kind, and are held for them.
  package final var changedObjectCount: Int { changes.list.count }

  /// Whether a save would write anything.
  public final var hasChanges: Bool {
    checkQueue()
    return changes.list.count > 0
  }

  // MARK: - Saving

  /// Writes all unsaved changes to the stores, or throws and changes nothing.
  public final func save() throws(GraphError) {
    checkQueue()
    try saving()
  }

  /// Saves; a parent that is asked to does so on its own queue.
  package final func saving() throws(GraphError) {
    var save = SavePipeline(self)
    try save.run()
  }

  /// Whether a save would write or compare anything.
  final var hasSomethingToSave: Bool { hasChanges || !agenda.watched.isEmpty }

  // MARK: - Holding

  /// Notes that observers are to be notified of an object that is listed already.
  final func touch(_ object: ManagedObject) {
    guard !object.flags.contains(.touched) else { return }
    object.flags.insert(.touched)
    notifier.touch(object)
    if link.keepsFormerValues { notifier.formerValues.keep(object) }
  }

  /// Lets go of an object that has no changes any more.
  final func unpin(_ object: ManagedObject) {
    if changes.unpin(object) { notifier.touch(object) }
  }

  /// Lets the current turn's pool hold what is handed out, where pools are in use.
  @discardableResult final func handOut(_ object: ManagedObject) -> ManagedObject {
    if usesAutoreleasePool {
      if pool.depth == 0 { OpenTurns.join(self) }
      pool.add(object)
    }
    return object
  }

  final func retainRegistered(_ retains: Bool) {
    for object in registry.objects() {
      if retains { hold(object) } else { letGo(of: object) }
    }
  }

  /// Holds one object for `retainsRegisteredObjects`.
  final func hold(_ object: ManagedObject) {
    guard !object.flags.contains(.retained) else { return }
    object.flags.insert(.retained)
    _ = Unmanaged.passRetained(object)
  }

  /// Ends what `hold` began.
  final func letGo(of object: ManagedObject) {
    guard object.flags.contains(.retained) else { return }
    object.flags.remove(.retained)
    Unmanaged.passUnretained(object).release()
  }

  // MARK: - Memory

  /// Shows every block of the context's own, and those of objects that it holds and that cannot be found any more.
  package final func showBlocks(to visitor: BlockVisitor) {
    visitor.show(self, .registry)
    visitor.show(link, .registry)
    visitor.show(queue, .registry)
    registry.showBlocks(to: visitor)
    changes.showBlocks(to: visitor)
    notifier.showBlocks(to: visitor)
    followers.showBlocks(to: visitor)
    pool.showBlocks(to: visitor)
    agenda.showBlocks(to: visitor)
    containers.showBlocks(to: visitor)
    waiting?.showBlocks(to: visitor)
    undoManager?.showBlocks(to: visitor)
  }
}
