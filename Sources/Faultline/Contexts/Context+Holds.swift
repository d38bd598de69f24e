// Who holds which objects: what `holders(of:)` says of one, said of all in one pass.

extension ManagedObjectContext {
  /// Visits every strong reference to objects of this context that is no reference of the graph itself.
  ///
  /// With `forEachReference` of each registered object these are all that `holders(of:)` names; asking for one
  /// object after the other would look through the whole context each time. Fires nothing.
  package func forEachHold(_ body: (_ holder: Holder, _ object: ManagedObject) -> Void) {
    for object in registry.objects() { object.forEachHold(body) }
    forEachHoldOfItsOwn(body)
  }

  /// Visits those holds that no registered object knows of, for whoever goes through the objects anyway.
  package func forEachHoldOfItsOwn(_ body: (_ holder: Holder, _ object: ManagedObject) -> Void) {
    checkQueue()
    for deletion in deletions { body(.pendingDeletion, deletion) }
    event.forEachHeld { body(.notification, $0) }
    for object in watched { body(.conflictDetection, object) }
    batchedResults.forEach { results in
      results.forEachHeld { body(.container("the results of a fetch"), $0) }
    }
    containers.forEach { container in container.forEachHeld { body(.container($0), $1) } }
    forEachUndoHold(body)
  }

  private func forEachUndoHold(_ body: (Holder, ManagedObject) -> Void) {
    undoManager?.forEachHeld { object, isUndone, isRedone in
      guard object.home.link === link else { return }
      if isUndone { body(.undo, object) }
      if isRedone { body(.redo, object) }
    }
    // Who is on the shelf is in no registry, and holds others all the same.
    undoManager?.forEachShelved { owner in
      guard owner.home.link === link else { return }
      owner.forEachReference { tie, object in
        let name = owner.home.layout.ties[tie].relationship.name
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

  /// What an object holds besides whom its relationships lead to.
  final func forEachFurtherHold(_ body: (Holder, ManagedObject) -> Void) {
    forEachFetched { name, object in
      body(.fetchedProperty(owner: objectID, name: name), object)
    }
    forEachNewcomer { tie, object in
      let name = home.layout.ties[tie].relationship.name
      body(.relationshipChange(owner: objectID, name: name), object)
    }
  }

  /// Visits those whom a to-many relationship holds once more, since it remembers that they came; who has left is
  /// one of those that `forEachReference` visits.
  final func forEachNewcomer(_ body: (_ tie: Int, _ object: ManagedObject) -> Void) {
    withTies { ties in
      for tie in home.plan.pointee.collections {
        ties.withSet(tie) { set in
          guard set.hasPendingChanges else { return }
          for object in set.pending.added { body(tie, object) }
        }
      }
    }
  }
}
