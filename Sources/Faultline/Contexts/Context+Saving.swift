// A save, as a list of named stages.

extension ManagedObjectContext {
  /// Writes all unsaved changes to the stores, or throws and changes nothing.
  public func save() throws(GraphError) {
    processPendingChanges()
    guard hasChanges else { return }
    let changed = collect()
    try validate(changed)
    let formerPlaces = try assignIdentities(changed)
    let rows: [Row]
    do throws(GraphError) {
      rows = try writeRows(changed)
      try handDown(changed, rows)
    } catch {
      takeBackIdentities(formerPlaces)
      throw error
    }
    settle(changed, on: rows)
    statistics.saves += 1
    OperationHook.fire()
  }

  /// Stage 1: the objects to be written, in the order of their registration.
  private func collect() -> [ManagedObject] { changes.objects { $0.hasChanges } }

  /// Stage 2: may they be saved? Every fault of every object is told at once.
  private func validate(_ changed: [ManagedObject]) throws(GraphError) {
    var faults: [GraphError] = []
    for object in changed { object.appendMissingValues(to: &faults) }
    guard let first = faults.first else { return }
    guard faults.count > 1 else { throw first }
    throw GraphError(
      .validationMultipleErrors, "\(faults.count) values are missing; set them and save again.",
      detailed: faults)
  }

  /// Where an object stood before it got a permanent ID.
  private struct FormerPlace {
    let object: ManagedObject
    let home: IdentityTable
    let key: Int64
  }

  /// Stage 3: new objects get permanent IDs, so that rows can refer to them.
  private func assignIdentities(_ changed: [ManagedObject]) throws(GraphError) -> [FormerPlace] {
    let coordinator = try upstream()
    let new = changed.filter(\.isInserted)
    guard !new.isEmpty else { return [] }
    let space = try coordinator.spaceForNewObjects()
    var counts = [Int](repeating: 0, count: coordinator.managedObjectModel.entities.count)
    for object in new { counts[object.home.index] += 1 }
    var next = [Int64](repeating: 0, count: counts.count)
    for (index, entity) in coordinator.managedObjectModel.entities.enumerated()
    where counts[index] > 0 {
      next[index] = try coordinator.reserveKeys(counts[index], for: entity, in: space)
    }
    var homes = [IdentityTable?](repeating: nil, count: counts.count)
    var former: [FormerPlace] = []
    former.reserveCapacity(new.count)
    for object in new {
      former.append(FormerPlace(object: object, home: object.home, key: object.key))
      let index = object.home.index
      let home = homes[index] ?? home(of: object.entity, in: space)
      homes[index] = home
      object.move(to: home, key: next[index])
      next[index] += 1
    }
    return former
  }

  private func takeBackIdentities(_ former: [FormerPlace]) {
    for place in former { place.object.move(to: place.home, key: place.key) }
  }

  /// Stage 4: the rows as they will be.
  private func writeRows(_ changed: [ManagedObject]) throws(GraphError) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(changed.count)
    for object in changed { rows.append(try object.changedRow()) }
    return rows
  }

  /// Stage 5: one change set a store, written whole or not at all.
  private func handDown(_ changed: [ManagedObject], _ rows: [Row]) throws(GraphError) {
    var batches: [(space: KeySpace, changes: ChangeSet)] = []
    var current = 0
    for (object, row) in zip(changed, rows) {
      if batches.isEmpty || batches[current].space !== object.home.space {
        let space = object.home.space
        current = batches.firstIndex { $0.space === space } ?? batches.count
        if current == batches.count { batches.append((space, ChangeSet())) }
      }
      batches[current].changes.add(
        ChangeSet.Change(
          entity: object.entity, row: row, changed: object.changedSlots), isNew: object.isInserted)
    }
    let coordinator = try upstream()
    for (space, changes) in batches { try coordinator.commit(changes, to: space) }
  }

  /// Stage 6: objects live on the rows that were written, and the context lets go of them (R3).
  private func settle(_ changed: [ManagedObject], on rows: [Row]) {
    for (object, row) in zip(changed, rows) {
      object.flags.subtract([.inserted, .updated, .pinned])
      object.settle(on: row)
      object.forgetPendingMembers()
    }
    _ = changes.takeAll()
  }
}
