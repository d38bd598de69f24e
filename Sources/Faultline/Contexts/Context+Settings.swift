// What can be set about a context as a program uses it: on a queue context from any thread (P6).

extension ManagedObjectContext {
  /// A name for messages and reports.
  public var name: String? {
    get { settings.name }
    set {
      fromAnywhere {
        settings.name = newValue
        queue.rename(newValue)
      }
    }
  }

  /// Whether what the context hands out lives at least until the turn ends, as under an autorelease pool.
  public var usesAutoreleasePool: Bool {
    get { settings.usesAutoreleasePool }
    set {
      fromAnywhere {
        settings.usesAutoreleasePool = newValue
        link.usesPool = newValue
      }
    }
  }

  /// Whether the context holds every registered object (R4); turning it off lets them go.
  public var retainsRegisteredObjects: Bool {
    get { settings.retainsRegisteredObjects }
    set {
      fromAnywhere {
        guard newValue != settings.retainsRegisteredObjects else { return }
        settings.retainsRegisteredObjects = newValue
        retainRegistered(newValue)
      }
    }
  }

  /// Remembers what was changed, so that it can be undone; present by default, and unlimited (U2).
  ///
  /// It holds every changed object (U1) and ends with the context, unless the program keeps a reference to it
  /// (U4). Set nil where nothing will ever be undone: an import then needs a fraction of the memory (U5).
  public var undoManager: UndoManager? {
    get { settings.undoManager }
    set {
      // Safe, since the setting thread waits until that is done.
      nonisolated(unsafe) let manager = newValue
      fromAnywhere {
        let former = settings.undoManager
        settings.undoManager = manager
        if manager !== former { exchange(former) }
      }
    }
  }

  /// What a save does about rows that were changed elsewhere.
  public var mergePolicy: MergePolicy {
    get { settings.mergePolicy }
    set { fromAnywhere { settings.mergePolicy = newValue } }
  }

  /// How many seconds old a row may be that fills a fault; negative, the default, for any age (semantics 69).
  public var stalenessInterval: Double {
    get { settings.stalenessInterval }
    set {
      fromAnywhere {
        settings.stalenessInterval = newValue
        if newValue > 0 { persistentStoreCoordinator?.keepFetchTimes() }
      }
    }
  }

  /// Whether a fault whose row is gone becomes a deleted object without values; otherwise it stops (semantics 49).
  public var shouldDeleteInaccessibleFaults: Bool {
    get { settings.shouldDeleteInaccessibleFaults }
    set { fromAnywhere { settings.shouldDeleteInaccessibleFaults = newValue } }
  }

  /// Whether deletions reach other objects when pending changes are processed, or only at a save.
  public var propagatesDeletesAtEndOfEvent: Bool {
    get { settings.propagatesDeletesAtEndOfEvent }
    set { fromAnywhere { settings.propagatesDeletesAtEndOfEvent = newValue } }
  }

  /// Whether deletions that are merged follow their delete rules here, as those of this context do; true by default.
  ///
  /// Objects that lead to a deleted one lead nowhere then, and those that it owns are deleted with it, with or without
  /// unsaved changes, so that the next save does not meet references to what is gone. Nothing is loaded for that: what
  /// others have stored, the save that is merged has dealt with. Nothing of it can be undone. Turned off, a merge marks
  /// the deleted objects and no others.
  public var mergedDeletionsFollowRules: Bool {
    get { settings.mergedDeletionsFollowRules }
    set { fromAnywhere { settings.mergedDeletionsFollowRules = newValue } }
  }

  /// Whether the context merges by itself what others save to its coordinator or its parent (semantics 173).
  ///
  /// It does so on its own queue, so a context that is confined to a thread cannot: that stops with a sentence.
  public var automaticallyMergesChangesFromParent: Bool {
    get { settings.automaticallyMergesChangesFromParent }
    set {
      do throws(GraphError) { try setMergesAutomatically(newValue) } catch { misuse(error) }
    }
  }

