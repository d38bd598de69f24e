// Undo and redo as a context knows them: which objects go, which come back, and which are as the last
// save left them.

extension ManagedObjectContext {
  /// Takes the newest changes back, those that were not processed yet included (semantics 201).
  public func undo() {
    checkQueue()
    undoManager?.undo()
  }

  /// Does again what was undone last.
  public func redo() {
    checkQueue()
    undoManager?.redo()
  }

  /// Exchanges the undo manager: changes that one has noted are none of the other's business.
  func exchange(_ former: UndoManager?) {
    former?.leave(link)
    undoManager?.join(link)
    for object in changes.list.objects(where: { _ in true }) {
      object.overlay?.forgetNotes()
      if undoManager == nil {
        object.flags.remove(.recorded)
      } else {
        object.flags.insert(.recorded)
      }
    }
  }

  // MARK: - Noting

  /// Notes that an object was inserted.
  func noteInsertion(of object: ManagedObject) {
    guard let undoManager else { return }
    object.flags.insert(.recorded)
    guard undoManager.isRecording else { return }
    undoManager.record(.inserted, of: object)
    object.overlay?.beginEvent(undoManager.event, isNew: true)
  }

  /// Notes that an object is to be removed, which an undo may take back even after the save.
  func noteDeletion(of object: ManagedObject) {
    guard let undoManager, undoManager.isRecording, !object.flags.contains(.recallable) else {
      return
    }
    if object.isNew, object.overlay?.isNew(in: undoManager.event) == true {
      // It came and went within one event: there is nothing to undo.
      object.flags.insert(.cancelledInsertion)
      undoManager.hasCancelledInsertions = true
    } else {
      // Their files go with the save of the deletion.
      object.takeInFiles(silently: true)
      object.flags.insert(.recallable)
      undoManager.record(.deleted, of: object)
    }
  }

  // MARK: - Going

  /// Takes an insertion back: the object goes, and no other object refers to it any more.
  func takeAway(_ object: ManagedObject) throws(GraphError) {
    guard object.managedObjectContext === self, !object.isDeleted else { return }
    let plan = object.identityTable.plan
    for tie in 0..<plan.pointee.tieCount {
      // A stored object leaves others alone where its rule does: the save may be refused for them.
      let rule = plan.pointee.ties[tie].deleteRule
      guard object.isNew || rule != .deny && rule != .noAction else { continue }
      try follow(.nullify, of: object, tie)
    }
    try object.beginChange()
    // Their files go with the save of the deletion.
    object.takeInFiles(silently: true)
    object.flags.insert(.recallable)
    undoManager?.record(.deleted, of: object)
    if object.isNew {
      notifier.depart(object)
      shelve(object)
    } else {
      changes.recount(object) { object.flags.insert(.deleted) }
    }
    object.noteEvents(undoManager?.isUndoing == true ? .undoInsertion : .undoDeletion)
  }

  /// Takes an object out of the context: for good, unless an undo may bring it back.
  func leave(_ object: ManagedObject) {
    guard object.flags.contains(.recallable), undoManager?.held.place(of: object) != nil else {
      return detach(object)
    }
    shelve(object)
  }

  /// Takes an object out of the context with its values, for the undo manager to keep.
  private func shelve(_ object: ManagedObject) {
    guard let overlay = object.overlay else { return detach(object) }
    object.noteLeaving()
    let isStored = overlay.header.base != nil
    object.keepDestinations()
    unpin(object)
    // Not its row: what the row cache knows is for objects that there are.
    if isStored { object.body = object.detachedValues() }
    object.slots = nil
    object.flags.subtract([.changed, .updated, .inserted, .deleted, .recorded])
    object.flags.insert([.detached, .shelved])
    if isStored { object.flags.insert(.stored) }
    object.identityTable.forget(object)
    letGo(of: object)
  }

  // MARK: - Coming back

  /// Takes a deletion back, saved or not.
  func bringBack(_ object: ManagedObject) throws(GraphError) {
    if object.flags.contains(.shelved) {
      try revive(object)
    } else if object.managedObjectContext === self, object.isDeleted {
      changes.recount(object) {
        object.flags.remove(.deleted)
        if !object.isNew { object.flags.insert(.updated) }
      }
      object.flags.remove(.recallable)
      touch(object)
      undoManager?.record(.inserted, of: object)
    } else {
      return
    }
    object.noteEvents(undoManager?.isUndoing == true ? .undoDeletion : .undoInsertion)
  }

  /// Takes an object in again: its row is gone if it had one, so it is a new object with its former values.
  private func revive(_ object: ManagedObject) throws(GraphError) {
    let coordinator = try coordinator()
    let neighbours = object.takeNeighbours()
    object.flags.subtract([.detached, .removed, .withdrawn, .shelved, .recallable, .gone])
    object.flags.insert([.changed, .inserted])
    if undoManager != nil { object.flags.insert(.recorded) }
    object.slots = object.overlay?.slots
    if object.flags.contains(.stored) {
      object.flags.remove(.stored)
      // Its record is gone, and its place is not: it goes back into the store that it was in.
      if object.identityTable.space.store != nil {
        agenda.assign(object.serial, to: object.identityTable.space)
      }
      object.move(
        to: identityTable(of: object.entity, in: coordinator.temporaryKeys),
        key: coordinator.nextTemporaryKey())
    } else {
      object.move(to: object.identityTable, key: object.key)
    }
    changes.pin(object)
    if retainsRegisteredObjects { hold(object) }
    if let undoManager, undoManager.isRecording {
      undoManager.record(.inserted, of: object)
      object.overlay?.beginEvent(undoManager.event, isNew: true)
    }
    for (tie, others) in neighbours {
      for other in others where other.managedObjectContext === self && !other.isDeleted {
        if object.identityTable.layout.ties[tie].isToMany {
          try object.insert(other, tie)
        } else {
          try object.setDestination(other, tie)
        }
      }
    }
  }

  // MARK: - Settling

  /// Lets an object go that is again as the last save left it (U6, semantics 11).
  func releaseIfUnchanged(_ object: ManagedObject) {
    object.notifyEvents()
    guard object.flags.intersection([.changed, .inserted, .deleted]) == .changed else { return }
    let hasSilentValues = object.withOverlay { overlay -> Bool? in
      guard overlay.baseSlots != nil else { return nil }
      guard !object.differsFromRow(overlay) else {
        object.restoreUnchangedMembers(overlay)
        return nil
      }
      // Where the set knew only what had come and gone, there is nothing left to know.
      for tie in object.identityTable.plan.pointee.collections
      where overlay.isOwn(tie: tie) && object.ties?.set(tie)?.isFault == true {
        object.reportLoss()
        object.ties?.drop(tie, isToMany: true)
      }
      return overlay.hasSilentValues
    }
    switch hasSilentValues {
    case true??:
      object.withOverlay { $0.silence() }
      unpin(object)
      object.flags.subtract([.changed, .updated, .recorded])
    case false??: dropChanges(of: object)
    default: return
    }
  }
}
