// Batch requests that take objects, a part of them at a time: no more are in memory, but for what a rule reaches from
// them.

import Synchronization

/// A batch that takes objects, chunk after chunk in one transaction of the coordinator's one store.
///
/// Which rows it is about is settled before the first chunk, by their keys. Each chunk has a context of its own, which
/// reads what the chunks before it have written and goes before the next one comes.
struct ChunkedBatch {
  /// How many objects there are at a time.
  ///
  /// A thousand with their rows are some hundred KiB: less than what SQLite keeps of the file. And their keys fill the
  /// largest statements for rows by their keys, so that more would save nothing.
  static let usualSize = 1_000

  private let owner: ManagedObjectContext
  private let size: Int

  /// Nil where all objects are wanted at once.
  init?(_ manner: BatchManner, for owner: ManagedObjectContext) {
    switch manner {
    case .best: size = Self.usualSize
    case .chunks(let size): self.size = size
    case .atOnce: return nil
    }
    self.owner = owner
  }

  /// Updates the objects; nil, and nothing was done, where it takes all of them at once.
  func result(of request: BatchUpdateRequest) throws(GraphError) -> BatchResult? {
    let coordinator = try owner.coordinator()
    let entity = try coordinator.managedObjectModel.entity(named: request.entityName)
    let family = coordinator.managedObjectModel.family(of: entity)
    guard let space = coordinator.onlySpace,
      coordinator.managedObjectModel.canDivide(request.propertiesToUpdate.keys, of: family),
      try BatchWork(for: owner).changes(of: request).allSatisfy(\.readsItsRowAlone)
        || coordinator.managedObjectModel.storesAll(request.propertiesToUpdate.keys, of: family)
    else { return nil }
    return try coordinator.inOneTransaction(of: space, for: owner.activity) {
      (inner, transaction) throws(GraphError) in
      let search = try BatchWork(for: owner, on: inner)
      let changes = try search.changes(of: request)
      let keys = try search.keys(request.search)
      transaction.list(first: keys)
      try forEachChunk(of: keys.indices) { places throws(GraphError) in
        let work = try BatchWork(for: owner, on: inner)
        defer { work.end() }
        try work.make(changes, to: try work.objects(keys[places], in: space))
        _ = try work.finish()
      }
      var result = BatchResult()
      result.count = keys.count
      if request.resultType == .objectIDs { result.updatedObjectIDs = inner.ids(keys, in: space) }
      return result
    }
  }

  /// Removes the objects; nil, and nothing was done, where it takes all of them at once.
  ///
  /// What goes along by delete rules is found first, by keys. Then the farthest go first, so that none has to find
  /// all that depend on it in memory: they are gone by then.
  func result(
    of request: BatchDeleteRequest, followsRules: Bool
  ) throws(GraphError) -> BatchResult? {
    let coordinator = try owner.coordinator()
    let model = coordinator.managedObjectModel
    let named = request.objectIDs.filter { !$0.isTemporaryID }
    guard let space = coordinator.onlySpace, !model.derivations.hasKept,
      named.allSatisfy({ $0.space.store == space.store })
    else { return nil }
    return try coordinator.inOneTransaction(of: space, for: owner.activity) {
      (inner, transaction) throws(GraphError) in
      let search = try BatchWork(for: owner, on: inner)
      var keys: [ForeignKey] = []
      for id in named {
        guard let entity = model.entitiesByName[id.entityName] else { continue }
        keys.append(ForeignKey(entity: entity.index, key: id.key))
      }
      if let request = request.fetchRequest { keys += try search.keys(request) }
      for key in keys where model.entities[key.entity].denyingRelationship != nil {
        throw model.entities[key.entity].refusalOfBatches
      }
      keys = try transaction.going(with: keys, followingRules: followsRules)
      transaction.list(first: keys)
      try forEachChunk(of: keys.indices, fromEnd: true) { places throws(GraphError) in
        let work = try BatchWork(for: owner, on: inner)
        defer { work.end() }
        // In a circle of rules some have gone with others.
        for object in try work.objects(keys[places], in: space) where !object.isFault {
          try work.context.deleting(object)
        }
        if !followsRules { work.context.changes.forgetDeletions() }
        _ = try work.finish()
      }
      var result = BatchResult()
      result.count = keys.count
      guard request.resultType == .objectIDs else { return result }
      result.deletedObjectIDs = inner.ids(keys, in: space)
      result.updatedObjectIDs = inner.ids(try transaction.changedRows(), in: space)
      return result
    }
  }

