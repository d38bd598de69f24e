// Faults that know some of their values: those that a fetch has named, and no others.

/// A partial fault is a fault: it holds no other objects, has no changes, and has not awoken.
///
/// It lies on a partial row, which is its own and no cache's. Reading what it knows costs nothing; reading or
/// changing anything else fires it, and it lies on a whole row from then on.
extension ManagedObject {
  /// What a partial fault knows.
  final var part: Row? {
    guard flags.contains(.partial), slots == nil, let body else { return nil }
    return unsafeDowncast(body, to: Row.self)
  }

  /// Whether a fault knows all slots of a part.
  final func knows(_ part: RowPart) -> Bool {
    guard let known = self.part else { return false }
    return part.slots.allSatisfy { known.knows($0, identityTable.plan) }
  }

  /// Whether a fault knows a property.
  final func knows(_ property: EntityLayout.Property) -> Bool {
    let slot: Int? =
      switch property {
      case .attribute(let slot): slot
      case .relationship(let tie): identityTable.layout.ties[tie].slot
      }
    return slot.flatMap { slots(knowing: $0) } != nil
  }

  /// The slots from which a fault can be read without firing, if it knows that one.
  final func slots(knowing slot: Int) -> UnsafeMutablePointer<UInt64>? {
    guard let part, part.knows(slot, identityTable.plan) else { return nil }
    return part.slots
  }

  /// The slots to read one from: a fault fires, unless it knows that one.
  @inline(__always) final func slots(
    toRead slot: Int
  ) throws(GraphError) -> UnsafeMutablePointer<UInt64>? {
    if let slots { return slots }
    if flags.contains(.partial), let known = slots(knowing: slot) { return known }
    try realize()
    return slots
  }

  /// The slots to read one from, for a typed key.
  @usableFromInline final func slotsOfFault(toRead slot: Int) -> UnsafeMutablePointer<UInt64>? {
    if flags.contains(.partial), let known = slots(knowing: slot) { return known }
    do throws(GraphError) { try realize() } catch { misuse(error) }
    return slots
  }

  /// Lets a fault lie on a whole row without showing it.
  @inline(__always) final func lie(on row: consuming Row) {
    body = row
    flags.remove(.partial)
  }

  /// Lets a fault lie on a row as it is, whole or partial; it keeps a whole row that it has.
  final func lie(onWhatIsKnown row: consuming Row) {
    guard row.isPartial(identityTable.plan) else { return lie(on: row) }
    guard self.row == nil else { return }
    body = row
    flags.insert(.partial)
  }

  /// Lets a partial fault be one that knows nothing.
  final func forgetPart() {
    guard flags.contains(.partial) else { return }
    flags.remove(.partial)
    if slots == nil { body = nil }
  }

  /// The destination of a to-one relationship whose key a partial fault knows; nil if it does not know the key.
  ///
  /// It does not hold the destination, as no fault does.
  final func knownDestination(_ tie: Int) throws(GraphError) -> ManagedObject?? {
    let slot = identityTable.plan.pointee.ties[tie].slot
    guard slot >= 0, let slots = slots(knowing: slot) else { return .none }
    guard !Slots.isEmpty(slots, slot) else { return .some(nil) }
    guard let context = managedObjectContext else { throw noContext() }
    let object = try context.object(at: ForeignKey(bits: slots[slot]), beside: self)
    return context.handOut(object)
  }
}
