// Undo and redo: the newest group is taken apart from its end, and what that changes becomes a group of the other stack.

extension UndoManager {
  /// Takes the newest group back, with changes that were not processed yet; nothing happens if there is none.
  ///
  /// With groups open that were begun inside others, it stops with a sentence.
  public func undo() {
    do throws(GraphError) { try undoing() } catch { misuse(error) }
  }

  /// Does the group again that was undone last; nothing happens if something else was changed since.
  public func redo() {
    do throws(GraphError) { try redoing() } catch { misuse(error) }
  }

  /// Undoes, or says why that cannot be.
  package func undoing() throws(GraphError) {
    try begin("undo")
    explicitLevel = 0
    closeGroup()
    guard undoLog.groupCount > 0 else { return }
    post(Self.checkpointNotification)
    post(Self.willUndoChangeNotification)
    isUndoing = true
    defer { post(Self.didUndoChangeNotification) }
    let name = undoLog.name
    redoLog.open()
    redoLog.name = name
    defer { isUndoing = false }
    defer { redoLog.close() }
    try reverse(undoLog.takeGroup(), of: .undo)
  }

  /// Does again, or says why that cannot be.
  package func redoing() throws(GraphError) {
    try begin("redo")
    explicitLevel = 0
    closeGroup()
    guard redoLog.groupCount > 0 else { return }
    post(Self.checkpointNotification)
    post(Self.willRedoChangeNotification)
    isRedoing = true
    defer { post(Self.didRedoChangeNotification) }
    let name = redoLog.name
    undoLog.open()
    undoLog.name = name
    defer { isRedoing = false }
    defer { undoLog.close() }
    try reverse(redoLog.takeGroup(), of: .redo)
  }

  private func begin(_ verb: String) throws(GraphError) {
    guard !isReversing else {
      throw GraphError(
        .coreData,
        "An undo or a redo is going on; \(verb) when it is done.")
    }
    guard explicitLevel <= 1 else {
      throw GraphError(
        .coreData,
        "\(explicitLevel) undo groups are open; end the inner ones before you \(verb).")
    }
    try checkpoint()
  }

  /// Reverses a group's entries from the last to the first.
  ///
  /// An entry that cannot be reversed does not keep the others from it; the first error is told at the end.
  private func reverse(_ count: Int, of stack: HeldObjects.Stack) throws(GraphError) {
    endEvent()
    var failure: GraphError?
    var last: ContiguousArray<UndoRecord> = []
    var released = Released()
    for _ in 0..<count {
      guard let record = stack == .undo ? undoLog.popLast() : redoLog.popLast() else { break }
      // Who belongs to a relationship must be settled before their order can be.
      if record.kind == .order || record.kind == .clean {
        last.append(record)
        continue
      }
      do throws(GraphError) { try reverse(record) } catch { failure = failure ?? error }
      forget(record, on: stack, &released)
    }
    for record in last {
      do throws(GraphError) { try reverse(record) } catch { failure = failure ?? error }
      forget(record, on: stack, &released)
    }
    settle()
    endEvent()
    letGo(released)
    if let failure { throw failure }
  }

  private func reverse(_ record: UndoRecord) throws(GraphError) {
    if record.kind == .call {
      // An event of its own, so that its place among the changes is kept for the way back.
      endEvent()
      if let call = record.block?.takeUnretainedValue() as? UndoCall { call.body() }
      return endEvent()
    }
    guard let object = held.object(at: record.subject), let context = object.home.link.context
    else { return }
    subject = record.subject
    defer { subject = UndoRecord.nobody }
    touch(object)
    switch record.kind {
    case .call: return
    case .inserted: return try context.takeAway(object)
    case .deleted: return try context.bringBack(object)
    default: break
    }
    // An order is put back last, when the object may have gone for good reason.
    if record.kind != .order, record.kind != .clean { try context.recall(object) }
    guard object.managedObjectContext != nil else { return }
    switch record.kind {
    case .word: try object.restore(.word(record.value), at: record.property)
    case .absent: try object.restore(.absent, at: record.property)
    case .bytes: try object.restore(.block(record.block), at: record.property)
    case .order:
      guard let order = record.block?.takeUnretainedValue() as? FormerOrder else { return }
      try object.restore(order, record.property)
    case .clean: object.restoreClean(record.property, after: Int(record.value))
    default: try restoreEnd(of: object, record, in: context)
    }
  }

  private func restoreEnd(
    of object: ManagedObject, _ record: UndoRecord, in context: ManagedObjectContext
  ) throws(GraphError) {
    let other = record.other.flatMap { held.object(at: $0) }
    if let other {
      try context.recall(other)
      // Somebody else has done away with it: there is nothing to lead to.
      guard other.managedObjectContext === context, !other.isDeleted else { return }
    }
    switch (record.kind, other) {
    case (.joined, let other?): try object.remove(other, record.property)
    case (.left, let other?): try object.insert(other, record.property)
    default: try object.setDestination(other, record.property)
    }
  }

  /// Lets go of everybody who is as the last save left them (U6), and tells classes of their own.
  private func settle() {
    let objects = touched
    touched = []
    for object in objects { object.managedObjectContext?.releaseIfUnchanged(object) }
  }
}
