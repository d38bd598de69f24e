// Turning objects back into faults: one, all, or for good.

extension ManagedObjectContext {
  /// Turns an object into a fault, or with `mergeChanges` brings it up to date and keeps its changes.
  ///
  /// Without merging, its changes and its references to other objects are dropped: this is what breaks a
  /// cycle (C2). An object that was never saved has nothing to go back to and stays as it is.
  public func refresh(_ object: ManagedObject, mergeChanges: Bool) {
    checkQueue()
    do throws(GraphError) {
      try refreshing(object, mergeChanges: mergeChanges)
    } catch {
      misuse(error)
    }
  }

  /// Refreshes an object, or says why it cannot be.
  package func refreshing(_ object: ManagedObject, mergeChanges: Bool) throws(GraphError) {
    try checkMembership(of: object, "refresh it there.")
    guard !object.isNew else { return }
    let start = EventHook.began(.refresh, object.entity.name)
    defer { EventHook.ended(start, .refresh, object.entity.name) }
    learnNewKeys()
    // A refresh asks for the newest values, and must not get those that the turn began with.
    persistentStoreCoordinator?.endReading()
    waiting?.forgetMembers()
    if mergeChanges {
      try merge(object)
    } else {
      turnIntoFault(object)
    }
  }

  /// Refreshes every registered object; those with changes keep them.
  public func refreshAllObjects() {
    checkQueue()
    for object in registry.objects() { refresh(object, mergeChanges: object.hasChanges) }
  }

  /// Forgets every object: those that are still held are invalid from now on.
  ///
  /// Nothing can be undone afterwards (semantics 208).
  public func reset() {
    checkQueue()
    undoManager?.forgetEverything()
    changes.forgetDeletions()
    agenda.reset()
    waiting = nil
    let start = EventHook.began(.reset)
    let objects = registry.objects()
    defer { EventHook.ended(start, .reset, count: objects.count) }
    notifier.invalidateAll(objects)
    for object in objects { detach(object, byReset: true) }
    registry.forgetTables()
    notifier.controllers.forEach { $0.forget() }
    notifyObservers()
  }

  private func turnIntoFault(_ object: ManagedObject) {
    guard !object.isFault else {
      object.forgetPart()
      return dropChanges(of: object)
    }
    object.willTurnIntoFault()
    object.flags.insert(.faulting)
    let former = object.observedValues()
    noteEndangeredRelationships(of: object)
    dropChanges(of: object)
    object.slots = nil
    object.forgetTies()
    notifier.refresh(object)
    if !settings.usesRowCache { object.body = nil }
    statistics.objectsTurnedIntoFaults += 1
    object.notifyAll(.turnedIntoFault, old: former)
    object.flags.remove(.faulting)
    object.didTurnIntoFault()
  }

  /// Puts the newest row beneath an object's changes; relationships that were not changed are faults again.
  private func merge(_ object: ManagedObject) throws(GraphError) {
    object.forgetPart()
    guard !object.isFault, !object.isInaccessible else { return }
    do throws(GraphError) {
      rebase(object, on: try filling.row(for: object))
    } catch {
      // Where the row was removed elsewhere there is nothing to merge: the next save meets the conflict.
      guard filling.saysThatRowIsGone(error, object) else { throw error }
    }
    notifier.refresh(object)
  }

  /// Puts a row beneath a realized object: what was written to it stays on top, transient values included
  /// (semantics 76, 77).
  func rebase(_ object: ManagedObject, on row: consuming Row) {
    let former = object.overlay
    let kept = object.flags.intersection([.changed, .recorded])
    let values = object.observedValues()
    object.settle(on: row)
    dropTies(of: object) { former?.isOwn(tie: $0) != true }
    object.awaken()
    if let former {
      object.layOverlay()
      object.overlay?.adoptChanges(of: former)
      object.flags.formUnion(kept)
      changes.findAgain(object)
      renewSets(of: object)
    }
    object.awakenSilently(from: .refresh)
    object.notifyAll(.changed, old: values)
  }

  /// Lets the relationships of a kind be faults again.
  func dropTies(of object: ManagedObject, where belongs: (_ tie: Int) -> Bool) {
    let plan = object.identityTable.plan
    for index in 0..<plan.pointee.tieCount {
      // What goes with one relationship may let go of all.
      guard let ties = object.ties else { return }
      guard ties.isRealized(index), belongs(index) else { continue }
      ties.drop(index, isToMany: plan.pointee.ties[index].isToMany)
    }
  }

  /// Lets changed to-many relationships have the members that are stored by now, with what came and went here.
  ///
  /// They are faults again that know just that. Where an order was changed, which a fault cannot keep, the members are
  /// asked for; they stay as they are if no store answers.
  func renewSets(of object: ManagedObject) {
    // Without uniquing the members would be others.
    guard uniquesObjects else { return }
    for tie in object.identityTable.layout.collections {
      guard let set = object.ties?.set(tie), !set.isFault else { continue }
      let (came, left) = object.unsavedMembers(tie, set)
      guard object.identityTable.layout.ties[tie].isOrdered else {
        set.renew(came: came, left: left)
        continue
      }
      guard let stored = try? filling.storedMembers(of: object, tie) else { continue }
      let members = object.unclaimed(stored, tie)
      set.renew(stored: members, came: came, left: left)
    }
  }

  /// Lets an object go back to its row; the context no longer holds it for its changes.
  func dropChanges(of object: ManagedObject) {
    guard object.flags.contains(.overlaid) else { return }
    unpin(object)
    object.flags.subtract([
      .changed, .updated, .inserted, .deleted, .recorded, .recallable, .gone,
    ])
    object.liftOverlay()
  }

  /// Takes an object out of the context for good; references to it lead to an empty shell.
  func detach(_ object: ManagedObject, byReset isReset: Bool = false) {
    if !isReset { object.noteLeaving() }
    dropChanges(of: object)
    object.slots = nil
    object.body = nil
    object.flags.remove(.partial)
    object.forgetTies()
    object.identityTable.forget(object)
    object.flags.insert(.detached)
    letGo(of: object)
  }
}
