// Faults and their rows: one at a time, or a request for each entity instead of one for each fault (F5).

/// Gives the faults of a context what they lack, and keeps nothing: it refers to the context for as long as that takes.
struct FaultFilling {
  let context: ManagedObjectContext

  // MARK: - One

  /// The values of a fault: from the row cache, or else from the store (F3).
  func row(for object: ManagedObject) throws(GraphError) -> Row {
    if let row = object.identityTable.rows?.use(object.key, notOlderThan: context.trustedAge) {
      return row
    }
    context.learnNewKeys()
    return try context.upstream().row(object.registeredID, notOlderThan: context.trustedAge)
  }

  /// What the store lists for a to-many relationship, as objects.
  func storedMembers(of object: ManagedObject, _ tie: Int) throws(GraphError) -> [ManagedObject] {
    context.learnNewKeys()
    return try members(
      at: try context.upstream().members(
        of: object.identityTable.layout.ties[tie], owner: object.registeredID),
      of: object)
  }

  /// The objects of members' keys.
  func members(
    at keys: [ForeignKey], of object: ManagedObject
  ) throws(GraphError) -> [ManagedObject] {
    var members: [ManagedObject] = []
    members.reserveCapacity(keys.count)
    for key in keys { members.append(try context.object(at: key, beside: object)) }
    // What an app reads is a copy, made as soon as the members are there.
    if context.settings.behaviours.contains(.arraysFillEveryBatch) {
      withExtendedLifetime(Set(members)) {}
    }
    return members
  }

  /// The values for a fault that fires; nil if they are gone, and the fault was deleted for it (semantics 49).
  func fulfil(_ object: ManagedObject) throws(GraphError) -> Row? {
    do throws(GraphError) {
      return try row(for: object)
    } catch {
      guard context.settings.shouldDeleteInaccessibleFaults, saysThatRowIsGone(error, object) else {
        throw error
      }
      markGone(object)
      return nil
    }
  }

  /// Fills an object that is to be deleted; if it has no row any more, it is deleted by that alone
  /// (semantics 50, 52).
  func isInaccessible(_ object: ManagedObject) throws(GraphError) -> Bool {
    guard object.isFault else { return false }
    do throws(GraphError) {
      try object.load()
      return false
    } catch {
      guard saysThatRowIsGone(error, object) else { throw error }
      markGone(object)
      return true
    }
  }

  /// Whether the store is there and only the row is not.
  func saysThatRowIsGone(_ error: GraphError, _ object: ManagedObject) -> Bool {
    error.code == .referentialIntegrity && object.registeredID == error.objectID
      && (context.parent != nil || !object.identityTable.isTemporary)
  }

  /// Gives a fault no values, and marks it deleted; the context holds it until the next save, rollback or reset.
  private func markGone(_ object: ManagedObject) {
    object.body = nil
    object.flags.remove(.partial)
    object.layOverlay()
    object.flags.insert([.changed, .deleted])
    context.changes.pin(object)
    object.notifyAll(.fired)
  }

  // MARK: - Of a fetch

  /// Gives an object that a fetch has found its row, as the request wants it.
  func deliver(
    _ object: ManagedObject, _ request: FetchRequest, _ rows: FetchedRows, _ row: () -> Row?
  ) {
    if object.isFault {
      // An object that is to hold prefetched objects cannot be a fault.
      let asFault =
        request.returnsObjectsAsFaults
        && (request.relationshipKeyPathsForPrefetching.isEmpty
          || context.ignoresPrefetching(of: request) || context.prefetchesRowsAlone)
      if let row = row() {
        fill(object, row, asFault: asFault)
      } else if !asFault, let row = object.row {
        // It got its row already, when its place was looked for.
        object.awake(on: row)
      } else if !asFault, object.identityTable.rows != nil, let row = lostRow(of: object, rows) {
        object.awake(on: row)
      }
    } else if request.shouldRefreshRefetchedObjects,
      !context.settings.behaviours.contains(.refetchingRefreshesNothing), let row = row()
    {
      refetch(object, row)
    }
  }

