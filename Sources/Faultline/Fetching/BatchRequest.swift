// Changes that go straight to the stores: no context's objects learn of them until the result is merged.

/// What a batch request says of the objects that it has changed.
public enum BatchResultType: Sendable {
  /// How many there were; that takes no memory for each of them.
  case count
  /// Their IDs, to be merged.
  case objectIDs
}

/// Sets properties of every object that satisfies a predicate, in the stores.
public struct BatchUpdateRequest {
  /// The name of the entity.
  public var entityName: String
  /// What an object must satisfy; nil for all.
  public var predicate: FetchPredicate?
  /// New values by key: a value, an object or its ID for a to-one relationship, or a `PropertyExpression`.
  public var propertiesToUpdate: [String: Any?]
  /// Whether objects of subentities count.
  public var includesSubentities = true
  /// The stores that are changed; nil for all.
  public var affectedStores: [any PersistentStore]?
  /// The kind of result: the number of objects, or their IDs.
  public var resultType = BatchResultType.objectIDs

  /// Asks for an update of the objects of an entity.
  public init(
    entityName: String, propertiesToUpdate: [String: Any?] = [:], predicate: FetchPredicate? = nil
  ) {
    self.entityName = entityName
    self.propertiesToUpdate = propertiesToUpdate
    self.predicate = predicate
  }
}

/// Removes every object that a request finds, or that is named, from the stores.
///
/// Delete rules are followed, except that an entity with a `deny` rule is refused.
public struct BatchDeleteRequest {
  /// The objects to remove.
  public var fetchRequest: FetchRequest?
  /// The objects to remove, by their IDs.
  public var objectIDs: [ManagedObjectID]
  /// The kind of result: the number of objects, or their IDs.
  public var resultType = BatchResultType.objectIDs

  /// Asks for the removal of what a request finds.
  public init(fetchRequest: FetchRequest) {
    self.fetchRequest = fetchRequest
    objectIDs = []
  }

  /// Asks for the removal of objects by their IDs.
  public init(objectIDs: [ManagedObjectID]) { self.objectIDs = objectIDs }
}

extension BatchUpdateRequest {
  /// The search for the objects.
  var search: FetchRequest {
    var search = FetchRequest(entityName: entityName, predicate: predicate)
    search.includesSubentities = includesSubentities
    search.affectedStores = affectedStores
    return search
  }
}

/// Puts new rows into a store.
///
/// An array has the values of all objects in memory at once. A handler fills one dictionary after the other, and no more
/// of them are kept than are written together:
///
/// ```swift
/// var lines = file.lines.makeIterator()
/// let request = BatchInsertRequest(entityName: "Employee") { values in
///   guard let line = lines.next() else { return true }
///   values["name"] = line
///   return false
/// }
/// ```
public struct BatchInsertRequest {
  /// The name of the entity.
  public var entityName: String
  /// The values of each new object by key; none where a handler fills them.
  public var objects: [[String: Any?]]
  /// Fills the values of the next object, or returns true when there are no more.
  public var dictionaryHandler: ((inout [String: Any?]) -> Bool)?
  /// The kind of result: the number of objects, or their IDs.
  public var resultType = BatchResultType.objectIDs

  /// Asks for new objects of an entity.
  public init(entityName: String, objects: [[String: Any?]]) {
    self.entityName = entityName
    self.objects = objects
  }

  /// Asks for new objects of an entity, whose values a handler fills one by one.
  public init(
    entityName: String, dictionaryHandler: @escaping (inout [String: Any?]) -> Bool
  ) {
    self.entityName = entityName
    self.dictionaryHandler = dictionaryHandler
    objects = []
  }
}

/// The values of new objects, as many at a time as are asked for.
struct InsertedValues {
  private var rest: ArraySlice<[String: Any?]>
  private var handler: ((inout [String: Any?]) -> Bool)?

  init(_ request: BatchInsertRequest) {
    rest = request.objects[...]
    handler = request.dictionaryHandler
  }

  /// The values of the next objects; none when there are no more.
  mutating func next(atMost count: Int) -> ArraySlice<[String: Any?]> {
    guard let handler else {
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    var objects: ArraySlice<[String: Any?]> = []
    while objects.count < count {
      var values: [String: Any?] = [:]
      // It is not asked again once it has said that there are no more.
      guard !handler(&values) else {
        self.handler = nil
        break
      }
      objects.append(values)
    }
    return objects
  }
}

/// What a batch request has done.
public struct BatchResult: Sendable, Equatable {
  /// The IDs of the objects that were put into a store.
  public var insertedObjectIDs: [ManagedObjectID] = []
  /// The IDs of the objects that were changed.
  public var updatedObjectIDs: [ManagedObjectID] = []
  /// The IDs of the objects that were removed.
  public var deletedObjectIDs: [ManagedObjectID] = []

  /// How many objects the request was about; those that go with others by delete rules count too.
  public internal(set) var count = 0

  /// The IDs under the keys that `mergeChanges(fromRemoteContextSave:into:)` takes.
  public var changes: [String: [ManagedObjectID]] {
    let all = [
      "inserted": insertedObjectIDs, "updated": updatedObjectIDs, "deleted": deletedObjectIDs,
    ]
    return all.filter { !$0.value.isEmpty }
  }
}
