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
