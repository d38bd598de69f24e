// What the current event has changed, and what was there before it.

extension ManagedObject {
  /// The properties that the current event has changed, with their values before it.
  package final func valuesChangedForCurrentEvent() -> [String: Any?] {
    guard let context = managedObjectContext, !isFault else { return [:] }
    context.checkQueue()
    defer { identityTable.link.keepsFormerValues = true }
    guard context.notifier.formerValues.mentions(self) else { return [:] }
    var values: [String: Any?] = [:]
    do throws(GraphError) {
      let former = context.notifier.formerValues[self]
      for (slot, place) in identityTable.layout.slots.enumerated() {
        guard let attribute = place.attribute, !attribute.isTransient else { continue }
        let before = try formerValue(at: slot, former)
        guard try value(at: slot) != before else { continue }
        values.updateValue(try bare(before, of: slot), forKey: place.name)
      }
      for (tie, place) in identityTable.layout.ties.enumerated()
      where !place.relationship.isTransient {
        guard let ends = try formerEnds(tie, former) else { continue }
        let name = place.relationship.name
        if place.isToMany {
          values.updateValue(collection(ends, tie), forKey: name)
        } else {
          values.updateValue(ends.first, forKey: name)
        }
      }
    } catch {
      misuse(error)
    }
    return values
  }

  private func formerValue(
    at slot: Int, _ former: FormerValues.Object?
  ) throws(GraphError) -> Value {
    guard let overlay = former?.values else { return try committedValue(at: slot) }
    guard !Slots.isEmpty(overlay.slots, slot) else { return .none }
    return try value(overlay.slots[slot], of: slot, overlay.bytes(slot))
  }

  /// The former objects at the other end of a relationship that the event has changed; nil if it is
  /// as it was.
  private func formerEnds(
    _ tie: Int, _ former: FormerValues.Object?
  ) throws(GraphError) -> [ManagedObject]? {
    let place = identityTable.layout.ties[tie]
    guard place.isToMany else {
      guard let slot = place.slot else { return nil }
      let key = former.map { $0.values.foreignKey(slot) } ?? row?.foreignKey(slot)
      guard key != foreignKey(at: slot) else { return nil }
      return try objects(at: key.map { [$0] } ?? [])
    }
    guard let set = ties?.set(tie) else { return nil }
    let members: FormerValues.Members?
    if let former {
      guard let known = former.members[tie] else { return nil }
      members = known
    } else {
      guard overlay?.isChanged(tie: tie) == true else { return nil }
      members = nil
    }
    let before = try formerMembers(tie, members)
    let now = try destinationIDs(tie)
    let isSame =
      place.isOrdered && !set.isFault
      ? before.map(\.objectID) == now : Set(before.map(\.objectID)) == Set(now)
    return isSame ? nil : before
  }

  /// The former members, none of which is loaded for it.
  private func formerMembers(
    _ tie: Int, _ former: FormerValues.Members?
  ) throws(GraphError) -> [ManagedObject] {
    if let former, !former.isFault { return try objects(at: former.known) }
    if former == nil, let members = committedMembers(tie) { return members }
    guard row != nil, let context = managedObjectContext else { return [] }
    let stored = try context.upstream().members(of: identityTable.layout.ties[tie], owner: objectID)
    guard let former else { return try objects(at: stored) }
    let apart = Set(former.left).union(former.known)
    return try objects(at: stored.filter { !apart.contains($0) } + former.known)
  }

  private func objects(at keys: [ForeignKey]) throws(GraphError) -> [ManagedObject] {
    guard let context = managedObjectContext else { throw noContext() }
    var objects: [ManagedObject] = []
    for key in keys { objects.append(try context.object(at: key, beside: self)) }
    return objects
  }

  private func foreignKey(at slot: Int) -> ForeignKey? {
    guard let slots, !Slots.isEmpty(slots, slot) else { return nil }
    return ForeignKey(bits: slots[slot])
  }
}

extension Overlay {
  fileprivate func foreignKey(_ slot: Int) -> ForeignKey? {
    Slots.isEmpty(slots, slot) ? nil : ForeignKey(bits: slots[slot])
  }
}
