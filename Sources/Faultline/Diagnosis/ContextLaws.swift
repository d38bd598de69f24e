// The laws of a context, numbered; tests check them after every step, and reports quote the number.

extension ManagedObjectContext {
  /// Every law that is broken, by its number; empty in a sound context.
  ///
  /// Nothing fires.
  /// The laws of single objects are checked for those that are given, or with `full` for every
  /// registered one.
  package func invariantViolations(
    full: Bool, of touched: some Sequence<ManagedObject> = EmptyCollection()
  ) -> [String] {
    let laws = ContextLaws(self)
    let objects = full ? registry.objects() : ContiguousArray(touched)
    return objects.flatMap(laws.violations) + (full ? laws.violations(among: objects) : [])
  }
}

/// The laws: those of objects, and those of a context's parts, which have them beside the state that they are about.
///
/// (7) holds as long as nothing else writes to the context's stores.
private struct ContextLaws {
  private let context: ManagedObjectContext

  init(_ context: ManagedObjectContext) { self.context = context }

  func violations(of object: ManagedObject) -> [String] {
    guard object.managedObjectContext === context else { return [] }
    let found = [
      context.registry.uniquingViolation(object), context.changes.pinningViolation(object),
      identity(object), body(object), fault(object), retention(object),
    ]
    return found.compactMap { $0 } + ends(object) + members(object) + references(object)
  }

  func violations(among objects: ContiguousArray<ManagedObject>) -> [String] {
    let order = context.registry.orderViolation(objects, upTo: context.link.lastSerial)
    return [context.pool.violation(among: objects), counts(objects), order].compactMap { $0 }
  }

  // MARK: - Of one object

  /// (3) Only inserted objects, faults, and what is new to a parent have temporary IDs, and an inserted object is not updated.
  private func identity(_ object: ManagedObject) -> String? {
    let isSound =
      object.isNew
      ? !object.isUpdated
      : object.isFault || !object.objectID.isTemporaryID || context.parent != nil
    guard !isSound else { return nil }
    return "(3) \(object.objectID) is inserted: \(object.isInserted), updated: \(object.isUpdated)."
  }

  /// (4) The slots of a realized object are its row's or its overlay's, and the row has its key.
  private func body(_ object: ManagedObject) -> String? {
    if let row = object.row, row.key != object.key {
      return "(4) \(object.objectID) lies on the row of key \(row.key)."
    }
    let slots = object.overlay.map(\.slots) ?? object.row?.slots
    guard object.slots != nil, object.slots != slots else { return nil }
    return "(4) \(object.objectID) reads slots that are neither its row's nor its overlay's."
  }

  /// (5) A fault has no changes and holds no other objects; a partial row of its key lies beneath faults alone.
  private func fault(_ object: ManagedObject) -> String? {
    let isPartial = object.flags.contains(.partial)
    let lies = object.row?.isPartial(object.identityTable.plan) == true
    guard !lies, !isPartial || object.part?.key == object.key else {
      return "(5) \(object.objectID) knows some values, and is no fault that lies on a partial row."
    }
    guard object.isFault, object.ties != nil || object.flags.contains(.overlaid) else { return nil }
    return "(5) \(object.objectID) is a fault, and has changes or holds others."
  }

  /// (6) Objects are retained if and only if the context retains registered objects.
  private func retention(_ object: ManagedObject) -> String? {
    guard object.flags.contains(.retained) != context.retainsRegisteredObjects else { return nil }
    // What was registered for a child is held as well.
    if context.registersWhatIsServed, !context.retainsRegisteredObjects { return nil }
    return "(6) \(object.objectID) is retained, and should not be, or is not and should be."
  }

  /// (7) Both ends of a relationship agree as far as they are realized; without uniquing each may lead to others.
  private func ends(_ object: ManagedObject) -> [String] {
    guard let ties = object.ties, context.uniquesObjects else { return [] }
    let layout = object.identityTable.layout
    return layout.ties.indices.flatMap { tie -> [String] in
      guard let inverse = layout.ties[tie].inverse else { return [] }
      let others =
        layout.ties[tie].isToMany
        ? ties.set(tie)?.objects ?? [] : ties.destination(tie).map { [$0] } ?? []
      return others.compactMap { agreement(object, tie, $0, inverse) }
    }
  }

  private func agreement(
    _ object: ManagedObject, _ tie: Int, _ other: ManagedObject, _ inverse: Int
  ) -> String? {
    guard let ties = other.ties, ties.isRealized(inverse) else { return nil }
    if other.identityTable.layout.ties[inverse].isToMany {
      guard let set = ties.set(inverse), !set.isFault, !set.contains(object) else { return nil }
    } else if ties.destination(inverse) === object {
      return nil
    }
    let name = object.identityTable.layout.ties[tie].relationship.name
    return
      "(7) \(object.objectID) leads by '\(name)' to \(other.objectID), which does not lead back."
  }

  /// (8) The other end of a relationship is registered in the same context.
  private func members(_ object: ManagedObject) -> [String] {
    var strangers: [String] = []
    object.forEachReference { tie, other in
      let identityTable = other.identityTable
      guard
        other.managedObjectContext !== context
          || identityTable.object(identityTable.place(of: other)) !== other
      else { return }
      let name = object.identityTable.layout.ties[tie].relationship.name
      strangers.append(
        "(8) \(object.objectID) leads by '\(name)' to \(other.objectID), which is not of this context."
      )
    }
    return strangers
  }

  /// (9) The slot of a realized to-one relationship names the object that the tie holds.
  private func references(_ object: ManagedObject) -> [String] {
    guard let ties = object.ties, let slots = object.slots else { return [] }
    return object.identityTable.layout.references.compactMap { tie, slot in
      guard ties.isRealized(tie) else { return nil }
      let named = Slots.isEmpty(slots, slot) ? nil : context.current(ForeignKey(bits: slots[slot]))
      guard named != ties.destination(tie)?.foreignKey else { return nil }
      let name = object.identityTable.layout.ties[tie].relationship.name
      return "(9) \(object.objectID) names another '\(name)' than it holds."
    }
  }

  // MARK: - Of all objects

  /// (11) The counts are those of the objects.
  private func counts(_ objects: ContiguousArray<ManagedObject>) -> String? {
    let changed = objects.count { $0.hasChanges }
    let inserted = objects.count { $0.isInserted }
    let counted = (
      context.changes.list.count, context.insertedObjectCount, context.registeredObjectCount
    )
    guard counted != (changed, inserted, objects.count) else { return nil }
    return "(11) \(counted) changed, inserted and registered objects are counted; "
      + "there are \((changed, inserted, objects.count))."
  }
}