  /// Follows saves or ceases to, or says why that cannot be.
  package func setMergesAutomatically(_ merges: Bool) throws(GraphError) {
    try settling { () throws(GraphError) in
      guard merges != settings.automaticallyMergesChangesFromParent else { return }
      guard concurrencyType != .confinement else {
        throw GraphError(
          .coreData,
          "Context \(queue.title) is confined to a thread and cannot merge by itself; make it with "
            + ".privateQueue or .mainQueue.")
      }
      let coordinator = try coordinator()
      let followers = parent?.followers ?? coordinator.followers
      if merges { followers.add(self) } else { followers.remove(self) }
      settings.automaticallyMergesChangesFromParent = merges
    }
  }

  /// Whether every use on a wrong queue or thread stops with a sentence.
  ///
  /// On from the start in debug builds, and with `FAULTLINE_CHECK_QUEUES=1` in the environment. A check costs some
  /// nanoseconds, and while checks are on, typed keys find their places by a call: set it before the context has
  /// objects, or leave it to the environment.
  public var checksQueue: Bool {
    get { link.checksQueue }
    set {
      link.checksQueue = newValue
      registry.forEachIdentityTable { $0.setToken(isChecked: newValue) }
    }
  }

  // MARK: - The next level up

  /// The coordinator beneath the context, also if there are other contexts in between.
  public var persistentStoreCoordinator: PersistentStoreCoordinator? {
    settings.coordinator
  }

  /// The context that this one fetches from and saves to, and keeps; nil for one that does so with its coordinator.
  public var parent: ManagedObjectContext? { settings.parent }

  /// Sets the coordinator; taking it away is refused, because objects would lose their stores (R7).
  public func setPersistentStoreCoordinator(
    _ coordinator: PersistentStoreCoordinator?
  ) throws(GraphError) {
    try settling { () throws(GraphError) in
      try settings.connect(to: coordinator)
      link.join(coordinator?.tally)
      if stalenessInterval > 0 { coordinator?.keepFetchTimes() }
      arrange(coordinator)
    }
  }

  /// Sets the parent, before the context is used; a confined context cannot be a parent (P4).
  public func setParent(_ parent: ManagedObjectContext?) throws(GraphError) {
    try settling { () throws(GraphError) in
      guard parent !== settings.parent else { return }
      if settings.parent != nil || settings.coordinator != nil {
        throw GraphError(
          .coreData,
          "A context's parent or coordinator cannot be taken away or exchanged; let the context go and make another."
        )
      }
      guard let parent else { return }
      if parent.concurrencyType == .confinement {
        throw GraphError(
          .coreData,
          "Context \(parent.queue.title) is confined to a thread and cannot be a parent; make it with "
            + ".privateQueue or .mainQueue.")
      }
      let coordinator = try parent.performingAndWait { () throws(GraphError) in
        try parent.settings.becomeParent(parent.queue.title)
        return try parent.coordinator()
      }
      settings.attach(to: parent, coordinator)
      coordinator.listen()
      link.join(parent.link.tally ?? coordinator.tally)
      if stalenessInterval > 0 { coordinator.keepFetchTimes() }
      arrange(coordinator)
    }
  }

  /// The coordinator, or an error that says that there is none.
  func coordinator() throws(GraphError) -> PersistentStoreCoordinator {
    guard let persistentStoreCoordinator else { throw noCoordinator }
    return persistentStoreCoordinator
  }

  /// Why nothing can be made, fetched or saved in a context without a coordinator.
  var noCoordinator: GraphError {
    GraphError(
      .coreData,
      "The context has no coordinator; call setPersistentStoreCoordinator or setParent first.")
  }

  // MARK: - Setting

  /// Sets something now, or says why it cannot be.
  func settling(_ body: () throws(GraphError) -> Void) throws(GraphError) {
    var refusal: GraphError?
    fromAnywhere {
      do throws(GraphError) { try body() } catch { refusal = error }
    }
    if let refusal { throw refusal }
  }

