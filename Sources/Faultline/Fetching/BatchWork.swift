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
    return try BatchWork(for: self).carryOut(request)
  }
}

extension ManagedObjectContext {
  /// Updates rows as statements, unless it takes objects or they are asked for.
  package func carryOut(
    _ request: BatchUpdateRequest, makingObjects makesObjects: Bool = false
  ) throws(GraphError) -> BatchResult {
    let work = try BatchWork(for: self)
    let plan = makesObjects ? nil : try BatchPlan(request, in: work.context)
    if let result = try work.carryOut(plan) { return result }
    return try work.carryOut(request)
  }

  /// Removes rows as statements, unless it takes objects or they are asked for.
  package func carryOut(
    _ request: BatchDeleteRequest, makingObjects makesObjects: Bool = false
  ) throws(GraphError) -> BatchResult {
    let work = try BatchWork(for: self)
    let followsRules = !settings.behaviours.contains(.batchesDeleteRowsAlone)
    let plan =
      makesObjects ? nil : try BatchPlan(request, followsRules: followsRules, in: work.context)
    if let result = try work.carryOut(plan) { return result }
    return try work.carryOut(request, followsRules: followsRules)
  }
}

/// A batch request in a context of its own, which goes with it.
private struct BatchWork {
  let context: ManagedObjectContext

  init(for owner: ManagedObjectContext) throws(GraphError) {
    context = ManagedObjectContext(.confinement, isPlain: true)
    context.undoManager = nil
    context.mergePolicy = .overwrite
    context.name = owner.name
    context.transactionAuthor = owner.transactionAuthor
    try context.setPersistentStoreCoordinator(try owner.coordinator())
  }

  /// Lets a store carry it out; nil, and nothing was done, where there is no plan or the store cannot.
  func carryOut(_ plan: BatchPlan?) throws(GraphError) -> BatchResult? {
    guard let plan else { return nil }
    context.noticeRemoteChanges()
    return try plan.result(in: try context.coordinator())
  }

  func carryOut(_ request: BatchUpdateRequest) throws(GraphError) -> BatchResult {
    let entity = try context.coordinator().managedObjectModel.entity(named: request.entityName)
    let changes = try request.propertiesToUpdate.sorted { $0.key < $1.key }
      .map { key, value throws(GraphError) in try BatchChange(key, value, entity, context) }
    let objects = try context.fetch(request.search)
    for object in objects {
      // All values are computed before the first is set, as in SQL.
      var values: [Any?] = []
      for change in changes { values.append(try change.value(for: object)) }
      for (change, value) in zip(changes, values) {
        try object.setting(value, forKey: change.key, in: context)
      }
    }
    var result = try finish()
    // Those at the other ends of relationships have changed too, but the request does not ask for them.
    result.updatedObjectIDs = objects.map(\.objectID)
    result.count = objects.count
    return result.keeping(request.resultType)
  }

  func carryOut(
    _ request: BatchDeleteRequest, followsRules: Bool
  ) throws(GraphError) -> BatchResult {
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
    let entity = try context.coordinator().managedObjectModel.entity(named: request.entityName)
    for values in request.objects {
      let object = try context.insert(entity)
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        try object.setting(value, forKey: key, in: context)
      }
    }
    var result = try finish()
    result.count = result.insertedObjectIDs.count
    return result
  }

  /// Writes what the batch has changed, and says what that was.
  private func finish() throws(GraphError) -> BatchResult {
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
  fileprivate func keeping(_ type: BatchResultType) -> BatchResult {
    guard type == .count else { return self }
    var result = BatchResult()
    result.count = count
    return result
  }
}

/// One property that a batch sets.
private struct BatchChange {
  let key: String
  private let constant: Any?
  private let term: BoundTerm?
  private let type: QueryType

  init(
    _ key: String, _ value: Any?, _ entity: EntityDescription, _ context: ManagedObjectContext
  ) throws(GraphError) {
    self.key = key
    guard let expression = value as? PropertyExpression else {
      (constant, term, type) = (value, nil, .nothing)
      return
    }
    let coordinator = try context.coordinator()
    var binder = QueryBinder(entity, .rows) { coordinator.objectID($0) }
    do throws(QueryMistake) {
      let (bound, kind) = try binder.single(expression.term)
      (constant, term, type) = (nil, bound, kind)
    } catch {
      throw error.error
    }
  }

  func value(for object: ManagedObject) throws(GraphError) -> Any? {
    guard let term else { return constant }
    if case .object(let path) = term {
      var evaluation = QueryEvaluation(LiveSource())
      return try evaluation.object(at: path, from: object)
    }
    var evaluation = QueryEvaluation(LiveSource())
    return type.bare(try evaluation.value(term, of: object))
  }
}

extension ManagedObject {
  /// Sets an attribute, or a to-one relationship to an object of any context or to an ID.
  fileprivate final func setting(
    _ value: Any?, forKey key: String, in context: ManagedObjectContext
  ) throws(GraphError) {
    switch try property(key) {
    case .attribute(let slot): try set(try cell(value, slot), at: slot)
    case .relationship(let tie):
      guard !identityTable.layout.ties[tie].isToMany else {
        throw GraphError(
          .unsupportedRequest,
          "'\(entity.name).\(key)' is to-many, and a batch sets values and to-one relationships.",
          objectID: objectID, key: key)
      }
      let id = value as? ManagedObjectID ?? (value as? ManagedObject)?.objectID
      guard value == nil || id != nil else {
        throw GraphError(
          .unsupportedRequest, "'\(entity.name).\(key)' takes an object or its ID.",
          objectID: objectID, key: key)
      }
      try setDestination(id.map { context.object(with: $0) }, tie)
    }
  }
}
