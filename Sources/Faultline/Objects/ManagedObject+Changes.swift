// What differs from the last save, and what was there then.

extension ManagedObject {
  /// Whether a save would write another value than there is; asking fires nothing (semantics 102).
  ///
  /// `hasChanges` says only that a setter was called, be it for a transient value or for the one that was there.
  public final var hasPersistentChangedValues: Bool { !changedProperties().isEmpty }

  /// The changed properties with their new values.
  package final func valuesChanged() -> [String: Any?] {
    var values: [String: Any?] = [:]
    do throws(GraphError) {
      for (name, property) in changedProperties() {
        if case .relationship(let tie) = property, identityTable.layout.ties[tie].isToMany,
          hasFault(tie: tie)
        {
          values.updateValue(liveCollection(tie), forKey: name)
        } else {
          values.updateValue(try value(of: property), forKey: name)
        }
      }
    } catch {
      misuse(error)
    }
    return values
  }

  /// The values as the last fetch or save knew them.
  package final func valuesCommitted(forKeys keys: [String]?) -> [String: Any?] {
    var values: [String: Any?] = [:]
    do throws(GraphError) {
      try realize()
      guard row != nil else { return [:] }
      for key in keys ?? identityTable.layout.keys {
        switch try property(key) {
        case .attribute(let slot):
          guard identityTable.layout.slots[slot].attribute?.isTransient == false else { continue }
          values.updateValue(try bare(try committedValue(at: slot), of: slot), forKey: key)
        case .relationship(let tie) where managedObjectContext == nil && !holdsCommittedEnds(tie):
          continue
        case .relationship(let tie) where identityTable.layout.ties[tie].isToMany:
          guard let members = committedMembers(tie) else { continue }
          values.updateValue(collection(members, tie), forKey: key)
        case .relationship(let tie):
          values.updateValue(try committedDestination(tie), forKey: key)
        }
      }
    } catch {
      misuse(error)
    }
    return values
  }

  /// The IDs at the other end of a relationship, also of a to-one; no object is made for them (semantics 36, 37).
  ///
  /// It loads the object, and asks the store about a to-many relationship that is not loaded.
  public final func objectIDs(forRelationshipNamed name: String) -> [ManagedObjectID] {
    do throws(GraphError) {
      guard case .relationship(let tie) = try property(name) else {
        throw GraphError(
          .unsupportedRequest, "'\(entity.name).\(name)' is no relationship.", key: name)
      }
      return try destinationIDs(tie)
    } catch {
      misuse(error)
    }
  }

  /// Returns the IDs of what a relationship leads to, and loads nothing.
  ///
  /// Where the level above has been asked for the stored members already, they are `stored`.
  final func destinationIDs(
    _ tie: Int, stored: [ForeignKey]? = nil
  ) throws(GraphError) -> [ManagedObjectID] {
    try realize()
    if !hasFault(tie: tie) { return knownDestinations(tie).map(\.objectID) }
    let slot = identityTable.layout.ties[tie].slot
    if let slot, let slots, Slots.isEmpty(slots, slot) { return [] }
    guard let context = managedObjectContext else { throw noContext() }
    if let slot {
      guard let slots else { return [] }
      return [try context.objectID(at: ForeignKey(bits: slots[slot]), beside: self)]
    }
    var ids: [ManagedObjectID] = []
    if row != nil {
      let place = identityTable.layout.ties[tie]
      let keys =
        if let stored { stored } else {
          try context.upstream().members(of: place, owner: registeredID)
        }
      for key in keys {
        ids.append(try context.objectID(at: key, beside: self))
      }
    }
    guard let set = ties?.set(tie) else { return ids }
    ids.removeAll { set.removed.contains(ForeignKey($0)) }
    let known = Set(ids)
    return ids + set.objects.map(\.registeredID).filter { !known.contains($0) }
  }

  // MARK: - Comparing

  private func changedProperties() -> [(name: String, property: EntityLayout.Property)] {
    guard flags.contains(.changed), let overlay else { return [] }
    let layout = identityTable.layout
    var found: [(name: String, property: EntityLayout.Property)] = []
    for (slot, place) in layout.slots.enumerated() {
      guard let attribute = place.attribute, !attribute.isTransient,
        overlay.isChanged(slot: slot), overlay.differsFromBase(slot)
      else { continue }
      found.append((place.name, .attribute(slot: slot)))
    }
    for (tie, place) in layout.ties.enumerated() where overlay.isChanged(tie: tie) {
      guard !place.relationship.isTransient, differs(tie, overlay) else { continue }
      found.append((place.relationship.name, .relationship(tie: tie)))
    }
    return found
  }

