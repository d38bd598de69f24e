// What can be set about a context: on a queue context from any thread (P6).

extension ManagedObjectContext {
  /// What was set.
  struct Settings {
    var name: String?
    var coordinator: PersistentStoreCoordinator?
    var parent: ManagedObjectContext?
    var undoManager: UndoManager? = UndoManager()
    var usesAutoreleasePool = false
    var retainsRegisteredObjects = false
    var uniquesObjects = true
    var usesFaults = true { didSet { noteFiring() } }
    var usesRowCache = true { didSet { noteFiring() } }
    var collectsCycles = false
    /// Whether a fault may fire from the row that it already has, whatever its age, and brings no
    /// other object along.
    private(set) var faultsFireAlone = true
    var mergePolicy = MergePolicy.error
    var stalenessInterval = -1.0 { didSet { noteFiring() } }
    var shouldDeleteInaccessibleFaults = true
    var propagatesDeletesAtEndOfEvent = true
    var mergedDeletionsFollowRules = true
    var automaticallyMergesChangesFromParent = false

    private mutating func noteFiring() {
      faultsFireAlone = usesFaults && usesRowCache && stalenessInterval < 0
    }
  }

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