  /// Gives a fault that a fetch has found what was read of its row; an object that has its values keeps them.
  func deliverPart(_ object: ManagedObject, _ row: () -> Row?) {
    guard object.isFault, let row = row() else { return }
    // A parent hands up whole rows of objects that it has loaded.
    if context.settings.usesRowCache || row.isPartial(object.identityTable.plan) {
      object.lie(onWhatIsKnown: row)
    }
  }

  private func fill(_ object: ManagedObject, _ row: consuming Row, asFault: Bool) {
    if asFault {
      // The fault uses the row without showing it: this is what keeps the cache entry.
      if context.settings.usesRowCache { object.lie(on: row) }
    } else {
      object.awake(on: row)
    }
  }

  /// Brings an object up to date that has its values; its unsaved changes stay on top (semantics 72).
  private func refetch(_ object: ManagedObject, _ row: consuming Row) {
    guard let former = object.row, former.version != row.version else { return }
    context.rebase(object, on: row)
  }

  // MARK: - Many

  /// Fills many faults; those whose rows are not in the row cache cost one request an entity (F5).
  ///
  /// A fault whose row is gone stays a fault.
  func fill(_ objects: [ManagedObject]) throws(GraphError) {
    let start = EventHook.began(.batch, entityName(of: objects), count: objects.count)
    defer { EventHook.ended(start, .batch, entityName(of: objects), count: objects.count) }
    try attachRows(to: objects.filter { $0.isFault })
    for object in objects where object.isFault {
      // An object that awoke before may have fired it, or dropped it.
      guard object.managedObjectContext === context, let row = row(beneath: object) else {
        continue
      }
      object.awake(on: row)
      context.statistics.faultsBatched += 1
      context.note(.faultsBatched, of: object.entity)
    }
    if !context.settings.usesFaults { try loadReach(of: objects) }
  }

  // Not 'first?': that is generic, and in a debug build it would allocate while something is measured.
  private func entityName(of objects: [ManagedObject]) -> String {
    objects.isEmpty ? "" : objects[0].entity.name
  }

  /// The newest row that is known for a fault.
  private func row(beneath fault: ManagedObject) -> Row? {
    fault.identityTable.rows?.peek(fault.key, notOlderThan: -1) ?? fault.row
  }

  /// Lets faults have their rows, whole or in part, without showing them; says how many rows had to be fetched.
  @discardableResult func attachRows(
    to faults: [ManagedObject], _ part: RowPart? = nil, as kind: ActivityCounts.Kind? = nil
  ) throws(GraphError) -> Int {
    var wishes: [(identityTable: IdentityTable, keys: [Int64])] = []
    var seen: Set<UInt32> = []
    for fault in faults
    where fault.isFault && (context.parent != nil || !fault.identityTable.isTemporary) {
      guard seen.insert(fault.serial).inserted else { continue }
      if let row = fault.identityTable.rows?.peek(fault.key, notOlderThan: context.trustedAge) {
        fault.lie(on: row)
      } else if fault.identityTable.rows == nil, fault.row != nil {
        continue
      } else if let part, fault.knows(part) {
        continue
      } else if let wish = wishes.firstIndex(where: { $0.identityTable === fault.identityTable }) {
        wishes[wish].keys.append(fault.key)
      } else {
        wishes.append((fault.identityTable, [fault.key]))
      }
    }
    var count = 0
    for (identityTable, keys) in wishes {
      count += attach(
        try context.upstream().fetchRows(
          keys, of: identityTable.entity, in: identityTable.space, part), as: kind)
    }
    return count
  }

