// Permanent IDs: given by a save, or before it on request.

extension ManagedObjectContext {
  /// Objects that got permanent IDs, with the temporary keys that they had before.
  struct FormerKeys {
    var objects: [ManagedObject] = []
    var keys: ContiguousArray<Int64> = []

    mutating func append(_ others: FormerKeys) {
      objects += others.objects
      keys += others.keys
    }

    /// Those objects that belong to a kind, and the others.
    func divided(by belongs: (ManagedObject) -> Bool) -> (FormerKeys, FormerKeys) {
      var (some, others) = (FormerKeys(), FormerKeys())
      for (object, key) in zip(objects, keys) {
        let one = FormerKeys(objects: [object], keys: [key])
        if belongs(object) { some.append(one) } else { others.append(one) }
      }
      return (some, others)
    }
  }

  /// Gives new objects permanent IDs before they are saved (semantics 23–25); the save keeps them.
  ///
  /// The objects are still inserted; those that have a permanent ID are left alone.
  public func obtainPermanentIDs(for objects: [ManagedObject]) throws(GraphError) {
    checkQueue()
    for object in objects { try checkMembership(of: object, "ask that one.") }
    let objects = objects.eachOnce
    learnNewKeys()
    let moved = try assignIdentities(objects.filter(\.isNew))
    if !moved.objects.isEmpty {
      rewriteReferences(to: Set(moved.objects))
      publish(moved)
    }
    try obtainPermanentIDs(ofParents: objects.filter { !$0.isNew && $0.identityTable.isTemporary })
  }

  /// Asks the parent about objects that were handed up before they had permanent IDs.
  private func obtainPermanentIDs(ofParents objects: [ManagedObject]) throws(GraphError) {
    guard let parent, !objects.isEmpty else { return }
    try parent.performingAndWait { () throws(GraphError) in
      try parent.obtainPermanentIDs(for: objects.compactMap { parent.loadedObject($0.objectID) })
    }
    learnNewKeys()
  }

  /// Chooses the store that a new object is saved in (semantics 154).
  public func assign(_ object: ManagedObject, to store: any PersistentStore) {
    checkQueue()
    do throws(GraphError) { try assigning(object, to: store) } catch { misuse(error) }
  }

  /// Chooses the store of a new object, or says why it cannot be chosen (semantics 31).
  package func assigning(
    _ object: ManagedObject, to store: any PersistentStore
  ) throws(GraphError) {
    try checkMembership(of: object, "assign it there.")
    guard let space = try coordinator().space(ofStore: store.identifier), !store.isReadOnly else {
      throw GraphError(
        .coreData, "The store does not belong to the context's coordinator, or is read-only.",
        objectID: object.objectID)
    }
    guard try coordinator().holds(object.entity, in: space) else {
      throw GraphError(
        .coreData, "The store keeps no '\(object.entity.name)' objects; choose another one.",
        objectID: object.objectID)
    }
    guard object.objectID.isTemporaryID || object.identityTable.space === space else {
      throw GraphError(
        .coreData,
        "\(object.objectID) has its store already; copy the object to have it in another one.",
        objectID: object.objectID)
    }
    assignments[object.serial] = space
  }

  /// Stage 4 of a save: gives permanent keys to the new objects that have none, and returns which they had.
  func assignIdentities(_ new: [ManagedObject]) throws(GraphError) -> FormerKeys {
    guard !new.isEmpty else { return FormerKeys() }
    registry.beginRenaming()
    let entityCount = try coordinator().managedObjectModel.entities.count
    var usual = [KeySpace?](repeating: nil, count: entityCount)
    // Mostly all of them are without a key, and go to the same store: then no second list is needed.
    let first = try space(forNew: new[0], &usual)
    var counts = [Int](repeating: 0, count: entityCount)
    for object in new {
      guard object.identityTable.isTemporary, try space(forNew: object, &usual) === first else {
        return try assignIdentities(storeByStore: new, &usual)
      }
      counts[object.identityTable.index] += 1
    }
    return try move(new, to: first, counts)
  }

