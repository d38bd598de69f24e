// Who holds which objects: what `holders(of:)` says of one, said of all in one pass.

extension ManagedObjectContext {
  /// Visits every strong reference to objects of this context that is no reference of the graph itself.
  ///
  /// With `forEachReference` of each registered object these are all that `holders(of:)` names; asking for one
  /// object after the other would look through the whole context each time. Fires nothing.
  package func forEachHold(_ body: (_ holder: Holder, _ object: ManagedObject) -> Void) {
    checkQueue()
    for object in registry.objects() {
      if object.flags.contains(.pinned) { body(.pendingChange, object) }
      if object.flags.contains(.retained) { body(.retainsRegistered, object) }
      if object.flags.contains(.pooled) { body(.pool, object) }
      forEachHold(of: object, body)
    }
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
      forEachHold(of: owner, body)
    }
  }

  /// What an object holds besides whom its relationships lead to.
  private func forEachHold(of owner: ManagedObject, _ body: (Holder, ManagedObject) -> Void) {
    for (key, found) in owner.fetchedValues {
      for object in found { body(.fetchedProperty(owner: owner.objectID, name: key), object) }
    }
    owner.forEachNewcomer { tie, object in
      let name = owner.home.layout.ties[tie].relationship.name
      body(.relationshipChange(owner: owner.objectID, name: name), object)
    }
  }
}

extension ManagedObject {
  /// Visits those whom a to-many relationship holds once more, since it remembers that they came; who has left is
  /// one of those that `forEachReference` visits.
  final func forEachNewcomer(_ body: (_ tie: Int, _ object: ManagedObject) -> Void) {
    guard let ties else { return }
    for (index, tie) in home.layout.ties.enumerated() where tie.isToMany && ties.isRealized(index) {
      for object in ties.set(index)?.pending.added ?? [] { body(index, object) }
    }
  }
}