  private func differs(_ tie: Int, _ overlay: Overlay) -> Bool {
    if let slot = identityTable.layout.ties[tie].slot { return overlay.differsFromBase(slot) }
    guard let set = ties?.set(tie) else { return false }
    if identityTable.layout.ties[tie].setKind.contains(.linked) {
      return set.hasPendingChanges || set.isReordered
    }
    guard let committed = committedMembers(tie) else {
      return set.count > 0 || !set.removed.isEmpty
    }
    return set.isReordered || Set(committed) != Set(set.objects)
  }

  /// The members as the last save knew them; nil while the relationship is not loaded.
  final func committedMembers(_ tie: Int) -> [ManagedObject]? {
    guard row != nil else { return [] }
    guard let set = ties?.set(tie), !set.isFault else { return nil }
    guard let inverse = identityTable.layout.ties[tie].inverse,
      let slot = identityTable.layout.ties[tie].destination?.ties[inverse].slot
    else {
      let (added, removed) = set.pending
      let new = Set(added)
      return set.objects.filter { !new.contains($0) }
        + removed.compactMap { try? managedObjectContext?.object(at: $0, beside: self) }
    }
    // The to-one sides know: an object that left is among the changed.
    let key = foreignKey
    func belonged(_ object: ManagedObject) -> Bool { object.row?.foreignKey(slot) == key }
    let left = managedObjectContext?.changes.list.objects {
      identityTable.layout.ties[tie].accepts($0.identityTable.index) && !set.contains($0)
        && belonged($0)
    }
    return set.objects.filter { $0.row == nil ? $0.isFault : belonged($0) } + (left ?? [])
  }

  /// Returns the members added to a loaded to-many relationship since the last save, and the keys of those removed.
  final func unsavedMembers(
    _ tie: Int, _ set: ObjectSet
  ) -> (came: [ManagedObject], left: [ForeignKey]) {
    guard let inverse = identityTable.layout.ties[tie].inverse,
      let slot = identityTable.layout.ties[tie].destination?.ties[inverse].slot
    else { return (set.pending.added, set.pending.removed) }
    // An object with a changed to-one side came or left, whatever was stored elsewhere meanwhile.
    let key = foreignKey
    let came = set.objects.filter { $0.overlay?.isOwn(tie: inverse) == true }
    let left = managedObjectContext?.changes.list.objects {
      identityTable.layout.ties[tie].accepts($0.identityTable.index)
        && $0.overlay?.isOwn(tie: inverse) == true
        && !set.contains($0) && $0.row?.foreignKey(slot) == key
    }
    return (came, left?.map(\.foreignKey) ?? [])
  }

  final func committedDestination(_ tie: Int) throws(GraphError) -> ManagedObject? {
    guard let slot = identityTable.layout.ties[tie].slot, let key = row?.foreignKey(slot) else {
      return nil
    }
    guard let context = managedObjectContext else {
      guard holdsCommittedEnds(tie) else { throw noContext() }
      return ties?.destination(tie)
    }
    return try context.object(at: key, beside: self)
  }

  /// Whether an object that has outlived its context still holds the destinations of a relationship.
  private func holdsCommittedEnds(_ tie: Int) -> Bool {
    let place = identityTable.layout.ties[tie]
    if let slot = place.slot, row?.foreignKey(slot) == nil { return true }
    if place.setKind.contains(.linked) { return ties?.set(tie)?.removed.isEmpty != false }
    return ties?.isRealized(tie) == true && overlay?.isOwn(tie: tie) != true
  }

  private func liveCollection(_ tie: Int) -> Any {
    identityTable.layout.ties[tie].isOrdered
      ? MutableOrderedObjectSet(owner: self, tie: tie) : MutableObjectSet(owner: self, tie: tie)
  }
}

extension Overlay {
  /// Whether a slot holds another value than the row beneath.
  func differsFromBase(_ slot: Int) -> Bool {
    let (slots, plan) = (slots, plan)
    let isEmpty = Slots.isEmpty(slots, slot)
    guard let base = baseSlots else { return !isEmpty }
    guard isEmpty == Slots.isEmpty(base, slot) else { return true }
    if isEmpty { return false }
    if plan.pointee.isInline[slot] { return slots[slot] != base[slot] }
    return !bytes(slot).elementsEqual(Slots.bytes(base, slot, plan.pointee.slotCount))
  }
}

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