  private func assignIdentities(
    storeByStore new: [ManagedObject], _ usual: inout [KeySpace?]
  ) throws(GraphError) -> FormerKeys {
    var groups: [(space: KeySpace, objects: [ManagedObject], counts: [Int])] = []
    let none = [Int](repeating: 0, count: usual.count)
    for object in new where object.identityTable.isTemporary {
      let space = try space(forNew: object, &usual)
      let place = groups.firstIndex { $0.space === space } ?? groups.count
      if place == groups.count { groups.append((space, [], none)) }
      groups[place].objects.append(object)
      groups[place].counts[object.identityTable.index] += 1
    }
    var moved = FormerKeys()
    for group in groups { moved.append(try move(group.objects, to: group.space, group.counts)) }
    return moved
  }

  /// The store that an object was assigned to, or the one that usually takes its like.
  private func space(
    forNew object: ManagedObject, _ usual: inout [KeySpace?]
  ) throws(GraphError) -> KeySpace {
    if !assignments.isEmpty, let space = assignments[object.serial] {
      guard space.persistentStore != nil else { throw removedStore(object) }
      return space
    }
    if let space = usual[object.identityTable.index] { return space }
    let space = try coordinator().spaceForNewObjects(of: object.entity)
    usual[object.identityTable.index] = space
    return space
  }

  /// Why an object cannot be saved if its store was removed since the object was assigned to it, or since an undo
  /// brought it back.
  private func removedStore(_ object: ManagedObject) -> GraphError {
    GraphError(
      .save,
      "\(object.objectID) belongs to a store that was removed from the coordinator; add the store again, or assign "
        + "the object to another one.", objectID: object.objectID)
  }

  /// After a save, only objects that an undo or redo may bring back still need the stores that were chosen for them.
  func forgetAssignments() {
    guard !assignments.isEmpty else { return }
    var kept: [UInt32: KeySpace] = [:]
    undoManager?.forEachShelved { object in
      guard object.identityTable.link === link else { return }
      kept[object.serial] = assignments[object.serial]
    }
    assignments = kept
  }

  /// Takes permanent keys back after a save that failed.
  func takeBackIdentities(_ former: FormerKeys) {
    guard let space = persistentStoreCoordinator?.temporaryKeys else { return }
    registry.beginRenaming()
    for (object, key) in zip(former.objects, former.keys) {
      object.move(to: identityTable(of: object.entity, in: space), key: key)
    }
  }

  /// Gives new objects permanent keys in a store; the numbers of them are by entity.
  private func move(
    _ new: [ManagedObject], to space: KeySpace, _ numbers: [Int]
  ) throws(GraphError) -> FormerKeys {
    let coordinator = try coordinator()
    var counts = numbers
    var keys = [Int64](repeating: 0, count: counts.count)
    for (index, entity) in coordinator.managedObjectModel.entities.enumerated()
    where counts[index] > 0 {
      keys[index] = try coordinator.reserveKeys(counts[index], for: entity, in: space)
    }
    var former = FormerKeys(objects: new)
    former.keys.reserveCapacity(new.count)
    var rest = new[...]
    while let old = rest.first?.identityTable {
      // Those of one entity together, and no more than the processor has at hand.
      let next = rest.prefix(512).prefix { $0.identityTable === old }
      let identityTable = identityTable(of: old.entity, in: space)
      identityTable.reserve(counts[old.index])
      counts[old.index] = 0
      former.keys += old.handOver(next, to: identityTable, keysFrom: keys[old.index])
      keys[old.index] += Int64(next.count)
      rest = rest.dropFirst(next.count)
    }
    return former
  }

  /// Lets the slots of to-one relationships name objects by the keys that they have now.
  ///
  /// Only changed objects refer to new ones. A save need not do this: it writes the keys anew anyway.
  private func rewriteReferences(to moved: Set<ManagedObject>) {
    for object in changes.list.objects(where: { $0.ties != nil }) {
      guard let ties = object.ties, let slots = object.slots else { continue }
      for (tie, slot) in object.identityTable.layout.references {
        guard let other = ties.destination(tie), moved.contains(other) else { continue }
        slots[slot] = other.foreignKey.bits
      }
    }
  }
}

extension [ManagedObject] {
  /// The objects without repetitions, in their order; a list in the order of registration has none.
  fileprivate var eachOnce: [ManagedObject] {
    guard !zip(self, dropFirst()).allSatisfy({ $0.serial < $1.serial }) else { return self }
    var seen: Set<UInt32> = []
    return filter { seen.insert($0.serial).inserted }
  }
}
