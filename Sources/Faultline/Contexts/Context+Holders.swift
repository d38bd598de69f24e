// What holds which objects: asked of one, or of all in one pass.

extension ManagedObjectContext {
  /// Every reason that the engine knows why an object of this context is alive; fires nothing.
  ///
  /// Each is one strong reference. What is alive without a reason here is held from outside of the engine,
  /// such as by a variable.
  public func holders(of object: ManagedObject) -> [Holder] {
    checkQueue()
    guard object.identityTable.link === link else { return [] }
    var holders = ownHolders(of: object)
    holders += containers.paths(to: object).map { .container($0) }
    for owner in registry.objects() { owner.appendReferences(to: object, &holders) }
    undoManager?.forEachShelved { owner in
      if owner.identityTable.link === link { owner.appendReferences(to: object, &holders) }
    }
    return holders
  }

  /// Why the context, its undo manager or its pool hold an object, without asking other objects.
  package func ownHolders(of object: ManagedObject) -> [Holder] {
    guard object.identityTable.link === link else { return [] }
    var holders: [Holder] = []
    if object.flags.contains(.pinned) { holders.append(.pendingChange) }
    for deletion in changes.deletions where deletion === object { holders.append(.pendingDeletion) }
    holders += repeatElement(.notification, count: notifier.event.holds(object))
    if agenda.watched.contains(object) { holders.append(.conflictDetection) }
    if object.flags.contains(.retained) { holders.append(.retainsRegistered) }
    if undoManager?.holds(object, on: .undo) == true { holders.append(.undo) }
    if undoManager?.holds(object, on: .redo) == true { holders.append(.redo) }
    if object.flags.contains(.pooled) { holders.append(.pool) }
    return holders
  }

  /// Visits the objects that are out of the context until an undo or redo brings them back.
  package func forEachShelved(_ body: (ManagedObject) -> Void) {
    undoManager?.forEachShelved(body)
  }

  /// Visits every strong reference to objects of this context that is no reference of the graph itself.
  ///
  /// With `forEachReference` of each registered object these are all that `holders(of:)` names; asking for one
  /// object after the other would look through the whole context each time. Fires nothing.
  package func forEachHold(_ body: (_ holder: Holder, _ object: ManagedObject) -> Void) {
    for object in registry.objects() { object.forEachHold(body) }
    forEachHoldOfItsOwn(body)
  }

  /// Visits the holds that no registered object knows of, for callers that go through the objects anyway.
  package func forEachHoldOfItsOwn(_ body: (_ holder: Holder, _ object: ManagedObject) -> Void) {
    checkQueue()
    for deletion in changes.deletions { body(.pendingDeletion, deletion) }
    notifier.event.forEachHeld { body(.notification, $0) }
    for object in agenda.watched { body(.conflictDetection, object) }
    containers.forEachHeld { body(.container($0), $1) }
    forEachUndoHold(body)
  }

  private func forEachUndoHold(_ body: (Holder, ManagedObject) -> Void) {
    undoManager?.forEachHeld { object, isUndone, isRedone in
      guard object.identityTable.link === link else { return }
      if isUndone { body(.undo, object) }
      if isRedone { body(.redo, object) }
    }
    // A shelved object is in no registry, and holds others all the same.
    undoManager?.forEachShelved { owner in
      guard owner.identityTable.link === link else { return }
      owner.forEachReference { tie, object in
        let name = owner.identityTable.layout.ties[tie].relationship.name
        body(.relationship(owner: owner.objectID, name: name), object)
      }
      owner.forEachFurtherHold(body)
    }
  }
}

extension ManagedObject {
  /// How often the context holds this object: for its changes, for good, and until the turn ends.
  final var contextHoldCount: Int16 {
    Int16(flags.intersection([.pinned, .retained, .pooled]).rawValue.nonzeroBitCount)
  }

  /// Whether it may hold others.
  final var mayHold: Bool { ties != nil || flags.contains(.fetched) }

  /// Visits how the context holds this object, and how this object holds others besides by its relationships.
  fileprivate final func forEachHold(_ body: (_ holder: Holder, _ object: ManagedObject) -> Void) {
    if flags.contains(.pinned) { body(.pendingChange, self) }
    if flags.contains(.retained) { body(.retainsRegistered, self) }
    if flags.contains(.pooled) { body(.pool, self) }
    forEachFurtherHold(body)
  }

  /// What an object holds besides the destinations of its relationships.
  final func forEachFurtherHold(_ body: (Holder, ManagedObject) -> Void) {
    forEachFetched { name, object in
      body(.fetchedProperty(owner: objectID, name: name), object)
    }
  }
}
