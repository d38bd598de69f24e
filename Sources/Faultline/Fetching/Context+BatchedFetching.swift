// Fetches whose objects come later, or not at all.

extension ManagedObjectContext {
  /// The objects that a request asks for, filled `fetchBatchSize` at a time as they are walked over.
  public func fetchBatched(_ request: FetchRequest) throws(GraphError) -> BatchedResults {
    let (rows, unsaved) = try keys(for: request, withValues: false)
    var homes: [(start: Int, home: IdentityTable)] = []
    var keys: ContiguousArray<Int64> = []
    keys.reserveCapacity(rows.count)
    rows.forEachRun { run, places in
      homes.append((keys.count, home(of: run.entity, in: run.space)))
      for place in places where !isLeftOut(rows.key(at: place), run, request) {
        keys.append(rows.key(at: place))
      }
    }
    let results = BatchedResults(
      request, link: link, homes: homes, keys: keys, unsaved: unsaved)
    batchedResults.removeAll { $0.results == nil }
    batchedResults.append(WeakResults(results: results))
    OperationHook.fire()
    return results
  }

  /// The IDs of the objects that a request asks for; no object is made.
  ///
  /// With `includesPropertyValues` the store reads the values too, and objects that are registered as faults
  /// profit from that (semantics 58).
  public func fetchIDs(_ request: FetchRequest) throws(GraphError) -> [ManagedObjectID] {
    let (rows, unsaved) = try keys(for: request, withValues: request.includesPropertyValues)
    var ids: [ManagedObjectID] = []
    ids.reserveCapacity(rows.count + unsaved.count)
    rows.forEachRun { run, places in
      for place in places where !isLeftOut(rows.key(at: place), run, request) {
        ids.append(
          ManagedObjectID(entity: run.entity, key: rows.key(at: place), space: run.space))
      }
    }
    _ = attach(rows)
    OperationHook.fire()
    return ids + unsaved.map(\.objectID)
  }

  /// Fills the objects of one batch as its request wants them.
  func load(_ objects: [ManagedObject], for request: FetchRequest) throws(GraphError) {
    if request.returnsObjectsAsFaults {
      statistics.faultsBatched += try attachRows(to: objects)
    } else {
      try fill(objects)
    }
    try prefetch(request.relationshipKeyPathsForPrefetching, from: objects)
  }

  private func keys(
    for request: FetchRequest, withValues: Bool
  ) throws(GraphError) -> (rows: FetchedRows, unsaved: [ManagedObject]) {
    var question = request
    question.includesPropertyValues = withValues
    let entity = try check(request)
    let rows = try upstream().fetch(question, entity)
    statistics.fetches += 1
    return (rows, pendingObjects(request, entity, besides: rows.count))
  }

  /// Whether an object of the store is to be deleted, and so is none of the answer (semantics 126).
  private func isLeftOut(_ key: Int64, _ run: FetchedRows.Run, _ request: FetchRequest) -> Bool {
    guard deletedObjectCount > 0, request.includesPendingChanges else { return false }
    return registry.home(of: run.entity, in: run.space)?.object(key)?.isDeleted == true
  }
}

/// Results that somebody may still use.
struct WeakResults {
  weak var results: BatchedResults?
}
