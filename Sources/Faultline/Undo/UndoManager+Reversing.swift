// Undo and redo: the newest group is taken apart from its end, and what that changes becomes a group of the other stack.

import Foundation

extension UndoManager {
  /// Takes the newest group back, with changes that were not processed yet; nothing happens if there is none.
  ///
  /// With groups open that were begun inside others, it stops with a sentence.
  public func undo() {
    do throws(GraphError) { try reverse(.undo) } catch { misuse(error) }
  }

  /// Does the group again that was undone last; nothing happens if something else was changed since.
  public func redo() {
    do throws(GraphError) { try reverse(.redo) } catch { misuse(error) }
  }

  /// Undoes, or says why that cannot be.
  package func undoing() throws(GraphError) { try reverse(.undo) }

  /// Does again, or says why that cannot be.
  package func redoing() throws(GraphError) { try reverse(.redo) }

  private func reverse(_ stack: Stack) throws(GraphError) {
    let kind: EventHook.Kind = stack == .undo ? .undo : .redo
    let start = EventHook.began(kind)
    defer { EventHook.ended(start, kind) }
    try begin(stack)
    explicitLevel = 0
    closeGroup()
    guard self[stack].groupCount > 0 else { return }
    post(Self.checkpointNotification)
    post(stack.willReverseNotification)
    direction = stack
    defer { post(stack.didReverseNotification) }
    let name = self[stack].name
    self[stack.other].open()
    self[stack.other].name = name
    defer { direction = nil }
    defer { self[stack.other].close() }
    try reverse(self[stack].takeGroup(), of: stack)
  }

  private func begin(_ stack: Stack) throws(GraphError) {
    guard !isReversing else {
      throw GraphError(
        .coreData,
        "An undo or a redo is going on; \(stack) when it is done.")
    }
    guard explicitLevel <= 1 else {
      throw GraphError(
        .coreData,
        "\(explicitLevel) undo groups are open; end the inner ones before you \(stack).")
    }
    try checkpoint()
  }

  /// Reverses a group's entries from the last to the first.
  ///
  /// An entry that cannot be reversed does not keep the others from it; the first error is thrown at the end.
  private func reverse(_ count: Int, of stack: Stack) throws(GraphError) {
    endEvent()
    var failure: GraphError?
    var last: ContiguousArray<UndoRecord> = []
    var released = Released()
    let present = contexts.compactMap(\.context)
    isScrubbed = false
    func reverseNow(_ record: UndoRecord) {
      if !isScrubbed {
        if record.kind == .word, liftsOverlay(record, of: stack) { return }
        do throws(GraphError) { try reverse(record, of: stack) } catch {
          failure = failure ?? error
        }
      }
      if !isScrubbed {
        forget(record, on: stack, &released)
      } else if let block = record.block {
        released.blocks.append(block)
      }
    }
    for _ in 0..<count {
      guard let record = self[stack].popLast() else { break }
      fetchAhead(on: stack)
      switch record.kind {
      // The members of a relationship must be settled before their order can be.
      case .order: last.append(record)
      // What follows was done before the save: relationships that are as it left them are not for long.
      case .saved:
        for record in last { reverseNow(record) }
        last = []
        noteSave()
      default: reverseNow(record)
      }
    }
    for record in last { reverseNow(record) }
    settle()
    endEvent()
    letGo(released)
    letGo(scrubbed)
    scrubbed = Released()
    withExtendedLifetime(present) {}
    if let failure { throw failure }
  }

  /// Lets the processor fetch what later entries are about, which lies anywhere in memory.
  @inline(__always) private func fetchAhead(on stack: Stack) {
    let subjects = stack == .undo ? undoLog.laterSubjects : redoLog.laterSubjects
    held.reference(ifAt: subjects.far)?.prefetch()
    held.reference(ifAt: subjects.near)?.prefetchValues()
  }

  /// Takes the only change of an object back by taking its overlay off, if what the entry says lies beneath.
  ///
  /// Most entries are such: an object as the last save left it, changed once. Then nothing need be written, compared
  /// with the row and found unchanged; what is noted for the way back, and which observers are notified, is the same.
  private func liftsOverlay(_ record: UndoRecord, of stack: Stack) -> Bool {
    guard isUndoRegistrationEnabled, let object = held.reference(at: record.subject) else {
      return false
    }
    return object._withUnsafeGuaranteedRef { object in
      let slot = record.property
      guard
        object.flags.intersection(.atAnUndo) == .onlyChanged, object.isPlainlyRecorded(by: self),
        object.withOverlay({ $0.hasOnly(slot: slot, over: record.value) }) == true,
        let slots = object.slots, let context = object.identityTable.link.uncountedContext,
        held.movesOnly(record.subject, from: stack)
      else { return false }
      let isEmpty = Slots.isEmpty(slots, slot)
      append(
        UndoRecord(
          isEmpty ? .absent : .word, of: record.subject, property: slot,
          value: isEmpty ? 0 : slots[slot]))
      context._withUnsafeGuaranteedRef {
        $0.touch(object)
        $0.dropChanges(of: object)
      }
      return true
    }
  }

