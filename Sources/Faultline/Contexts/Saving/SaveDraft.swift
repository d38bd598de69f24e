// What one attempt to save hands up: objects, their new rows, and what comes back.

/// What one attempt to save writes, and what came of it.
///
/// The objects belong to the context that saves, which waits while its upstream reads them.
struct SaveDraft {
  /// The context that saves.
  let context: ManagedObjectContext
  /// How many of the changed objects were never saved.
  private var insertedCount: Int
  var changed: [ManagedObject] = []
  var deleted: [ManagedObject] = []
  /// Objects that are not written, and whose rows must be as they are known.
  let compared: [ManagedObject]
  /// Whether some of them have a class of their own, whose `didSave` is to be called.
  let hasClasses: Bool
  /// The new rows of the changed objects; nil where an object's own row takes the values.
  var rows: [Row?] = []
  /// Objects that say the same of a record as one that is written for them, where records have several.
  var duplicates = DuplicateObjects()
  /// The stores that new objects were assigned to, by serial.
  let assignments: [UInt32: KeySpace]
  /// What stores still lack of a save that failed halfway.
  var debts: [SaveDebt]
  /// The stores that have their part of the save.
  var keptSpaces: [KeySpace] = []
  /// Values that stores have derived in the save.
  var derived: [(space: KeySpace, values: [DerivedValue])] = []
  private(set) var conflicts: [MergeCandidate] = []
  private(set) var collisions: [Collision] = []

  /// The objects to be written and to be removed, in the order of their registration.
  init(_ context: ManagedObjectContext) {
    self.context = context
    compared = context.agenda.watched.filter {
      !$0.hasChanges && $0.row != nil && $0.managedObjectContext === context
    }
    hasClasses = context.changes.list.hasClasses
    assignments = context.agenda.assignments
    debts = context.agenda.debts
    insertedCount = context.changes.list.inserted
    let listed = context.changes.inOrder()
    switch context.changes.list.deleted {
    case 0: changed = listed
    case listed.count: deleted = listed
    case let count:
      changed.reserveCapacity(listed.count - count)
      deleted.reserveCapacity(count)
      for object in listed {
        if object.isDeleted { deleted.append(object) } else { changed.append(object) }
      }
    }
  }

  /// The changed objects that were never saved; where that is all or none of them, no object is looked at.
  var inserted: [ManagedObject] {
    if insertedCount == changed.count { return changed }
    return insertedCount == 0 ? [] : changed.filter(\.isNew)
  }

  /// The changed objects that were saved before.
  var updated: [ManagedObject] {
    if insertedCount == 0 { return changed }
    return insertedCount == changed.count ? [] : changed.filter { !$0.isNew }
  }

  /// Whether nothing stands in the way so far.
  var isUnopposed: Bool { conflicts.isEmpty && collisions.isEmpty }

  /// Makes the rows as a parent will know them; destinations in several stores are its business.
  mutating func makeRows() throws(GraphError) {
    rows.reserveCapacity(changed.count)
    for object in changed { rows.append(try object.changedRow(isFinal: false)) }
  }

  /// Narrows the draft down to what stores have: the rest is still to be saved.
  mutating func keepWritten() {
    func isKept(_ object: ManagedObject) -> Bool {
      keptSpaces.contains { $0 === object.identityTable.space }
    }
    var places: [Int: Int] = [:]
    for (place, object) in changed.enumerated() where isKept(object) {
      places[place] = places.count
    }
    duplicates.keepWritten(at: places, where: isKept)
    let kept = zip(changed, rows).filter { isKept($0.0) }
    (changed, rows) = (kept.map(\.0), kept.map(\.1))
    deleted.removeAll { !isKept($0) }
    insertedCount = changed.count(where: \.isNew)
  }

  /// Notes that an object is not as its context knew it.
  mutating func add(_ conflict: MergeCandidate) { conflicts.append(conflict) }

  /// Notes what a store objects to.
  mutating func add(_ objections: StoreObjections, in space: KeySpace) {
    for conflict in objections.conflicts {
      let identityTable = context.identityTable(of: conflict.entity, in: space)
      guard context.uniquesObjects else {
        for object in allObjects
        where object.identityTable === identityTable && object.key == conflict.key {
          conflicts.append(MergeCandidate(object: object, current: conflict.current))
        }
        continue
      }
      guard let object = identityTable.object(conflict.key) else { continue }
      conflicts.append(MergeCandidate(object: object, current: conflict.current))
    }
    collisions += objections.collisions.compactMap { collision($0, in: space) }
  }

  /// Makes the rows as stores will have them, one change set a store, in the order in which stores come up.
  mutating func changeSets() throws(GraphError) -> [(space: KeySpace, changes: ChangeSet)] {
    var batches = StoreBatches()
    rows.reserveCapacity(changed.count)
    let objects = changed
    try objects.forEachFetchedAhead(.rowsBeneath) { (object) throws(GraphError) in
      let batch = batches.place(of: object)
      let (change, row) = try object.change()
      batches.all[batch].changes.add(change, isNew: object.isNew, expecting: objects.count)
      rows.append(row)
      if object.hasCollections { try object.appendRelations(to: &batches.all[batch].changes) }
    }
    // The row of an object whose deletion was merged is gone already (semantics 189).
    try deleted.forEachFetchedAhead(.values) { (object) throws(GraphError) in
      guard !object.flags.contains(.gone) else { return }
      let batch = batches.place(of: object)
      batches.all[batch].changes.deletes.append(ChangeSet.Version(of: object))
      if object.hasCollections { try object.appendRelations(to: &batches.all[batch].changes) }
    }
    for object in compared {
      let batch = batches.place(of: object)
      batches.all[batch].changes.checks.append(ChangeSet.Version(of: object))
    }
    return batches.all
  }
}

/// The change sets of a save.
private struct StoreBatches {
  var all: [(space: KeySpace, changes: ChangeSet)] = []
  /// Where the change set of the objects of one table is.
  private var latest: (table: ObjectIdentifier, place: Int)?

  /// Where the change set of an object's store is; most objects are of the same entity as the one before.
  mutating func place(of object: ManagedObject) -> Int {
    let table = ObjectIdentifier(object.identityTable)
    if let latest, latest.table == table { return latest.place }
    let space = object.identityTable.space
    let place = all.firstIndex { $0.space === space } ?? all.count
    if place == all.count { all.append((space, ChangeSet())) }
    latest = (table, place)
    return place
  }
}

extension ChangeSet.Version {
  /// The row of an object as its context knows it; without one it has the version 0.
  fileprivate init(of object: ManagedObject) {
    self.init(entity: object.entity, key: object.key, version: object.row?.version ?? 0)
  }
}

extension ChangeSet {
  /// Adds what is written of an object; only a row that replaces another is compared with it.
  fileprivate mutating func add(_ change: Change, isNew: Bool, expecting count: Int) {
    if isNew {
      if inserts.isEmpty { inserts.reserveCapacity(count) }
      inserts.append(change)
    } else {
      if updates.isEmpty { updates.reserveCapacity(count) }
      updates.append(change)
    }
  }
}

extension ManagedObject {
  /// Whether there are to-many relationships that rows may not contain.
  final var hasCollections: Bool { identityTable.plan.pointee.hasCollections && ties != nil }
}