  /// Gives fetched rows to those faults that are waiting for them, and counts these as events of a kind.
  func attach(_ rows: FetchedRows, as kind: ActivityCounts.Kind? = nil) -> Int {
    guard context.uniquesObjects else { return attachToAll(rows, as: kind) }
    var count = 0
    rows.forEachRun { run, places in
      let identityTable = context.identityTable(of: run.entity, in: run.space)
      let former = count
      for place in places {
        guard let object = identityTable.object(rows.key(at: place)), object.isFault,
          let row = rows.takeRow(at: place, of: run) ?? lostRow(of: object, rows)
        else { continue }
        object.lie(onWhatIsKnown: row)
        count += 1
      }
      if let kind { context.note(kind, of: run.entity, count - former) }
    }
    return count
  }

  /// Gives fetched rows to all faults that wait for them, where a record may have several.
  private func attachToAll(_ rows: FetchedRows, as kind: ActivityCounts.Kind?) -> Int {
    var count = 0
    rows.forEachRun { run, places in
      let waiting = RecordObjects(
        context.identityTable(of: run.entity, in: run.space).everyObject.filter { $0.isFault })
      for place in places {
        let faults = waiting[rows.key(at: place)]
        guard let first = faults.first,
          let row = rows.takeRow(at: place, of: run) ?? lostRow(of: first, rows)
        else { continue }
        for fault in faults { fault.lie(onWhatIsKnown: row) }
        count += faults.count
        if let kind { context.note(kind, of: run.entity, faults.count) }
      }
    }
    return count
  }

  /// A row that was in use when its store looked, and that another thread has let go before it could be taken.
  func lostRow(of object: ManagedObject, _ rows: FetchedRows) -> Row? {
    guard rows.wantsValues else { return nil }
    return try? context.upstream().row(object.registeredID, notOlderThan: -1)
  }
}

extension ManagedObject {
  /// Whether it was a fault whose row is gone.
  final var isInaccessible: Bool { isDeleted && !isNew && !isFault && row == nil }
}

// A context without faults, for comparison: whatever is fetched comes with all that it leads to (F8).
extension FaultFilling {
  /// Loads every object that relationships lead to from some objects, and from those, and so on.
  ///
  /// Round by round, as prefetching does it: a request for each entity, and one for each to-many relationship.
  func loadReach(of objects: [ManagedObject]) throws(GraphError) {
    // An object that fires while it awakes is reached by the round that goes on, and need begin none of its own.
    guard !context.registry.isLoadingReach else { return }
    context.registry.setLoadingReach(true)
    defer { context.registry.setLoadingReach(false) }
    let start = EventHook.began(.prefetch, "all")
    var seen: Set<UInt32> = []
    var count = 0
    var round = objects.filter { !$0.isWhole && seen.insert($0.serial).inserted }
    while !round.isEmpty {
      count += round.count
      try fill(round)
      round = try neighbours(of: round).filter { !$0.isWhole && seen.insert($0.serial).inserted }
    }
    EventHook.ended(start, .prefetch, "all", count: count)
  }

  /// Every object that relationships lead to from some objects.
  private func neighbours(of sources: [ManagedObject]) throws(GraphError) -> [ManagedObject] {
    var groups: [(entity: EntityDescription, sources: [ManagedObject])] = []
    var placeOf: [Int: Int] = [:]
    for source in sources {
      let place = placeOf[source.identityTable.index] ?? groups.count
      if place == groups.count {
        placeOf[source.identityTable.index] = place
        groups.append((source.entity, []))
      }
      groups[place].sources.append(source)
    }
    var found: [ManagedObject] = []
    for (entity, sources) in groups {
      for tie in entity.layout.ties {
        found += try destinations(of: sources, by: tie.relationship.name)
      }
    }
    return found
  }
}

extension ManagedObject {
  /// A Boolean value that indicates whether the object has its values, and every object that it leads to is in memory;
  /// the destination of a to-one relationship may be a fault that came with its owner.
  fileprivate final var isWhole: Bool {
    guard let slots else { return false }
    return identityTable.layout.ties.enumerated().allSatisfy { index, tie in
      if tie.isToMany { return !hasFault(tie: index) }
      guard let ties, ties.isRealized(index) else {
        return tie.slot.map { Slots.isEmpty(slots, $0) } != false
      }
      return ties.destination(index)?.isFault != true
    }
  }
}
