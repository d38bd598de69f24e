// Deleting, and what follows from it for others.

extension ManagedObjectContext {
  /// Marks an object to be removed by the next save; one that was never saved just goes.
  ///
  /// What its delete rules do to others is done when pending changes are processed.
  public func delete(_ object: ManagedObject) {
    checkQueue()
    do throws(GraphError) { try deleting(object) } catch { misuse(error) }
  }

  /// Deletes an object, or says why it cannot be.
  package func deleting(_ object: ManagedObject) throws(GraphError) {
    try checkMembership(of: object, "delete it there.")
    object.prepareForDeletion()
    try markDeleted(object)
  }

  func markDeleted(_ object: ManagedObject) throws(GraphError) {
    guard !object.isDeleted, try !filling.isInaccessible(object) else { return }
    try object.beginChange()
    changes.delete(object)
    if !propagatesDeletesAtEndOfEvent { noteDeletion(of: object) }
  }

  /// Follows the delete rules of every deleted object, and of those that they delete in turn.
  func propagateDeletes() throws(GraphError) {
    var next = 0
    while next < changes.deletions.count {
      let object = changes.deletions[next]
      next += 1
      guard object.isDeleted else { continue }
      let plan = object.identityTable.plan
      for tie in 0..<plan.pointee.tieCount {
        try follow(plan.pointee.ties[tie].deleteRule, of: object, tie)
      }
    }
    changes.takeDeletions().withUnsafeBufferPointer { deletions in
      deletions.forEachFetchedAhead(.values) { object in
        guard object.isDeleted else { return }
        noteDeletion(of: object)
        // An object that was never saved has no row to remove: it leaves the context now.
        guard object.isNew else { return }
        changes.loseNewcomer()
        notifier.depart(object)
        leave(object)
      }
    }
  }

  func follow(_ rule: DeleteRule, of object: ManagedObject, _ tie: Int) throws(GraphError) {
    switch rule {
    case .noAction, .deny: return
    case .cascade:
      for other in try object.destinations(tie) where !other.isDeleted {
        other.prepareForDeletion()
        try markDeleted(other)
      }
    case .nullify:
      if object.identityTable.plan.pointee.ties[tie].isToMany {
        for other in try object.destinations(tie) { try object.remove(other, tie) }
      } else {
        try object.loseDestination(tie)
      }
    }
  }

  /// Takes every unsaved change back: what was inserted goes, what was deleted is there again.
  ///
  /// No store is asked; relationships that were changed are faults again. Nothing can be undone afterwards
  /// (semantics 207).
  public func rollback() {
    checkQueue()
    undoManager?.forgetEverything()
    changes.forgetDeletions()
    agenda.rollBack()
    _ = changes.inOrder()
    // All at once: taken out one by one, each would have to be replaced in the list by another.
    let taken = changes.takeAll()
    taken.forEachFetchedAhead(.values) { object in
      object.flags.remove(.pinned)
      if object.isNew { detach(object) } else { revert(object) }
    }
    notifier.revert(taken)
    notifyObservers()
  }

  private func revert(_ object: ManagedObject) {
    guard let overlay = object.overlay else { return }
    let values = object.observedValues()
    let isGone = object.flags.contains(.gone)
    dropChanges(of: object)
    if isGone {
      // The row was removed elsewhere: a rollback cannot bring it back.
      object.slots = nil
      object.body = nil
    }
    if object.isFault {
      // An object whose row is gone is a fault again, and a fault holds no other objects.
      object.forgetTies()
    } else if overlay.ownsTies {
      dropTies(of: object, where: overlay.isOwn(tie:))
      object.makeDestinations()
    }
    object.awakenSilently(from: .rollback)
    object.notifyAll(.changed, old: values)
  }
}

extension ManagedObject {
  /// Every object at the other end of a relationship, in a list that stays as it is.
  func destinations(_ tie: Int) throws(GraphError) -> [ManagedObject] {
    identityTable.layout.ties[tie].isToMany
      ? try members(tie).objects : try destination(tie).map { [$0] } ?? []
  }
}
