// Putting a property back to what it was, as an undo does: observers are notified, accessors are not called.

/// What an attribute was before.
enum FormerValue {
  /// Eight bytes, in the slot itself.
  case word(UInt64)
  /// Text or data, in a cell.
  case block(Unmanaged<AnyObject>?)
  /// Nothing.
  case absent
}

extension ManagedObject {
  /// Writes an attribute's former value; what it was until now is noted for the way back.
  final func restore(_ value: FormerValue, at slot: Int) throws(GraphError) {
    let former = flags.contains(.observed) ? try bareValue(at: slot) : nil
    try beginChange()
    if flags.contains(.recorded) { note(slot: slot) }
    switch value {
    case .word(let word): write(word, to: slot)
    case .absent where identityTable.plan.pointee.isInline[slot]: write(nil, to: slot)
    case .absent: overlay?.write(nil as UnsafeRawBufferPointer?, toOutline: slot)
    case .block(let block): overlay?.adopt(block, at: slot)
    }
    if flags.contains(.observed) {
      notify(identityTable.layout.slots[slot].name, .changed, old: former)
    }
    noteEvents(.undoUpdate)
  }

  /// Puts the members of a relationship into the order that they had; members that were not among them come last.
  final func restore(_ order: FormerOrder, _ tie: Int) throws(GraphError) {
    let set = try members(tie)
    try beginChange()
    if flags.contains(.recorded) { note(membersOf: tie, set) }
    markChanged(tie: tie)
    let isAsSaved =
      !order.wasReordered
      && order.saves == managedObjectContext?.agenda.saveCount
    if set.arrange(order.serials, isAsSaved: isAsSaved) { notify(tie) }
    noteEvents(.undoUpdate)
  }

  // MARK: - Notifying classes of their own

  /// Notes what an undo did, for `awake(fromSnapshotEvents:)`.
  final func noteEvents(_ events: SnapshotEvents) {
    guard identityTable.hasClassOfItsOwn, let context = identityTable.link.context else { return }
    context.notifier.note(events, of: serial)
  }

  /// Calls `awake(fromSnapshotEvents:)` once for all that an undo did.
  final func notifyEvents() {
    guard identityTable.hasClassOfItsOwn,
      let events = identityTable.link.context?.notifier.takeSnapshotEvents(of: serial)
    else { return }
    awakenSilently(from: events)
  }

  // MARK: - Comparing

  /// Whether a save would write anything else than what the row says.
  final func differsFromRow(_ overlay: Overlay) -> Bool {
    let plan = identityTable.plan
    if overlay.hasChange(where: overlay.differsFromBase, below: plan.pointee.slotCount) {
      return true
    }
    return plan.pointee.collections.contains {
      overlay.isChanged(tie: $0) && membersDiffer($0)
    }
  }

  /// Returns whether a to-many relationship has other members, or another order, than at the last save.
  private func membersDiffer(_ tie: Int) -> Bool {
    guard let set = ties?.set(tie) else { return false }
    if set.isReordered, !set.isFault { return true }
    return identityTable.layout.ties[tie].setKind.contains(.linked)
      ? set.hasPendingChanges : set.differences > 0
  }

  /// Lets to-many relationships count as unchanged that have the members of the last save again.
  final func restoreUnchangedMembers(_ overlay: Overlay) {
    for tie in identityTable.plan.pointee.collections
    where overlay.isChanged(tie: tie) && !membersDiffer(tie) {
      overlay.unmarkChanged(tie: tie)
      // It knew only added and removed members, and there are none.
      guard ties?.set(tie)?.isFault == true else { continue }
      reportLoss()
      ties?.drop(tie, isToMany: true)
    }
  }

  // MARK: - On the shelf

  /// Whether it was inserted and deleted in one event.
  final var isCancelledInsertion: Bool { flags.contains(.cancelledInsertion) }

  /// Makes objects of the foreign keys that it has, for keys change.
  final func keepDestinations() {
    for (tie, _) in identityTable.layout.references where ties?.isRealized(tie) != true {
      _ = try? destination(tie)
    }
  }

  /// Takes out the objects that its relationships led to when it was put on the shelf.
  final func takeNeighbours() -> [(tie: Int, others: [ManagedObject])] {
    var neighbours: [(tie: Int, others: [ManagedObject])] = []
    forEachMember { tie, other in
      if neighbours.last?.tie == tie {
        neighbours[neighbours.count - 1].others.append(other)
      } else {
        neighbours.append((tie, [other]))
      }
    }
    forgetTies()
    for (_, slot) in identityTable.layout.references { overlay?.write(nil, to: slot) }
    return neighbours
  }

  private func forEachMember(_ body: (_ tie: Int, _ object: ManagedObject) -> Void) {
    guard let ties else { return }
    for (index, tie) in identityTable.layout.ties.enumerated() where ties.isRealized(index) {
      if tie.isToMany {
        ties.set(index)?.forEach { body(index, $0) }
      } else if let object = ties.destination(index) {
        body(index, object)
      }
    }
  }

  /// Forgets the values that were kept for an undo, when nothing can be undone any more.
  final func clearShelf() {
    guard flags.contains(.shelved) else { return }
    flags.subtract([.shelved, .stored, .recallable, .overlaid])
    body = nil
    forgetTies()
  }
}
