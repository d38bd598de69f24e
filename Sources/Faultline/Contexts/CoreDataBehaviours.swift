// Where the framework of today does something else than its guides say: one switch each, all of them off.

/// What a context does as Core Data was observed to do it, and not as its guides describe it.
///
/// Every switch is a matter of evidence: <doc:Deviations> lists them with their sources, and how sure these are. Without
/// any a context keeps what the guides promise. A switch can be set at any time and counts from the next request on.
///
/// ```swift
/// context.behaviours = .coreData          // all that several reports, or Apple's own pages, agree on
/// context.behaviours.insert(.emptySavesAskTheStore)
/// ```
public struct CoreDataBehaviours: OptionSet, Sendable, Hashable {
  /// The switches as bits.
  public let rawValue: UInt32

  /// Takes switches as bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A context with a parent ignores batch sizes: it loads all objects of a request at once, and holds them.
  public static let childrenIgnoreBatchSizes = CoreDataBehaviours(rawValue: 1 << 0)
  /// A context with a parent ignores what is to be prefetched.
  public static let childrenIgnorePrefetching = CoreDataBehaviours(rawValue: 1 << 1)
  /// A result with a batch size is read as a Swift array: batch after batch is filled at once, and all of them are held.
  ///
  /// Members of a relationship are copied into a `Set` as they come.
  public static let arraysFillEveryBatch = CoreDataBehaviours(rawValue: 1 << 2)
  /// A results controller whose request has no batch size loads all objects in one request, and holds them.
  public static let controllersLoadEverything = CoreDataBehaviours(rawValue: 1 << 3)
  /// A merge asks for objects one by one, instead of once for each entity.
  public static let mergesAskOneByOne = CoreDataBehaviours(rawValue: 1 << 4)
  /// A results controller does not notice what was merged about objects that are not loaded; iOS 10 fixed that.
  public static let controllersMissFaults = CoreDataBehaviours(rawValue: 1 << 5)
  /// A database judges conditions in SQL's own way, where a comparison with NULL is neither true nor false; conditions
  /// that are judged in memory stay two-valued.
  public static let storesCompareAsSQL = CoreDataBehaviours(rawValue: 1 << 6)
  /// `shouldRefreshRefetchedObjects` refreshes nothing.
  public static let refetchingRefreshesNothing = CoreDataBehaviours(rawValue: 1 << 7)
  /// A context with a parent never learns the permanent IDs that its objects get further up.
  public static let childrenKeepTemporaryIDs = CoreDataBehaviours(rawValue: 1 << 8)
  /// A limit and an offset count what is stored, and unsaved changes are put in afterwards; one report.
  public static let limitsCountWhatIsStored = CoreDataBehaviours(rawValue: 1 << 9)
  /// A save without changes is a request to the store; one report.
  public static let emptySavesAskTheStore = CoreDataBehaviours(rawValue: 1 << 10)

  /// Rows stay in the row cache for as long as their store is open, whether an object uses them or not; nothing public
  /// settles it.
  public static let rowsStayInTheCache = CoreDataBehaviours(rawValue: 1 << 11)
  /// A context registers what its children fetch through it, and holds that until it is reset or goes; nothing public
  /// settles it.
  public static let parentsRegisterWhatIsServed = CoreDataBehaviours(rawValue: 1 << 12)

  /// Data that a store keeps in files of their own is read when an object is asked for it, and goes when the object
  /// turns into a fault.
  public static let externalDataIsReadWhenAsked = CoreDataBehaviours(rawValue: 1 << 13)
  /// Prefetching registers no object: rows wait in the row cache until the context is reset or goes; nothing public
  /// settles it.
  public static let prefetchingBringsRowsAlone = CoreDataBehaviours(rawValue: 1 << 14)

  /// A batch delete follows no delete rule: its rows go, and what referred to them stays as it is; one report.
  public static let batchesDeleteRowsAlone = CoreDataBehaviours(rawValue: 1 << 15)

  /// A merging refresh, and a merge of a save, let go of what unchanged relationships lead to, and make them faults;
  /// nothing public settles it.
  public static let mergesReleaseRelationships = CoreDataBehaviours(rawValue: 1 << 16)

  /// A context that ends lets its objects go of what they refer to, so that no retain cycle outlives it; nothing public
  /// settles it.
  public static let contextsEndTheirCycles = CoreDataBehaviours(rawValue: 1 << 17)