  private func reverse(_ record: UndoRecord, of stack: Stack) throws(GraphError) {
    if record.kind == .call {
      // An event of its own, so that its place among the changes is kept for the way back.
      endEvent()
      if let call = record.block?.takeUnretainedValue() as? UndoCall { call.body() }
      return endEvent()
    }
    // The entry holds its object until it is forgotten, and the reversal of a group holds the contexts.
    try held.reference(at: record.subject)?.uncounted { (object) throws(GraphError) in
      try object.identityTable.link.uncountedContext?.uncounted { (context) throws(GraphError) in
        try reverse(record, of: object, in: context, stack)
      }
    }
  }

  private func reverse(
    _ record: UndoRecord, of object: ManagedObject, in context: ManagedObjectContext,
    _ stack: Stack
  ) throws(GraphError) {
    subject = record.subject
    held.offer(subject, of: stack)
    defer {
      subject = UndoRecord.noObject
      held.withdrawOffer()
      // An object that no other entry names is finished, and is in the cache now; one with a class of its
      // own is notified only once. Members are still put back by entries of others.
      if !isScrubbed, record.kind != .members, held.mentions(record.subject, on: stack) == 1,
        !object.identityTable.hasClassOfItsOwn
      {
        context.releaseIfUnchanged(object)
      } else {
        touch(object)
      }
    }
    try reverse(record, of: object, in: context)
  }

  private func reverse(
    _ record: UndoRecord, of object: ManagedObject, in context: ManagedObjectContext
  ) throws(GraphError) {
    switch record.kind {
    case .call, .saved: return
    case .inserted: return try context.takeAway(object)
    case .deleted: return try context.bringBack(object)
    default: break
    }
    // An order is put back last, when the object may have gone for good reason.
    if object.flags.contains(.shelved), record.kind != .order, record.kind != .members {
      try context.bringBack(object)
    }
    // Of an object that was removed elsewhere there is nothing to put back.
    guard object.flags.isDisjoint(with: [.detached, .gone]) else { return }
    switch record.kind {
    case .word: try object.restore(.word(record.value), at: record.property)
    case .absent: try object.restore(.absent, at: record.property)
    case .bytes: try object.restore(.block(record.block), at: record.property)
    case .order:
      guard let order = record.block?.takeUnretainedValue() as? FormerOrder else { return }
      try object.restore(order, record.property)
    // What joined and left is put back by the entries of the other ends.
    case .members: object.noteMembersAgain(record.property, in: self)
    default: try restoreEnd(of: object, record, in: context)
    }
  }

  private func restoreEnd(
    of object: ManagedObject, _ record: UndoRecord, in context: ManagedObjectContext
  ) throws(GraphError) {
    let other = record.other.flatMap { held.object(at: $0) }
    if let other {
      if other.flags.contains(.shelved) { try context.bringBack(other) }
      // It was removed elsewhere: there is nothing to lead to.
      guard other.managedObjectContext === context, !other.isDeleted else { return }
    }
    switch (record.kind, other) {
    case (.joined, let other?): try object.remove(other, record.property)
    case (.left, let other?): try object.insert(other, record.property)
    default: try object.restoreDestination(other, record.property)
    }
  }

  /// Releases every object that is as the last save left it (U6), and notifies those with a class
  /// of their own.
  private func settle() {
    let objects = touched
    touched = []
    for object in objects { object.managedObjectContext?.releaseIfUnchanged(object) }
  }
}

extension ManagedObject {
  /// Whether a manager notes its changes, its class has no words about them, and no objects are awaking.
  @inline(__always) fileprivate final func isPlainlyRecorded(by manager: UndoManager) -> Bool {
    let table = identityTable
    return !table.hasClassOfItsOwn && !table.link.isSilent && manager.isRecorder(of: table.link)
  }
}

extension UndoManager.Stack {
  fileprivate var willReverseNotification: Notification.Name {
    self == .undo
      ? UndoManager.willUndoChangeNotification : UndoManager.willRedoChangeNotification
  }

  fileprivate var didReverseNotification: Notification.Name {
    self == .undo ? UndoManager.didUndoChangeNotification : UndoManager.didRedoChangeNotification
  }
}

extension Unmanaged {
  /// Calls a function with something that the caller keeps meanwhile.
  @inline(__always) fileprivate func uncounted(
    _ body: (Instance) throws(GraphError) -> Void
  ) throws(GraphError) {
    var failure: GraphError?
    _withUnsafeGuaranteedRef {
      do throws(GraphError) { try body($0) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
