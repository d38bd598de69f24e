// What to look for: the same value goes to contexts and to stores.

/// A question to a context, for the objects of an entity.
public struct FetchRequest: Sendable {
  /// The name of the entity.
  public var entityName: String
  /// What an object must satisfy; nil for all objects.
  public var predicate: FetchPredicate?
  /// The order of the answer; without keys, by entity and key.
  public var sortKeys: [SortKey] = []
  /// The stores that are asked; nil for all of the coordinator's.
  public var affectedStores: [any PersistentStore]?
  /// The most objects that are returned; 0 for no limit.
  public var fetchLimit = 0
  /// How many of the first objects are left out.
  public var fetchOffset = 0
  /// Whether objects of subentities count.
  public var includesSubentities = true
  /// Whether unsaved changes count: new objects come, deleted ones go, and changed ones are judged as they are now.
  public var includesPendingChanges = true
  /// Whether the store reads values along with the keys, and so fills the row cache.
  public var includesPropertyValues = true
  /// Whether objects are returned as faults, to be filled from the row cache when they are touched.
  public var returnsObjectsAsFaults = true

  /// How many objects `fetchBatched` fills at a time; 0 for all at once.
  public var fetchBatchSize = 0
  /// Relationships to follow in the same go, such as `department` or `manager.department`.
  public var relationshipKeyPathsForPrefetching: [String] = []
  /// Whether objects that have their values already are brought up to date; unsaved changes stay.
  public var shouldRefreshRefetchedObjects = false

  /// What the dictionaries of `fetchDictionaries` have, and what the objects of `fetch` know as faults; everything,
  /// if nothing is named.
  ///
  /// Objects can be fetched with attributes that are stored and with to-one relationships, each by its name: reading
  /// what was named costs nothing, and anything else fires the fault.
  public var propertiesToFetch: [PropertyExpression] = []
  /// What the objects of a group have in common, where dictionaries stand for groups.
  public var propertiesToGroupBy: [PropertyExpression] = []
  /// What a group must satisfy.
  public var havingPredicate: FetchPredicate?
  /// Whether equal dictionaries come once.
  public var returnsDistinctResults = false

  /// Asks for the objects of an entity, all of them or those that satisfy a predicate.
  public init(entityName: String, predicate: FetchPredicate? = nil, sortKeys: [SortKey] = []) {
    self.entityName = entityName
    self.predicate = predicate
    self.sortKeys = sortKeys
  }
}
