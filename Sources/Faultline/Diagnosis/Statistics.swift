// Everything that the engine counts: plain integers, owned by the confined context or by the coordinator.

/// Whether the engine counts at all: it does, but for a build that shows what counting costs.
enum Counting {
  @inline(__always) static var isOn: Bool {
    #if FAULTLINE_UNCOUNTED
      false
    #else
      true
    #endif
  }
}

/// What a context has counted since it was made.
public struct ContextStatistics: Sendable, Equatable {
  /// Objects that were filled with their values when first touched.
  public var faultsFired = 0
  /// To-many relationships that were filled when first touched.
  public var relationshipFaultsFired = 0
  /// Faults that were filled together with others in one request.
  public var faultsBatched = 0
  /// Faults whose rows were fetched along the key paths of a request.
  public var faultsPrefetched = 0
  /// Relationships of which a save has written one end only, since the other was refaulted (C4).
  public var danglingRelationships = 0
  /// Objects that were turned back into faults.
  public var objectsTurnedIntoFaults = 0
  /// Objects that a garbage-collected environment has released, since they could not be reached from
  /// outside of the graph.
  public var objectsCollected = 0
  /// Objects made by `insertNewObject`.
  public var objectsInserted = 0
  /// Saves that reached the stores.
  public var saves = 0
  /// Objects that merges have brought in, brought up to date or marked deleted.
  public var objectsMerged = 0
  /// Fetches that were run.
  public var fetches = 0
  /// Objects that the autorelease pool holds now.
  public var pooledObjects = 0

  /// Makes counters of zero.
  public init() {}

  /// Adds what another context has counted.
  package static func += (sum: inout ContextStatistics, other: ContextStatistics) {
    sum.faultsFired += other.faultsFired
    sum.relationshipFaultsFired += other.relationshipFaultsFired
    sum.faultsBatched += other.faultsBatched
    sum.faultsPrefetched += other.faultsPrefetched
    sum.danglingRelationships += other.danglingRelationships
    sum.objectsTurnedIntoFaults += other.objectsTurnedIntoFaults
    sum.objectsCollected += other.objectsCollected
    sum.objectsInserted += other.objectsInserted
    sum.saves += other.saves
    sum.objectsMerged += other.objectsMerged
    sum.fetches += other.fetches
    sum.pooledObjects += other.pooledObjects
  }
}

/// What a coordinator has counted since it was made.
public struct CoordinatorStatistics: Sendable, Equatable {
  /// Rows that the row cache holds now.
  public var rowCacheEntries = 0
  /// Faults that found their row in the cache.
  public var rowCacheHits = 0
  /// Faults that had to ask a store.
  public var rowCacheMisses = 0
  /// Requests that went to a store.
  public var roundTrips = 0
  /// Rows that stores handed up: with values, as keys alone, known already, or as members of a relationship.
  public var rowsRead = 0
  /// Rows that stores were given, those of their histories included.
  public var rowsWritten = 0
  /// Statements that stores ran.
  public var statements = 0
  /// Transactions in which stores wrote: rows, keys that were set aside, or what a store says about itself.
  public var transactions = 0
  /// Bytes of the write-ahead logs that lie beside the stores' files now.
  public var logBytes = 0
  /// The most bytes that these logs have had, store by store.
  public var longestLogBytes = 0
  /// Bytes of the stores' files.
  public var fileBytes = 0
  /// Pages of these files that were free after the last save; nil where no store gives them back.
  public var freePages: Int?
  /// Free pages that saves have given back to the file system.
  public var pagesGivenBack = 0

  /// Makes counters of zero.
  public init() {}
}
