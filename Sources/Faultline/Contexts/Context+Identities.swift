// Which IDs objects have: permanent ones that are asked for, stores that are chosen, names learnt from further up.

import Synchronization

extension ManagedObjectContext {
  /// Gives new objects permanent IDs before they are saved (semantics 23–25); the save keeps them.
  ///
  /// The objects are still inserted; those that have a permanent ID are left alone.
  public func obtainPermanentIDs(for objects: [ManagedObject]) throws(GraphError) {
    checkQueue()
    for object in objects { try checkMembership(of: object, "ask that one.") }
    let objects = objects.eachOnce
    learnNewKeys()
    let moved = try PermanentKeys(self).assign(to: objects.filter(\.isNew))
    if !moved.objects.isEmpty {
      rewriteReferences(to: Set(moved.objects))
      publish(moved)
    }
    for object in objects { object.flags.remove(.showsTemporaryID) }
    try obtainPermanentIDs(ofParents: objects.filter { !$0.isNew && $0.identityTable.isTemporary })
  }

  /// Asks the parent about objects that were handed up before they had permanent IDs.
  private func obtainPermanentIDs(ofParents objects: [ManagedObject]) throws(GraphError) {
    guard let parent, !objects.isEmpty else { return }
    try parent.performingAndWait { () throws(GraphError) in
      try parent.obtainPermanentIDs(for: objects.compactMap { parent.loadedObject($0.objectID) })
    }
    learnNewKeys()
    for object in objects { object.flags.remove(.showsTemporaryID) }
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
    agenda.assign(object.serial, to: space)
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

  // MARK: - Names from further up

  /// Lets descendants learn by which keys objects are known from now on.
  func publish(_ former: PermanentKeys.Former) {
    guard settings.isParent, let coordinator = persistentStoreCoordinator, !former.objects.isEmpty
    else {
      return
    }
    coordinator.rename(former)
  }

  /// Registers objects of this context under the permanent keys that they got further up since it last looked, so
  /// that both IDs of a record lead to one object (Q1).
  ///
  /// Only a context with a parent has such objects. Those that it has not handed up yet are not meant.
  ///
  /// In Core Data a child was observed to show temporary IDs until it asks for permanent ones.
  func learnNewKeys() {
    guard settings.parent != nil, let coordinator = persistentStoreCoordinator,
      registry.learns(coordinator.namesEdition.load(ordering: .acquiring))
    else { return }
    let keepsIDs = settings.behaviours.contains(.childrenKeepTemporaryIDs)
    var isRenamed = false
    for object in registry.temporaryObjects() where !object.isNew {
      guard let name = coordinator.name(of: object.key) else { continue }
      object.rename(name, at: identityTable(of: object.entity, in: name.space))
      if keepsIDs { object.flags.insert(.showsTemporaryID) }
      isRenamed = true
    }
    guard isRenamed else { return }
    for object in changes.list.objects(where: { $0.hasCollections }) {
      for tie in object.identityTable.layout.collections {
        object.ties?.set(tie)?.renameRemoved { current($0) }
      }
    }
  }

  /// The ID under which an object is known by now, where a temporary one was kept.
  func current(_ id: ManagedObjectID) -> ManagedObjectID {
    guard id.isTemporaryID, settings.parent != nil || settings.isParent,
      let name = persistentStoreCoordinator?.name(of: id.key)
    else { return id }
    return ManagedObjectID(entity: id.entity, key: name.key, space: name.space)
  }

  /// The key under which an object is known by now.
  func current(_ key: ForeignKey) -> ForeignKey {
    guard key.key < 0, let name = persistentStoreCoordinator?.name(of: key.key) else { return key }
    return ForeignKey(entity: key.entity, key: name.key)
  }

  /// The store of a saved object that a never saved object leads to.
  func space(
    ofSaved key: ForeignKey, _ entity: EntityDescription, beside neighbour: ManagedObject
  ) throws(GraphError) -> KeySpace {
    let coordinator = try coordinator()
    let spaces = coordinator.spaces(holding: entity)
    if spaces.count == 1 { return spaces[0] }
    guard let space = try parent?.space(of: key, leadingFrom: neighbour.objectID) else {
      throw GraphError(
        .referentialIntegrity,
        "\(neighbour.objectID) leads to a '\(entity.name)' object of a store that is not known any more.",
        objectID: neighbour.objectID)
    }
    return space
  }

  /// The store of an object at the other end of some relationship of a new object, or of its parent's.
  private func space(
    of key: ForeignKey, leadingFrom id: ManagedObjectID
  ) throws(GraphError) -> KeySpace? {
    try performingAndWait { () throws(GraphError) in
      guard let object = loadedObject(id) else { return nil }
      var space: KeySpace?
      object.forEachReference { _, other in
        if other.foreignKey == key { space = other.identityTable.space }
      }
      if space == nil { space = try parent?.space(of: key, leadingFrom: id) }
      return space
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
