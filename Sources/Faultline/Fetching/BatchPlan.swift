// What of a batch request a store can carry out by itself, as statements and without an object.

/// A batch request that is put to one store as a whole.
struct BatchPlan {
  let space: KeySpace
  let batch: StoreBatch
}

extension BatchPlan {
  /// A plan for a deletion; nil where it takes objects: rows of several stores, or attributes that are derived.
  init?(
    _ request: BatchDeleteRequest, followsRules: Bool, in context: ManagedObjectContext
  ) throws(GraphError) {
    let work = StoreBatch.Work.delete(followsRules: followsRules)
    let coordinator = try context.coordinator()
    guard coordinator.managedObjectModel.derivations.isEmpty else { return nil }
    let wantsKeys = request.resultType == .objectIDs
    guard let search = request.fetchRequest else {
      guard let (space, keys) = Self.keys(request.objectIDs, coordinator) else { return nil }
      self.init(space, StoreBatch(target: .keys(keys), work: work, wantsKeys: wantsKeys))
      return
    }
    guard request.objectIDs.isEmpty else { return nil }
    let question = try context.question(search)
    guard let space = try coordinator.onlySpace(for: question) else { return nil }
    for denying in question.entities where denying.denyingRelationship != nil {
      // Whether there is an object decides whether the request is refused; a limit may leave it out.
      guard search.fetchLimit == 0, search.fetchOffset == 0 else { return nil }
      guard try coordinator.count(question.about([denying]), for: context.activity) == 0 else {
        throw denying.refusalOfBatches
      }
    }
    let query = try coordinator.query(
      question, in: space, from: search.fetchOffset, atMost: search.fetchLimit)
    self.init(space, StoreBatch(target: .query(query), work: work, wantsKeys: wantsKeys))
  }

  /// A plan for an update; nil where it takes objects: values that other rows have a say in, relationships that other
  /// rows list in an order or share with one alone, and what must be unique, is derived, or lies in files.
  init?(_ request: BatchUpdateRequest, in context: ManagedObjectContext) throws(GraphError) {
    let coordinator = try context.coordinator()
    let model = coordinator.managedObjectModel
    let entity = try model.entity(named: request.entityName)
    guard model.derivations.isEmpty else { return nil }
    let question = try context.question(request.search)
    guard let space = try coordinator.onlySpace(for: question) else { return nil }
    let query = try coordinator.query(question, in: space, from: 0, atMost: 0)
    guard let rows = query.entities.first else { return nil }
    var assignments = AssignmentDraft(entity, as: rows, space, coordinator)
    for (key, value) in request.propertiesToUpdate.sorted(by: { $0.key < $1.key }) {
      guard try assignments.take(value, forKey: key) else { return nil }
    }
    let constraints = Uniqueness.byEntity(model)
    let isUnique = question.entities.contains { entity in
      constraints[entity.index].contains { !assignments.isApart(from: $0.slots) }
    }
    guard !isUnique else { return nil }
    self.init(
      space,
      StoreBatch(
        target: .query(query), work: .update(assignments.finished),
        wantsKeys: request.resultType == .objectIDs))
  }

  private init(_ space: KeySpace, _ batch: StoreBatch) {
    self.space = space
    self.batch = batch
  }

  /// The keys of saved objects of one store; nil where there are several stores, or entities that deny deletions.
  private static func keys(
    _ ids: [ManagedObjectID], _ coordinator: PersistentStoreCoordinator
  ) -> (KeySpace, [ForeignKey])? {
    var space: KeySpace?
    var keys: [ForeignKey] = []
    for id in ids where !id.isTemporaryID {
      guard let entity = coordinator.managedObjectModel.entitiesByName[id.entityName],
        entity.denyingRelationship == nil, space == nil || id.space.store == space?.store
      else { return nil }
      if space == nil { space = id.space.store.flatMap { coordinator.space(ofStore: $0) } }
      keys.append(ForeignKey(entity: entity.index, key: id.key))
    }
    return space.map { ($0, keys) }
  }
}

extension BatchPlan {
  /// Lets the store carry it out; nil, and nothing was done, where the store cannot.
  func result(
    in coordinator: PersistentStoreCoordinator, for requester: ActivityCounts?
  ) throws(GraphError) -> BatchResult? {
    guard let outcome = try coordinator.carryOut(batch, in: space, for: requester) else {
      return nil
    }
    func ids(_ keys: [ForeignKey]) -> [ManagedObjectID] {
      keys.map { key in
        ManagedObjectID(
          entity: coordinator.managedObjectModel.entities[key.entity], key: key.key, space: space)
      }
    }
    var result = BatchResult()
    result.count = outcome.count
    result.updatedObjectIDs = ids(outcome.updated)
    result.deletedObjectIDs = ids(outcome.deleted)
    return result
  }
}

extension EntityDescription {
  /// The first relationship whose rule a batch cannot judge.
  var denyingRelationship: RelationshipDescription? {
    layout.ties.first { $0.relationship.deleteRule == .deny }?.relationship
  }

  /// Why a batch does not remove its objects.
  var refusalOfBatches: GraphError {
    let key = denyingRelationship?.name ?? ""
    return GraphError(
      .unsupportedRequest,
      "'\(name).\(key)' denies deletions, which a batch cannot judge; delete the objects in a context.",
      key: key)
  }
}
