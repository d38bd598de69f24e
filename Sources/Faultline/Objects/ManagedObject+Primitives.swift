// Values beneath the accessors: written without a notification; a caller that wants one announces the change.

extension ManagedObject {
  // MARK: - Reading and writing

  /// The value that lies beneath the accessors.
  package final func storedValue(forKey key: String) -> Any? {
    do throws(GraphError) {
      let property = try property(key)
      return isFault && !knows(property) ? nil : try value(of: property)
    } catch {
      misuse(error)
    }
  }

  /// Sets the value that lies beneath the accessors.
  package final func setStoredValue(_ value: Any?, forKey key: String) {
    do throws(GraphError) {
      switch try property(key) {
      case .attribute(let slot): try setSilently(try cell(value, slot), at: slot)
      case .relationship(let tie) where identityTable.layout.ties[tie].isToMany:
        try setMembersSilently(try objects(value, key), tie)
      case .relationship(let tie): try setDestinationSilently(try object(value, key), tie)
      }
    } catch {
      misuse(error)
    }
  }

  private func setSilently(_ value: Value, at slot: Int) throws(GraphError) {
    guard let attribute = identityTable.layout.slots[slot].attribute else { return }
    let fitted = try attribute.fitted(value, entity: identityTable.entity.name)
    try realize()
    layOverlay()
    if let overlay { store(fitted, slot, in: overlay, silently: true) }
  }

  private func setDestinationSilently(_ object: ManagedObject?, _ tie: Int) throws(GraphError) {
    if let object { try check(object, tie) }
    try realize()
    layOverlay()
    if let slot = identityTable.layout.ties[tie].slot {
      overlay?.write(object?.foreignKey.bits, to: slot, silently: true)
    }
    overlay?.markSilent(slot: identityTable.layout.slotCount + tie)
    reportLoss()
    reportGain(object, tie)
    realizedTies().setDestination(object, tie)
  }

  private func setMembersSilently(_ objects: [ManagedObject], _ tie: Int) throws(GraphError) {
    for object in objects { try check(object, tie) }
    let set = try members(tie)
    layOverlay()
    overlay?.markSilent(slot: identityTable.layout.slotCount + tie)
    reportLoss()
    for member in set.objects { set.remove(member, of: self) }
    reportGains(objects, tie, in: set)
    for object in objects { set.insert(object) }
  }

  // MARK: - Announcing

  /// Fires the object, as reading the property would; without a key it just fires (semantics 38).
  public final func willAccessValue(forKey key: String?) {
    do throws(GraphError) {
      if let key, knows(try property(key)) { return }
      try realize()
    } catch {
      misuse(error)
    }
  }

  /// Ends what `willAccessValue` began: custom accessors call the two in pairs.
  public final func didAccessValue(forKey key: String?) {}

  /// Says that the primitive value of a property is about to change.
  public final func willChangeValue(forKey key: String) {
    do throws(GraphError) {
      let property = try property(key)
      let former = try formerValue(property)
      managedObjectContext?.notifier.announcedChanges.announce(former, serial, key)
      // The undo manager must see the value now, before the announced change is made.
      if case .attribute(let slot) = property, managedObjectContext?.undoManager != nil {
        try beginChange()
        note(slot: slot)
      }
    } catch {
      misuse(error)
    }
  }

  /// Says that the primitive value has changed: the change is noticed now, as that of a setter would be.
  public final func didChangeValue(forKey key: String) {
    let former = managedObjectContext?.notifier.announcedChanges.take(serial, key)
    do throws(GraphError) {
      switch (try property(key), former) {
      case (.attribute(let slot), _):
        try beginChange()
        try markChanged(slot)
        if flags.contains(.observed) { notify(key, .changed, old: former?.value) }
      case (.relationship, nil), (.relationship, .value): return
      case (.relationship(let tie), .objects(let ids)):
        try replay(tie, from: ids)
      }
    } catch {
      misuse(error)
    }
  }

  /// Lets a value count as changed; one that was not set becomes the object's own, since it may lie in its row.
  private func markChanged(_ slot: Int) throws(GraphError) {
    guard let overlay else { return }
    if overlay.isOwn(slot: slot) {
      overlay.markChanged(slot: slot)
    } else {
      store(try value(at: slot), slot, in: overlay)
    }
  }

  private func formerValue(
    _ property: EntityLayout.Property
  ) throws(GraphError) -> AnnouncedChanges.Former {
    switch property {
    case .attribute(let slot): .value(try bareValue(at: slot))
    case .relationship(let tie): .objects(try destinations(tie).map(\.objectID))
    }
  }

  /// Puts a relationship back and sets it again, so that the other ends learn of it.
  private func replay(_ tie: Int, from former: [ManagedObjectID]) throws(GraphError) {
    guard let context = managedObjectContext else { throw noContext() }
    let now = try destinations(tie)
    let before = former.map { context.object(with: $0) }
    if identityTable.layout.ties[tie].isToMany {
      try setMembersSilently(before, tie)
      try setMembers(now, tie)
    } else {
      try setDestinationSilently(before.first, tie)
      try setDestination(now.first, tie)
    }
  }
}

/// Values as they were when a change of them was announced; objects by their IDs, so that none is held.
struct AnnouncedChanges {
  enum Former {
    case value(Any?)
    case objects([ManagedObjectID])

    var value: Any? {
      if case .value(let value) = self { value } else { nil }
    }
  }

  private var former: [UInt32: [String: Former]] = [:]

  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: former, .registry)
    for values in former.values { visitor.show(elementsOf: values, .registry) }
  }

  mutating func announce(_ value: Former, _ serial: UInt32, _ key: String) {
    former[serial, default: [:]][key] = value
  }

  mutating func take(_ serial: UInt32, _ key: String) -> Former? {
    let value = former[serial]?.removeValue(forKey: key)
    if former[serial]?.isEmpty == true { former[serial] = nil }
    return value
  }
}
