// A context takes in what a child saves: as unsaved changes of its own, one level up and no further (P2).

/// A child's save as its parent takes it: both wait for it.
struct ChildSave {
  /// The parent.
  private let context: ManagedObjectContext

  init(into parent: ManagedObjectContext) { context = parent }

  /// Takes the save, whole, unless objects here are not as the child has known them (semantics 171, 177).
  ///
  /// What the child has computed is not computed again: no object here awakes, is prepared or is validated.
  /// The undo manager notes the changes like any others.
  func take(_ draft: inout SaveDraft) throws(GraphError) {
    OpenTurns.join(context)
    context.learnNewKeys()
    try judge(&draft)
    guard draft.isUnopposed else { return }
    try draft.makeRows()
    try absorb(draft)
    try context.processing()
    context.followers.merge(SavedChanges(SavedObjects(draft)), from: draft.context)
  }

  // MARK: - Conflicts

  /// Compares what the child has known with what is here; what only stores know is compared by the root's save.
  private func judge(_ draft: inout SaveDraft) throws(GraphError) {
    let known =
      draft.changed.filter { !$0.isNew } + draft.deleted.filter { !$0.isNew } + draft.compared
    for object in known {
      guard let own = context.loadedObject(context.current(object.objectID)), let base = object.row
      else { continue }
      if own.isDeleted {
        // Both have deleted it: there is nothing to argue about.
        if !object.isDeleted { draft.add(MergeCandidate(object: object, current: nil)) }
        continue
      }
      guard own.row !== base || own.overlay != nil, let row = try own.snapshot(),
        !isSame(row, base, own.identityTable.layout)
      else { continue }
      draft.add(MergeCandidate(object: object, current: row))
    }
  }

  /// Whether two rows have the same values, whatever those at the other ends are called by now.
  private func isSame(_ one: Row, _ other: Row, _ layout: EntityLayout) -> Bool {
    layout.slots.indices.allSatisfy { slot in
      if layout.transientSlots.contains(slot) || one.hasSameValue(at: slot, as: other, layout) {
        return true
      }
      guard layout.slots[slot].attribute == nil, let key = one.foreignKey(slot),
        let otherKey = other.foreignKey(slot)
      else { return false }
      return context.current(key) == context.current(otherKey)
    }
  }

  // MARK: - Taking in

  private func absorb(_ draft: SaveDraft) throws(GraphError) {
    // First all objects are registered, then their values and relationships follow.
    for object in draft.changed where object.isNew { admit(object, draft) }
    for object in draft.changed {
      let own = try counterpart(of: object)
      try absorbValues(of: object, into: own)
      try absorbRelationships(of: object, into: own)
    }
    for object in draft.deleted where !object.isNew && !object.flags.contains(.gone) {
      try context.markDeleted(try counterpart(of: object))
    }
    for object in draft.compared { try context.watching(try counterpart(of: object)) }
  }

  /// Makes an object for one that is new to the child; it keeps its key, temporary or not.
  private func admit(_ object: ManagedObject, _ draft: SaveDraft) {
    let own = shell(of: object)
    own.becomeNew(in: context)
    if let space = draft.assignments[object.serial] { context.agenda.assign(own.serial, to: space) }
    context.statistics.objectsInserted += 1
  }

  /// This context's object for one of a child's.
  ///
  /// If it is not loaded, it gets the row that the child has known: what another context has saved since is a
  /// conflict for the root's save to find.
  private func counterpart(of object: ManagedObject) throws(GraphError) -> ManagedObject {
    let own = shell(of: object)
    guard own.isFault, object.hasChanges else { return own }
    if let base = object.row, base.isOfStore { own.awake(on: base) } else { try own.load() }
    return own
  }

  private func absorbValues(
    of object: ManagedObject, into own: ManagedObject
  ) throws(GraphError) {
    guard let overlay = object.overlay else { return }
    for slot in object.identityTable.layout.slots.indices
    where object.identityTable.layout.slots[slot].attribute != nil && overlay.isOwn(slot: slot) {
      try own.set(try object.value(at: slot), at: slot)
    }
  }

  private func absorbRelationships(
    of object: ManagedObject, into own: ManagedObject
  ) throws(GraphError) {
    guard let overlay = object.overlay else { return }
    for (index, tie) in object.identityTable.layout.ties.enumerated()
    where overlay.isOwn(tie: index) {
      guard let ties = object.ties else { return }
      if !tie.isToMany {
        let destination = ties.destination(index).map { shell(of: $0) }
        if !own.hasDestination(destination, index) { try own.setDestination(destination, index) }
      } else if let set = ties.set(index) {
        try absorb(set, tie, index, into: own)
      }
    }
  }

  /// Takes over added and removed members, and a new order; where there is a to-one side, its change
  /// has brought them already.
  private func absorb(
    _ set: ObjectSet, _ tie: EntityLayout.Tie, _ index: Int, into own: ManagedObject
  ) throws(GraphError) {
    let (added, removed) = set.pending
    if tie.setKind.contains(.linked) {
      for key in removed {
        let id = try context.objectID(at: context.current(key), beside: own)
        try own.remove(shell(of: id), index)
      }
      for other in added { try own.insert(shell(of: other), index) }
    }
    guard set.isReordered, !set.isFault else { return }
    var serials: ContiguousArray<UInt32> = []
    for other in set.objects { serials.append(shell(of: other).serial) }
    try own.arrange(serials, index)
  }

  /// This context's object for one of a child's, loaded or not.
  private func shell(of object: ManagedObject) -> ManagedObject {
    shell(of: context.current(object.objectID))
  }

  /// This context's object of an ID; one that is made for the save goes with the turn.
  private func shell(of id: ManagedObjectID) -> ManagedObject {
    context.registry.object(of: id) ?? context.handOut(context.fault(of: id))
  }
}

extension Row {
  /// Whether it shows what a store has, and not what some context has not saved yet.
  final var isOfStore: Bool { info.pointee.cache != nil }
}

extension ManagedObject {
  /// Lets an object that was made for a child's be a new one here, without the ceremony of an insertion.
  fileprivate final func becomeNew(in context: ManagedObjectContext) {
    // The context holds it already, for its pool or because it retains what it registers.
    let holds = flags.intersection([.pooled, .retained])
    startEmpty()
    flags.formUnion(holds)
    context.takeIn(self)
  }
}
