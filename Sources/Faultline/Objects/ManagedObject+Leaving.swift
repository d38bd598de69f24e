// How an object leaves its context, why it is in none, and what can be done about it.

extension ManagedObject {
  /// Notes what an object leaves its context for, where that is no reset.
  final func noteLeaving() { flags.insert(isNew ? .withdrawn : .removed) }

  /// Whether it was made without a context and waits for one.
  final var belongsNowhere: Bool {
    identityTable.link.wasNeverJoined && !flags.contains(.detached)
  }

  /// Takes the object's row out of the row cache, since its context is gone; the object keeps its values (R6).
  ///
  /// A row that others use stays for them, and the object has a copy. A fault has no use for a row any more.
  final func leaveRowCache() {
    if isFault {
      if !flags.contains(.partial) { body = nil }
    } else if flags.contains(.overlaid) {
      withOverlay { takeOutOfCache(&$0.info.pointee.beneath) }
    } else {
      takeOutOfCache(&body)
      slots = row?.slots
    }
  }

  private func takeOutOfCache(_ body: inout AnyObject?) {
    let isOnlyUser = isKnownUniquelyReferenced(&body)
    guard let row = body.map({ unsafeDowncast($0, to: Row.self) }),
      let table = row.info.pointee.cache
    else { return }
    guard isOnlyUser else { return body = row.copy(identityTable.layout) }
    table.forget(Address(of: row), key: row.key)
    row.info.pointee.cache = nil
  }

  /// Why the object cannot be used, as it has no context.
  final func noContext() -> GraphError {
    GraphError(.coreData, "\(objectID) \(wayOut)", objectID: objectID)
  }

  /// How it came to have no context, and what to do.
  private var wayOut: String {
    guard flags.contains(.detached) else {
      return "has no context any more; keep the context as long as its objects are used."
    }
    let comesBack = flags.contains(.shelved)
    if flags.contains(.removed) {
      return "was deleted, and its deletion was saved; "
        + (comesBack ? "undo the deletion before you use it again." : "let go of it with the save.")
    }
    if flags.contains(.withdrawn) {
      return "was never saved, and its insertion was taken back; "
        + (comesBack ? "undo or redo that before you use it again." : "insert a new object.")
    }
    return "was invalidated when its context was reset; fetch it again."
  }
}

extension ManagedObjectContext {
  /// Refuses an object that is not of this context, and says where it may be used instead.
  func checkMembership(of object: ManagedObject, _ remedy: String) throws(GraphError) {
    guard object.managedObjectContext !== self else { return }
    guard object.managedObjectContext != nil || object.belongsNowhere else {
      throw object.noContext()
    }
    throw GraphError(
      .coreData, "\(object.objectID) belongs to another context, or to none; \(remedy)",
      objectID: object.objectID)
  }
}
