// Fetches whose objects come later, or not at all.

extension ManagedObjectContext {
  /// The objects that a request asks for, filled `fetchBatchSize` at a time as they are walked over.
  public func fetchBatched(_ request: FetchRequest) throws(GraphError) -> BatchedResults {
    checkQueue()
    noticeRemoteChanges()
    let start = EventHook.began(.fetch, request.entityName)
    defer { EventHook.ended(start, .fetch, request.entityName) }
    var identityTables: [(start: Int, identityTable: IdentityTable)] = []
    var keys: ContiguousArray<Int64> = []
    var unsaved: [Int: ManagedObject] = [:]
    switch try answer(request, withValues: false) {
    case .rows(let rows, let new):
      keys.reserveCapacity(rows.count + new.count)
      rows.forEachRun { run, places in
        identityTables.append((keys.count, identityTable(of: run.entity, in: run.space)))
        for place in places { keys.append(rows.key(at: place)) }
      }
      for object in new {
        if identityTables.last?.identityTable !== object.identityTable {
          identityTables.append((keys.count, object.identityTable))
        }
        unsaved[keys.count] = object
        keys.append(object.key)
      }
    case .merged(let answer):
      keys.reserveCapacity(answer.entries.count)
      for entry in answer.entries {
        if identityTables.last?.identityTable !== entry.identityTable {
          identityTables.append((keys.count, entry.identityTable))
        }
        if let object = entry.object, object.isNew { unsaved[keys.count] = object }
        keys.append(entry.key)
      }
    }
    let results = track(
      BatchedResults(
        request, link: link, identityTables: identityTables, keys: keys, unsaved: unsaved))
    return results
  }

  /// Notes results, which may be asked what they hold.
  func track(_ results: BatchedResults) -> BatchedResults {
    containers.add(results.loose)
    return results
  }

  /// The IDs of the objects that a request asks for; no object is made.
  ///
  /// With `includesPropertyValues` the store reads the values too, and objects that are registered as faults
  /// profit from that (semantics 58).
  public func fetchIDs(_ request: FetchRequest) throws(GraphError) -> [ManagedObjectID] {
    checkQueue()
    noticeRemoteChanges()
    let start = EventHook.began(.fetch, request.entityName)
    var ids: [ManagedObjectID] = []
    defer { EventHook.ended(start, .fetch, request.entityName, count: ids.count) }
    switch try answer(request, withValues: request.includesPropertyValues) {
    case .rows(let rows, let new):
      ids.reserveCapacity(rows.count + new.count)
      rows.forEachRun { run, places in
        for place in places {
          ids.append(
            ManagedObjectID(entity: run.entity, key: rows.key(at: place), space: run.space))
        }
      }
      _ = attach(rows)
      ids += new.map(\.objectID)
    case .merged(let answer):
      ids = answer.entries.map {
        ManagedObjectID(entity: $0.identityTable.entity, key: $0.key, space: $0.identityTable.space)
      }
      _ = attach(answer.rows)
    }
    return ids
  }

  /// Fills the objects of one batch as its request wants them.
  func load(_ objects: [ManagedObject], for request: FetchRequest) throws(GraphError) {
    if request.returnsObjectsAsFaults, settings.usesFaults {
      statistics.faultsBatched += try attachRows(to: objects)
    } else {
      try fill(objects)
    }
    try prefetch(request.relationshipKeyPathsForPrefetching, from: objects)
  }
}