  /// Makes the objects; nil, and nothing was done, where it takes all of them at once.
  func result(of request: BatchInsertRequest) throws(GraphError) -> BatchResult? {
    let coordinator = try owner.coordinator()
    let model = coordinator.managedObjectModel
    let entity = try model.entity(named: request.entityName)
    // What a handler will fill is not known before it has.
    let isFilled = request.dictionaryHandler != nil
    let keys =
      isFilled
      ? Set(entity.propertiesByName.keys) : Set(request.objects.lazy.flatMap(\.keys))
    // A new row has all values, those that must be unique among them.
    guard isFilled || request.objects.count > size, let space = coordinator.onlySpace,
      model.canDivide(keys, of: [entity]), Uniqueness.byEntity(model)[entity.index].isEmpty,
      !keys.contains(where: entity.isAloneAtTheOtherEnd)
    else { return nil }
    return try coordinator.inOneTransaction(of: space, for: owner.activity) {
      (inner, _) throws(GraphError) in
      var result = BatchResult()
      var others: Set<ManagedObjectID> = []
      var values = InsertedValues(request)
      while case let chunk = values.next(atMost: size), !chunk.isEmpty {
        let work = try BatchWork(for: owner, on: inner)
        defer { work.end() }
        try work.insert(chunk, as: entity)
        let part = try work.finish()
        result.count += part.insertedObjectIDs.count
        guard request.resultType == .objectIDs else { continue }
        result.insertedObjectIDs += part.insertedObjectIDs
        result.updatedObjectIDs += part.updatedObjectIDs.filter { others.insert($0).inserted }
      }
      return result
    }
  }

  private func forEachChunk(
    of places: Range<Int>, fromEnd isBackwards: Bool = false,
    _ body: (Range<Int>) throws(GraphError) -> Void
  ) throws(GraphError) {
    let starts = stride(from: 0, to: places.count, by: size)
    for start in isBackwards ? Array(starts).reversed() : Array(starts) {
      try body(start..<min(start + size, places.count))
    }
  }
}

extension BatchWork {
  /// The keys of what a request finds, in its order.
  fileprivate func keys(_ search: FetchRequest) throws(GraphError) -> [ForeignKey] {
    let found = try context.coordinator().fetch(
      try context.question(search), from: search.fetchOffset, atMost: search.fetchLimit,
      withValues: false, for: context.activity)
    var keys: [ForeignKey] = []
    keys.reserveCapacity(found.count)
    found.forEachRun { run, places in
      for place in places {
        keys.append(ForeignKey(entity: run.entity.index, key: found.key(at: place)))
      }
    }
    return keys
  }

  /// The objects of some keys, with their values; those whose rows are gone are faults.
  fileprivate func objects(
    _ keys: ArraySlice<ForeignKey>, in space: KeySpace
  ) throws(GraphError) -> [ManagedObject] {
    let entities = try context.coordinator().managedObjectModel.entities
    let objects = keys.map { key in
      context.object(key.key, at: context.identityTable(of: entities[key.entity], in: space))
    }
    try context.fill(objects)
    return objects
  }
}

extension PersistentStoreCoordinator {
  /// The keys of the one store; nil where there are several or none.
  fileprivate var onlySpace: KeySpace? {
    state.withLock { $0.seats.count == 1 ? $0.seats[0].space : nil }
  }

  fileprivate func ids(_ keys: [ForeignKey], in space: KeySpace) -> [ManagedObjectID] {
    keys.map { key in
      ManagedObjectID(entity: managedObjectModel.entities[key.entity], key: key.key, space: space)
    }
  }
}

extension ManagedObjectModel {
  /// Whether new values of some properties may come to one part of the rows before the others.
  ///
  /// They may not where rows have to be judged together: values that must be unique may change places, an order is one
  /// value for all its members, and what is derived from other objects is computed from what all of them get.
  fileprivate func canDivide(
    _ keys: some Sequence<String>, of family: [EntityDescription]
  ) -> Bool {
    guard !derivations.hasKept else { return false }
    let constraints = Uniqueness.byEntity(self)
    return family.allSatisfy { entity in
      let unique = Set(constraints[entity.index].flatMap(\.keys))
      let areDerived = unique.contains { entity.attributesByName[$0]?.isDerived == true }
      return !areDerived
        && keys.allSatisfy { key in
          let inverse = entity.relationshipsByName[key]?.inverseRelationship
          return !unique.contains(key) && inverse?.isOrdered != true
        }
    }
  }
}

extension ManagedObjectModel {
  /// Whether all that an update gives objects, and all that follows from it, is in their rows after a save.
  ///
  /// Else what a value is computed from along a relationship is there in memory alone, or after a save alone, and a
  /// later chunk would read another one.
  fileprivate func storesAll(
    _ keys: some Sequence<String>, of family: [EntityDescription]
  ) -> Bool {
    derivations.isEmpty
      && family.allSatisfy { entity in
        !keys.contains { entity.attributesByName[$0]?.isTransient == true }
      }
  }
}

extension EntityDescription {
  /// Whether a relationship's other end leads to one object: a later object takes it from an earlier one.
  fileprivate func isAloneAtTheOtherEnd(_ key: String) -> Bool {
    relationshipsByName[key]?.inverseRelationship?.isToMany == false
  }
}
