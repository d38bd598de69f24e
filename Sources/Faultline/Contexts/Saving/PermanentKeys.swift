// Permanent keys: given by a save, or before it on request, and taken back if the save fails.

/// Gives keys of stores to the new objects of a context.
///
/// It refers to the context for no longer than that takes, and keeps nothing.
struct PermanentKeys {
  /// Objects that got permanent IDs, with the temporary keys that they had before.
  struct Former {
    var objects: [ManagedObject] = []
    var keys: ContiguousArray<Int64> = []

    mutating func append(_ others: Former) {
      objects += others.objects
      keys += others.keys
    }

    /// Those objects that belong to a kind, and the others.
    func divided(by belongs: (ManagedObject) -> Bool) -> (Former, Former) {
      var (some, others) = (Former(), Former())
      for (object, key) in zip(objects, keys) {
        let one = Former(objects: [object], keys: [key])
        if belongs(object) { some.append(one) } else { others.append(one) }
      }
      return (some, others)
    }
  }

  private let context: ManagedObjectContext

  init(_ context: ManagedObjectContext) { self.context = context }

  /// Stage 4 of a save: gives permanent keys to the new objects that have none, and returns which they had.
  func assign(to new: [ManagedObject]) throws(GraphError) -> Former {
    guard !new.isEmpty else { return Former() }
    context.registry.beginRenaming()
    let entityCount = try context.coordinator().managedObjectModel.entities.count
    var usual = [KeySpace?](repeating: nil, count: entityCount)
    // Mostly all of them are without a key, and go to the same store: then no second list is needed.
    let first = try space(forNew: new[0], &usual)
    var counts = [Int](repeating: 0, count: entityCount)
    let nothingIsAssigned = context.agenda.assignments.isEmpty
    var latest: ObjectIdentifier?
    for object in new {
      // What goes for an object goes for the others of its table, unless stores were chosen for some.
      let table = ObjectIdentifier(object.identityTable)
      if table != latest || !nothingIsAssigned {
        guard object.identityTable.isTemporary, try space(forNew: object, &usual) === first else {
          return try assign(storeByStore: new, &usual)
        }
        latest = table
      }
      counts[object.identityTable.index] += 1
    }
    return try move(new, to: first, counts)
  }

  private func assign(
    storeByStore new: [ManagedObject], _ usual: inout [KeySpace?]
  ) throws(GraphError) -> Former {
    var groups: [(space: KeySpace, objects: [ManagedObject], counts: [Int])] = []
    let none = [Int](repeating: 0, count: usual.count)
    for object in new where object.identityTable.isTemporary {
      let space = try space(forNew: object, &usual)
      let place = groups.firstIndex { $0.space === space } ?? groups.count
      if place == groups.count { groups.append((space, [], none)) }
      groups[place].objects.append(object)
      groups[place].counts[object.identityTable.index] += 1
    }
    var moved = Former()
    for group in groups { moved.append(try move(group.objects, to: group.space, group.counts)) }
    return moved
  }

  /// The store that an object was assigned to, or the one that usually takes its like.
  private func space(
    forNew object: ManagedObject, _ usual: inout [KeySpace?]
  ) throws(GraphError) -> KeySpace {
    if !context.agenda.assignments.isEmpty, let space = context.agenda.assignments[object.serial] {
      guard space.persistentStore != nil else { throw removedStore(object) }
      return space
    }
    if let space = usual[object.identityTable.index] { return space }
    let space = try context.coordinator().spaceForNewObjects(of: object.entity)
    usual[object.identityTable.index] = space
    return space
  }

  /// Why an object cannot be saved if its store was removed since the object was assigned to it, or since an undo
  /// brought it back.
  private func removedStore(_ object: ManagedObject) -> GraphError {
    GraphError(
      .save,
      "\(object.objectID) belongs to a store that was removed from the coordinator; add the store again, or assign "
        + "the object to another one.", objectID: object.objectID)
  }

  /// Takes permanent keys back after a save that failed.
  func takeBack(_ former: Former) {
    guard let space = context.persistentStoreCoordinator?.temporaryKeys else { return }
    context.registry.beginRenaming()
    for (object, key) in zip(former.objects, former.keys) {
      object.move(to: context.identityTable(of: object.entity, in: space), key: key)
    }
  }

  /// Gives new objects permanent keys in a store; the numbers of them are by entity.
  private func move(
    _ new: [ManagedObject], to space: KeySpace, _ numbers: [Int]
  ) throws(GraphError) -> Former {
    let coordinator = try context.coordinator()
    var counts = numbers
    var keys = [Int64](repeating: 0, count: counts.count)
    for (index, entity) in coordinator.managedObjectModel.entities.enumerated()
    where counts[index] > 0 {
      keys[index] = try coordinator.reserveKeys(counts[index], for: entity, in: space)
    }
    var former = Former(objects: new)
    former.keys.reserveCapacity(new.count)
    var rest = new[...]
    while let old = rest.first?.identityTable {
      // Those of one entity together, and no more than the processor has at hand.
      let next = rest.prefix(512).prefix { $0.identityTable === old }
      let identityTable = context.identityTable(of: old.entity, in: space)
      identityTable.reserve(counts[old.index])
      counts[old.index] = 0
      former.keys += old.handOver(next, to: identityTable, keysFrom: keys[old.index])
      keys[old.index] += Int64(next.count)
      rest = rest.dropFirst(next.count)
    }
    return former
  }
}
