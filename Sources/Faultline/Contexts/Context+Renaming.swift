// Temporary IDs that have become permanent further up: a child learns of them when it next looks up.

import Synchronization

/// The permanent keys of objects that descendants may still know by temporary ones (semantics 172).
///
/// A list exists only while the coordinator has contexts with parents.
struct FormerNames: Sendable {
  private var names: [Int64: Name] = [:]
  /// How many contexts with parents there are.
  private var listeners = 0

  /// What an object is called now.
  struct Name: Sendable {
    let key: Int64
    let space: KeySpace
  }

  /// Whether any context has to learn of new keys.
  var isNeeded: Bool { listeners > 0 }

  func name(of key: Int64) -> Name? { names[key] }

  mutating func note(_ key: Int64, _ name: Name) { names[key] = name }

  mutating func addListener() { listeners += 1 }

  mutating func removeListener() {
    listeners -= 1
    if listeners == 0 { names = [:] }
  }

  func showBlocks(to visitor: BlockVisitor) { visitor.show(elementsOf: names, .registry) }
}

extension ManagedObjectContext {
  /// Lets descendants learn by which keys objects are known from now on.
  func publish(_ former: FormerKeys) {
    guard isParent, let coordinator = persistentStoreCoordinator, !former.objects.isEmpty else {
      return
    }
    coordinator.rename(former)
  }

  /// Lets objects of this context have the permanent keys that they got further up since it last looked.
  ///
  /// Only a context with a parent has such objects. Those that it has not handed up yet are not meant.
  func learnNewKeys() {
    guard settings.parent != nil, let coordinator = persistentStoreCoordinator else { return }
    guard registry.learns(coordinator.namesEdition.load(ordering: .acquiring)) else { return }
    for object in registry.temporaryObjects() where !object.isNew {
      guard let name = coordinator.name(of: object.key) else { continue }
      object.rename(name, at: identityTable(of: object.entity, in: name.space))
    }
  }

  /// The ID under which an object is known by now, where a temporary one was kept.
  func current(_ id: ManagedObjectID) -> ManagedObjectID {
    guard id.isTemporaryID, settings.parent != nil || isParent,
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

extension ManagedObject {
  /// Lives on under a permanent key; what it lies on gets the key as well.
  fileprivate final func rename(_ name: FormerNames.Name, at identityTable: IdentityTable) {
    let layout = self.identityTable.layout
    if let overlay {
      overlay.info.pointee.beneath = overlay.info.pointee.base?.copy(layout, key: name.key)
    } else if !isFault, let row = row?.copy(layout, key: name.key) {
      settle(on: row)
    } else {
      body = nil
    }
    move(to: identityTable, key: name.key)
  }
}

extension PersistentStoreCoordinator {
  /// Whether contexts with parents have to learn of new keys.
  func listen() { state.withLock { $0.formerNames.addListener() } }

  /// Ends what `listen` began.
  func stopListening() { state.withLock { $0.formerNames.removeListener() } }

  /// What an object with a temporary key is called by now.
  func name(of key: Int64) -> FormerNames.Name? {
    state.withLock { $0.formerNames.name(of: key) }
  }

  /// Notes what objects were called before, where a context has to learn of it.
  func rename(_ former: ManagedObjectContext.FormerKeys) {
    state.withLock { state in
      guard state.formerNames.isNeeded else { return }
      for (object, key) in zip(former.objects, former.keys) {
        state.formerNames.note(
          key, FormerNames.Name(key: object.key, space: object.identityTable.space))
      }
      namesEdition.add(1, ordering: .releasing)
    }
  }

  /// The stores that keep objects of an entity.
  func spaces(holding entity: EntityDescription) -> [KeySpace] {
    state.withLock { $0.seats.filter { $0.holds[entity.index] }.map(\.space) }
  }
}