  /// Sets something now: at once where the caller may use the context, or else as soon as it may.
  func fromAnywhere(_ body: () -> Void) {
    guard !queue.isOpen else { return body() }
    if case .confined = queue.kind { return body() }
    do throws(GraphError) { try queue.work(body) } catch { misuse(error) }
  }
}

// What was set about a context, and which settings exclude each other.
extension ManagedObjectContext {
  /// What was set: each a value of its own, but for those that only a function may set.
  struct Settings {
    var name: String?
    var transactionAuthor: String?
    /// Set once; that of the parent, where there is one.
    private(set) var coordinator: PersistentStoreCoordinator?
    /// Set once, and with it the coordinator.
    private(set) var parent: ManagedObjectContext?
    var undoManager: UndoManager? = UndoManager()
    var usesAutoreleasePool = false
    var retainsRegisteredObjects = false
    var usesRowCache = true { didSet { noteFiring() } }
    var collectsCycles = false
    var mergePolicy = MergePolicy.error
    var stalenessInterval = -1.0 { didSet { noteFiring() } }
    var shouldDeleteInaccessibleFaults = true
    var propagatesDeletesAtEndOfEvent = true
    var mergedDeletionsFollowRules = true
    var automaticallyMergesChangesFromParent = false
    var behaviours: CoreDataBehaviours = []
    /// Whether other contexts have this one as their parent, or had; a parent uniques its objects.
    private(set) var isParent = false
    /// Whether a record has one object; false only in a context with faults that is no parent.
    private(set) var uniquesObjects = true
    private(set) var usesFaults = true { didSet { noteFiring() } }
    /// Whether a fault may fire from the row that it already has, whatever its age, and brings no
    /// other object along.
    private(set) var faultsFireAlone = true

    private mutating func noteFiring() {
      faultsFireAlone = usesFaults && usesRowCache && stalenessInterval < 0
    }

    /// Sets the coordinator, which cannot be taken away (R7).
    mutating func connect(to coordinator: PersistentStoreCoordinator?) throws(GraphError) {
      if parent != nil {
        throw GraphError(
          .coreData,
          "A context with a parent uses its parent's coordinator; set one of the two, not both.")
      }
      if let current = self.coordinator, current !== coordinator {
        throw GraphError(
          .coreData,
          "A context's coordinator cannot be taken away or exchanged; let the context go and make another."
        )
      }
      self.coordinator = coordinator
    }

    /// Sets the parent and its coordinator, before there is a coordinator.
    mutating func attach(to parent: ManagedObjectContext, _ coordinator: PersistentStoreCoordinator)
    {
      self.parent = parent
      self.coordinator = coordinator
    }

    /// Makes the context a parent, or says why it cannot be one.
    mutating func becomeParent(_ title: String) throws(GraphError) {
      guard uniquesObjects else { throw ambiguousParent(title) }
      isParent = true
    }

    /// Uniques objects or does not, or says why that cannot be.
    mutating func setUniquesObjects(_ uniques: Bool, _ title: String) throws(GraphError) {
      if !uniques, isParent { throw ambiguousParent(title) }
      if !uniques, !usesFaults { throw endlessReach() }
      uniquesObjects = uniques
    }

    /// Goes with or without faults, or says why that cannot be.
    mutating func setUsesFaults(_ uses: Bool) throws(GraphError) {
      if !uses, !uniquesObjects { throw endlessReach() }
      usesFaults = uses
    }

    /// Why a context without uniquing has no children.
    private func ambiguousParent(_ title: String) -> GraphError {
      GraphError(
        .coreData,
        "Context \(title) does not unique its objects and cannot be a parent: a child could not know "
          + "which of a record's objects it edits. Turn uniquesObjects on.")
    }

    /// Why a context goes without faults or without uniquing, and not without both.
    private func endlessReach() -> GraphError {
      GraphError(
        .coreData,
        "Without faults and without uniquing, two objects that lead to each other would be loaded without end; "
          + "turn usesFaults or uniquesObjects on.")
    }
  }
}
