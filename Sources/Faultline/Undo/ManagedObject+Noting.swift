// What is recorded in the undo manager just before an object is written to.

extension ManagedObject {
  /// Notes the value that an attribute has before it is changed.
  ///
  /// The first change in an event counts: those that follow before pending changes are processed coalesce
  /// with it, and cost one look at a bit.
  final func note(slot: Int) {
    guard let slots else { return }
    recordOnce(about: slot) { manager in
      if Slots.isEmpty(slots, slot) {
        manager.record(.absent, of: self, property: slot)
      } else if identityTable.plan.pointee.isInline[slot] {
        manager.record(.word, of: self, property: slot, value: slots[slot])
      } else {
        // A cell never changes, so a changed value is shared; one that lies in the row must be copied.
        let cell = overlay?.cell(slot)?.retain() ?? Unmanaged.passRetained(wholeCell(at: slot))
        manager.record(
          .bytes, of: self, property: slot, value: UInt64(UInt(bitPattern: cell.toOpaque())))
      }
    }
  }

  /// Notes the destination of a to-one relationship before it is pointed elsewhere.
  final func note(destinationOf tie: Int) {
    recordOnce(about: identityTable.plan.pointee.slotCount + tie) { manager in
      manager.record(.destination, of: self, property: tie, other: knownDestination(tie))
    }
  }

  private func knownDestination(_ tie: Int) -> ManagedObject? {
    if let ties, ties.isRealized(tie) { return ties.destination(tie) }
    guard let slot = identityTable.layout.ties[tie].slot, let slots, !Slots.isEmpty(slots, slot)
    else {
      return nil
    }
    return try? managedObjectContext?.object(at: ForeignKey(bits: slots[slot]), beside: self)
  }

  /// Notes that a to-many relationship is about to change, so that the group holds its owner too, and its order.
  ///
  /// What joins and leaves is noted at the other end where that is to-one, and with each member elsewhere. A
  /// relationship that is not loaded has no order yet.
  final func note(membersOf tie: Int, _ set: ObjectSet) {
    if identityTable.link.keepsFormerValues {
      identityTable.link.context?.notifier.formerValues.keep(set, of: self, tie)
    }
    guard let manager = recorder?.takeUnretainedValue(), let context = identityTable.link.context,
      let overlay,
      !overlay.isNew(in: manager.event)
    else { return }
    let place = identityTable.layout.ties[tie]
    let hasOrder = place.isOrdered && !set.isFault
    guard hasOrder || !place.setKind.contains(.linked),
      overlay.beginsNote(identityTable.layout.slotCount + tie, in: manager.event)
    else { return }
    guard hasOrder else {
      return manager.record(.members, of: self, property: tie, isAction: false)
    }
    let order = FormerOrder(of: set, saves: context.agenda.saveCount)
    let block = Unmanaged.passRetained(order).toOpaque()
    manager.record(.order, of: self, property: tie, value: UInt64(UInt(bitPattern: block)))
  }

  /// Notes again that a group is about a to-many relationship, whose members may come to be the same: the group of the
  /// way back holds the same objects.
  final func noteMembersAgain(_ tie: Int, in manager: UndoManager) {
    guard manager.isRecording else { return }
    let isNoted =
      withOverlay {
        !$0.beginsNote(identityTable.plan.pointee.slotCount + tie, in: manager.event)
      } ?? false
    if !isNoted { manager.record(.members, of: self, property: tie, isAction: false) }
  }

  /// Notes that an object joined a to-many relationship or left it; where the other end is to-one, that end says so.
  ///
  /// What one end has recorded, the other need not record again, unless that end is new and records nothing: a group
  /// holds every object that it changes (U1).
  final func note(
    _ kind: UndoRecord.Kind, _ member: ManagedObject, _ tie: Int, asTheOtherEnd isOther: Bool
  ) {
    guard identityTable.layout.ties[tie].setKind.contains(.linked),
      let manager = recorder?.takeUnretainedValue(), let overlay,
      !overlay.isNew(in: manager.event)
    else { return }
    if isOther {
      if manager.isReversing { manager.touch(self) }
      guard member.overlay?.isNew(in: manager.event) == true,
        overlay.beginsNote(identityTable.layout.slotCount + tie, in: manager.event)
      else { return }
      return manager.record(.members, of: self, property: tie, isAction: false)
    }
    // One action a relationship and event, however many members come and go.
    let isFirst = overlay.beginsNote(identityTable.layout.slotCount + tie, in: manager.event)
    manager.record(kind, of: self, property: tie, other: member, isAction: isFirst)
  }

  /// The manager that notes changes of this object at the moment; its context holds it.
  private var recorder: Unmanaged<UndoManager>? {
    let link = identityTable.link
    guard flags.contains(.changed), !link.isSilent,
      let recorder = link.recorder, recorder._withUnsafeGuaranteedRef({ $0.isRecording })
    else { return nil }
    return recorder
  }

  /// Records a change in the manager, unless that was done in this event.
  @inline(__always) private func recordOnce(about place: Int, _ record: (UndoManager) -> Void) {
    recorder?._withUnsafeGuaranteedRef { manager in
      let event = manager.event
      if withOverlay({ $0.beginsNote(place, in: event) }) == true { record(manager) }
    }
  }
}

extension Overlay {
  /// Whether a change of a slot or tie is the first of the event, which from now on it no longer is.
  fileprivate func beginsNote(_ place: Int, in event: UInt32) -> Bool {
    // Without room for notes every change is noted: that is right, and only not as short.
    guard info.pointee.event != 0 else { return true }
    if info.pointee.event != event { beginEvent(event, isNew: false) }
    let notes = notes
    let bit: UInt64 = 1 << UInt64(place & 63)
    guard notes[place >> 6] & bit == 0 else { return false }
    notes[place >> 6] |= bit
    return true
  }

  /// Starts notes anew; an object that is new in the event needs none, since undoing its insertion undoes all.
  func beginEvent(_ event: UInt32, isNew: Bool) {
    guard info.pointee.event != 0 else { return }
    info.pointee.event = event
    notes.update(repeating: isNew ? .max : 0, count: plan.pointee.changeWords)
  }

  /// Whether the object came in this event.
  func isNew(in event: UInt32) -> Bool {
    let plan = plan.pointee
    let last = plan.changeWords - 1
    // The bit behind all slots and ties; without such a bit the object's changes are noted one by one.
    guard info.pointee.event == event, plan.slotCount + plan.tieCount < 64 * plan.changeWords else {
      return false
    }
    return notes[last] >> 63 == 1
  }

  /// Makes all notes worthless, since another manager counts its events anew.
  func forgetNotes() { if info.pointee.event != 0 { info.pointee.event = .max } }
}