  /// Data that a store keeps in files of their own is read when an object is asked for it, and stays when the object
  /// turns into a fault, until the object is deallocated; one published measurement.
  public static let externalDataOutlivesRefaults = CoreDataBehaviours(rawValue: 1 << 18)

  /// The destination of a to-one relationship is made when the relationship is first followed or set, and not as soon as
  /// its owner has its values.
  public static let destinationsComeWhenFollowed = CoreDataBehaviours(rawValue: 1 << 19)

  /// All that Apple documents, that several independent reports describe, or that a published measurement shows, and
  /// when destinations are made, of which there is no report.
  public static let coreData: CoreDataBehaviours = [
    .childrenIgnoreBatchSizes, .childrenIgnorePrefetching, .arraysFillEveryBatch,
    .controllersLoadEverything, .mergesAskOneByOne, .storesCompareAsSQL,
    .refetchingRefreshesNothing,
    .childrenKeepTemporaryIDs, .externalDataOutlivesRefaults, .destinationsComeWhenFollowed,
  ]
}

extension ManagedObjectContext {
  /// Where the context does as Core Data was observed to do it, and not as its guides say; nowhere by default.
  ///
  /// Two such differences are no matter of a context's requests: ``undoManager`` is set to nil, and
  /// ``StoreOptions/longestLog`` bounds the log beside a store's file.
  public var behaviours: CoreDataBehaviours {
    get { settings.behaviours }
    set {
      fromAnywhere {
        settings.behaviours = newValue
        arrange(persistentStoreCoordinator)
      }
    }
  }

  /// Lets the coordinator do what only it can do of how the context is to behave: what the row cache keeps, and what
  /// rows have.
  func arrange(_ coordinator: PersistentStoreCoordinator?) {
    let wanted = settings.behaviours.rawValue
    if wanted & CoreDataBehaviours.rowsStayInTheCache.rawValue != 0 { coordinator?.keepRows() }
    let readsLater =
      CoreDataBehaviours.externalDataIsReadWhenAsked.rawValue
      | CoreDataBehaviours.externalDataOutlivesRefaults.rawValue
    if wanted & readsLater != 0 { coordinator?.leaveDataInFiles() }
  }

  /// A Boolean value that indicates whether a fault keeps the data that it has read from files.
  var faultsKeepDataFromFiles: Bool {
    settings.behaviours.rawValue & CoreDataBehaviours.externalDataOutlivesRefaults.rawValue != 0
  }

  /// Whether prefetching registers no object: only where a row cache can have the rows, and faults fire from it.
  var prefetchesRowsAlone: Bool {
    settings.behaviours.contains(.prefetchingBringsRowsAlone) && settings.usesRowCache
      && settings.usesFaults && settings.uniquesObjects
  }

  /// What was prefetched and waits, from the first time on.
  var waitingRows: WaitingRows {
    if let waiting { return waiting }
    let fresh = WaitingRows()
    waiting = fresh
    return fresh
  }

  /// Whether what children fetch is registered here.
  ///
  /// By its bit alone: a context asks this at its end too, where a debug build would allocate for a set's own question.
  var registersWhatIsServed: Bool {
    settings.behaviours.rawValue & CoreDataBehaviours.parentsRegisterWhatIsServed.rawValue != 0
  }

  /// A Boolean value that indicates whether the destinations of to-one relationships come with their owner's values.
  ///
  /// Every fault that fires asks for it, so it looks at its bit alone.
  var makesDestinations: Bool {
    settings.behaviours.rawValue & CoreDataBehaviours.destinationsComeWhenFollowed.rawValue == 0
  }

  /// A Boolean value that indicates whether the context ends the retain cycles of its objects.
  var endsItsCycles: Bool {
    settings.behaviours.rawValue & CoreDataBehaviours.contextsEndTheirCycles.rawValue != 0
  }

  /// Whether a batch size counts for nothing, because the context has a parent.
  var ignoresBatchSizes: Bool {
    settings.behaviours.contains(.childrenIgnoreBatchSizes) && settings.parent != nil
  }

  /// Whether what a request wants prefetched is left where it is, because the context has a parent.
  func ignoresPrefetching(of request: FetchRequest) -> Bool {
    settings.behaviours.contains(.childrenIgnorePrefetching) && settings.parent != nil
      && !request.relationshipKeyPathsForPrefetching.isEmpty
  }
}
