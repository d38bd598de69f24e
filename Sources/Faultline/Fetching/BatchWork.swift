// Batch requests: a store carries them out as statements, or a context of their own does, in which no object has a
// class, a hook or a rule.

extension ManagedObjectContext {
  /// Sets properties of stored objects; nothing is validated, and no context learns of it (semantics 139).
  public func execute(_ request: BatchUpdateRequest) throws(GraphError) -> BatchResult {
    checkQueue()
    return try carryOut(request)
  }

  /// Removes stored objects; delete rules are followed, and no context learns of it (semantics 139).
  public func execute(_ request: BatchDeleteRequest) throws(GraphError) -> BatchResult {
    checkQueue()
    return try carryOut(request)
  }

  /// Puts new objects into the store; nothing is validated, and no context learns of it (semantics 139).
  public func execute(_ request: BatchInsertRequest) throws(GraphError) -> BatchResult {
    checkQueue()
    return try carryOut(request)
  }
}

/// How a batch is carried out.
package enum BatchManner {
  /// As statements where rows alone say what is to be done, else in chunks, and at once where neither can be.
  case best
  /// With so many objects at a time, where that can be.
  case chunks(of: Int)
  /// With all objects at once.
  case atOnce
}

extension ManagedObjectContext {
  /// Updates rows in one of the ways that leave the same.
  package func carryOut(
    _ request: BatchUpdateRequest, _ manner: BatchManner = .best
  ) throws(GraphError) -> BatchResult {
    let work = try BatchWork(for: self)
    if case .best = manner {
      let plan = try BatchPlan(request, in: work.context)
      if let result = try work.carryOut(plan) { return result }
    }
    if let chunks = ChunkedBatch(manner, for: self), let result = try chunks.result(of: request) {
      return result
    }
    return try work.carryOut(request)
  }

  /// Removes rows in one of the ways that leave the same.
  package func carryOut(
    _ request: BatchDeleteRequest, _ manner: BatchManner = .best
  ) throws(GraphError) -> BatchResult {
    let work = try BatchWork(for: self)
    let followsRules = !settings.behaviours.contains(.batchesDeleteRowsAlone)
    if case .best = manner {
      let plan = try BatchPlan(request, followsRules: followsRules, in: work.context)
      if let result = try work.carryOut(plan) { return result }
    }
    if let chunks = ChunkedBatch(manner, for: self),
      let result = try chunks.result(of: request, followsRules: followsRules)
    {
      return result
    }
    return try work.carryOut(request, followsRules: followsRules)
  }

  /// Puts rows into the store in one of the ways that leave the same.
  package func carryOut(
    _ request: BatchInsertRequest, _ manner: BatchManner = .best
  ) throws(GraphError) -> BatchResult {
    if let chunks = ChunkedBatch(manner, for: self), let result = try chunks.result(of: request) {
      return result
    }
    return try BatchWork(for: self).carryOut(request)
  }
}

/// A batch request in a context of its own, which goes with it.
struct BatchWork {
  let context: ManagedObjectContext

  /// Asks the owner's coordinator, or another one in its place.
  init(
    for owner: ManagedObjectContext, on coordinator: PersistentStoreCoordinator? = nil
  ) throws(GraphError) {
    context = ManagedObjectContext(.confinement, isPlain: true)
    context.undoManager = nil
    context.mergePolicy = .overwrite
    // Nobody sees its objects: those that no rule leads to would only take room.
    context.behaviours = .destinationsComeWhenFollowed
    context.name = owner.name
    context.transactionAuthor = owner.transactionAuthor
    // Requests to another coordinator count with what it was made for.
    if coordinator == nil { context.activity = owner.activity }
    let coordinator = if let coordinator { coordinator } else { try owner.coordinator() }
    try context.setPersistentStoreCoordinator(coordinator)
  }

  /// Lets a store carry it out; nil, and nothing was done, where there is no plan or the store cannot.
  func carryOut(_ plan: BatchPlan?) throws(GraphError) -> BatchResult? {
    guard let plan else { return nil }
    context.noticeRemoteChanges()
    return try plan.result(in: try context.coordinator(), for: context.activity)
  }

  func carryOut(_ request: BatchUpdateRequest) throws(GraphError) -> BatchResult {
    defer { end() }
    let changes = try changes(of: request)
    let objects = try context.fetch(request.search)
    try make(changes, to: objects)
    var result = try finish()
    // Those at the other ends of relationships have changed too, but the request does not ask for them.
    result.updatedObjectIDs = objects.map(\.objectID)
    result.count = objects.count
    return result.keeping(request.resultType)
  }

  func carryOut(
    _ request: BatchDeleteRequest, followsRules: Bool
  ) throws(GraphError) -> BatchResult {
    defer { end() }
    var objects = request.objectIDs.filter { !$0.isTemporaryID }.map { context.object(with: $0) }
    if let search = request.fetchRequest { objects += try context.fetch(search) }
    for object in objects {
      guard object.entity.denyingRelationship == nil else { throw object.entity.refusalOfBatches }
      try context.deleting(object)
    }
    if !followsRules { context.changes.forgetDeletions() }
    var result = try finish()
    result.count = result.deletedObjectIDs.count
    return result.keeping(request.resultType)
  }

  func carryOut(_ request: BatchInsertRequest) throws(GraphError) -> BatchResult {
    defer { end() }
    let entity = try context.coordinator().managedObjectModel.entity(named: request.entityName)
    var values = InsertedValues(request)
    try insert(values.next(atMost: .max), as: entity)
    var result = try finish()
    result.count = result.insertedObjectIDs.count
    return result.keeping(request.resultType)
  }

  /// What an update sets, in the order of the names.
  func changes(of request: BatchUpdateRequest) throws(GraphError) -> [BatchChange] {
    let entity = try context.coordinator().managedObjectModel.entity(named: request.entityName)
    return try request.propertiesToUpdate.sorted { $0.key < $1.key }
      .map { key, value throws(GraphError) in try BatchChange(key, value, entity, context) }
  }

  /// Gives objects their new values; all are computed before the first is set, as in SQL.
  func make(_ changes: [BatchChange], to objects: [ManagedObject]) throws(GraphError) {
    for object in objects {
      var values: [Any?] = []
      for change in changes { values.append(try change.value(for: object)) }
      for (change, value) in zip(changes, values) {
        try object.setting(value, forKey: change.key, in: context)
      }
    }
  }

  /// Makes an object of each dictionary.
  func insert(
    _ objects: ArraySlice<[String: Any?]>, as entity: EntityDescription
  ) throws(GraphError) {
    for values in objects {
      let object = try context.insert(entity)
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        try object.setting(value, forKey: key, in: context)
      }
    }
  }

  /// Lets go of the objects, those too that hold each other.
  func end() { context.reset() }

  /// Writes what the batch has changed, and says what that was.
  func finish() throws(GraphError) -> BatchResult {
    var result = BatchResult()
    try context.propagateDeletes()
    let inserted = context.insertedObjects
    result.updatedObjectIDs = context.updatedObjects.map(\.objectID)
    // A row that was not there is none that was removed.
    result.deletedObjectIDs = context.deletedObjects.filter { $0.row != nil }.map(\.objectID)
    try context.save()
    result.insertedObjectIDs = inserted.map(\.objectID)
    // The caller must not go on with the former state.
    try context.coordinator().endReading()
    return result
  }
}

extension BatchResult {
  /// The result with what was asked for.
  func keeping(_ type: BatchResultType) -> BatchResult {
    guard type == .count else { return self }
    var result = BatchResult()
    result.count = count
    return result
  }
}
