// Rows of the stores and unsaved changes, as one answer.

extension ManagedObjectContext {
  /// The objects that a request asks for, in the order of their keys, unsaved ones last; those that are to
  /// be deleted are left out.
  ///
  /// A fetch never changes an object that has its values, unless the request wants that: it returns the instance
  /// that is there (Q1).
  public func fetch(_ request: FetchRequest) throws(GraphError) -> [ManagedObject] {
    let entity = try check(request)
    let rows = try upstream().fetch(request, entity)
    var objects: [ManagedObject] = []
    objects.reserveCapacity(rows.count)
    // Whoever is to hold prefetched objects cannot be a fault.
    let asFaults =
      request.returnsObjectsAsFaults && request.relationshipKeyPathsForPrefetching.isEmpty
    rows.forEachRun { run, places in
      let home = home(of: run.entity, in: run.space)
      home.reserve(places.count - home.registeredCount)
      for place in places {
        let object = object(rows.key(at: place), at: home)
        if object.isFault {
          if let row = rows.takeRow(at: place, of: run) { fill(object, row, asFault: asFaults) }
        } else if request.shouldRefreshRefetchedObjects,
          let row = rows.takeRow(at: place, of: run)
        {
          refetch(object, row)
        }
        if object.isDeleted, request.includesPendingChanges { continue }
        objects.append(handOut(object))
      }
    }
    statistics.fetches += 1
    if request.includesPendingChanges {
      if deletedObjectCount > 0 { objects.removeAll(where: \.isDeleted) }
      for object in pendingObjects(request, entity, besides: objects.count) {
        objects.append(handOut(object))
      }
    }
    try prefetch(request.relationshipKeyPathsForPrefetching, from: objects)
    OperationHook.fire()
    return objects
  }

  /// How many objects a fetch would return.
  public func count(for request: FetchRequest) throws(GraphError) -> Int {
    var request = request
    request.includesPropertyValues = false
    return try fetchIDs(request).count
  }

  /// Checks a request, and finds its entity.
  func check(_ request: FetchRequest) throws(GraphError) -> EntityDescription {
    let entity = try upstream().managedObjectModel.entity(named: request.entityName)
    guard request.fetchLimit >= 0, request.fetchOffset >= 0, request.fetchBatchSize >= 0 else {
      throw GraphError(
        .unsupportedRequest,
        "A fetch limit, offset or batch size cannot be negative; 0 means none.")
    }
    try check(prefetching: request.relationshipKeyPathsForPrefetching, from: entity)
    return entity
  }

  /// The unsaved objects that belong to an answer, as far as there is room for them.
  func pendingObjects(
    _ request: FetchRequest, _ entity: EntityDescription, besides count: Int
  ) -> [ManagedObject] {
    guard request.includesPendingChanges, insertedObjectCount > 0 else { return [] }
    let pending = insertedObjects.filter {
      request.includesSubentities ? $0.entity.isKindOf(entity: entity) : $0.entity === entity
    }
    guard request.fetchLimit > 0 else { return pending }
    return Array(pending.prefix(max(0, request.fetchLimit - count)))
  }

  private func fill(_ object: ManagedObject, _ row: consuming Row, asFault: Bool) {
    if asFault {
      // The fault uses the row without showing it: this is what keeps the cache entry.
      object.body = row
    } else {
      object.awake(on: row)
    }
  }

  /// Brings an object up to date that has its values; its unsaved changes stay on top (semantics 72).
  private func refetch(_ object: ManagedObject, _ row: consuming Row) {
    guard let former = object.row, former.version != row.version else { return }
    rebase(object, on: row)
  }
}
