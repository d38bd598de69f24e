// Merges: what another context has saved comes into a context that has its own objects of it (N2).

extension World {
  mutating func merge(_ changes: SavedChanges, into context: Int) throws(Unplayable) {
    let author = actor
    actor = context
    defer { actor = author }
    try process(context)
    var isOfInterest: [Int] = []
    for record in changes.updated {
      guard let number = registered(record, in: context), !self[number].isFault,
        !self[number].isInserted
      else { continue }
      guard exists(record, for: context) else { throw Unplayable("saved and gone") }
      guard !self[number].isDeleted else { throw Unplayable("changed there and deleted here") }
      isOfInterest.append(number)
    }
    var inserted: [Int] = []
    for record in changes.inserted {
      // What a child has handed up is here as a new object.
      if let number = registered(record, in: context), self[number].isInserted { continue }
      guard exists(record, for: context) else { throw Unplayable("saved and gone") }
      guard registered(record, in: context) == nil else { throw Unplayable("known already") }
      inserted.append(record)
    }
    if contexts[context].parent == nil {
      try bringRows(isOfInterest, inserted)
    } else {
      try bringRows(isOfInterest.map { self[$0].record }, for: context)
      try bringRows(inserted, for: context)
    }
    for record in inserted {
      let number = object(of: record, in: context)
      if let above = try objectAbove(record, seenFrom: context) {
        fill(number, from: above)
      } else {
        try fill(number)
      }
    }
    var read: Set<Schema.End> = []
    for number in isOfInterest {
      guard objects[number] != nil else { continue }
      if let above = try objectAbove(self[number].record, seenFrom: context) {
        let (row, version) = shown(by: above)
        try take(row, usedAs: version, into: number, &read)
      } else if let row = rows[self[number].record] {
        try take(row, usedAs: row.version, into: number, &read)
      }
    }
    if contexts[context].parent == nil { counts.roundTrips[actor, default: 0] += read.count }
    for record in changes.deleted {
      guard let number = registered(record, in: context), !self[number].isDeleted else { continue }
      try mergeDeletion(of: number)
    }
    try mergeIntoChildren(of: context, changes, from: nil)
    collect()
  }

  /// Children that merge by themselves take what their parent has saved, taken from another child, or merged (174).
  mutating func mergeIntoChildren(
    of parent: Int, _ changes: SavedChanges, from author: Int?
  ) throws(Unplayable) {
    for context in contexts.indices
    where context != author && contexts[context].isOpen && contexts[context].parent == parent
      && contexts[context].settings.mergesByItself
    {
      join(context)
      try merge(changes, into: context)
    }
  }

  /// Contexts that merge by themselves take what another context has written to the store, in the turn of the save.
  mutating func mergeEverywhere(_ changes: SavedChanges, from author: Int) throws(Unplayable) {
    for context in contexts.indices
    where context != author && contexts[context].isOpen && contexts[context].parent == nil
      && contexts[context].settings.mergesByItself
    {
      join(context)
      contexts[author].lastSave?.mergedBy.insert(context)
      try merge(changes, into: context)
    }
  }

  /// Rows of which the cache has nothing newer come in one request for each entity.
  private mutating func bringRows(_ objects: [Int], _ inserted: [Int]) throws(Unplayable) {
    let missing =
      objects.filter { [nil, self[$0].known?.version].contains(cache[self[$0].record]) }
      .map { self[$0].record } + inserted.filter { cache[$0] == nil }
    counts.roundTrips[actor, default: 0] += Set(missing.compactMap { rows[$0]?.entity }).count
    for record in missing { cache[record] = rows[record]?.version }
  }

  /// A child asks for the rows that its parent's objects do not have; the row cache answers for the store.
  private mutating func bringRows(_ records: [Int], for child: Int) throws(Unplayable) {
    var missing: [Int] = []
    for record in records where cache[record] == nil {
      if try objectAbove(record, seenFrom: child) == nil { missing.append(record) }
    }
    counts.roundTrips[actor, default: 0] += Set(missing.compactMap { rows[$0]?.entity }).count
    for record in missing { cache[record] = rows[record]?.version }
  }

  /// A merged deletion follows its rules among the objects that are in memory (E1).
  private mutating func mergeDeletion(of number: Int) throws(Unplayable) {
    let object = self[number]
    guard !object.hasChanges else { throw Unplayable("deleted there and changed here") }
    self[number].isFault = false
    self[number].isDeleted = true
    self[number].isPropagated = true
    self[number].isGone = true
    for other in objects.values
    where other.isRegistered && other.context == object.context && other.targets.contains(number) {
      throw Unplayable("others know what was deleted")
    }
    self[number].dropReferences()
  }
}

// A save that a later step merges keeps its notification, and with it what was saved, until that step has run.
extension World {
  /// Keeps the objects of a save for the steps that merge it.
  mutating func keepNotification(of context: Int, _ saved: SavedChanges, _ objects: [Int]) {
    contexts[context].lastSave = saved
    contexts[context].notified = isWanted(context) ? Set(objects) : []
  }

  /// Notes that a step has merged a save, and lets go of its objects once no step ahead merges it.
  mutating func noteMerge(of source: Int, into target: Int) {
    let pair = (source: contexts[source].name, target: contexts[target].name)
    if let place = mergesAhead.firstIndex(where: { $0 == pair }) { mergesAhead.remove(at: place) }
    contexts[source].lastSave?.mergers.insert(pair.target)
    if !isWanted(source) { contexts[source].notified = [] }
  }

  private func isWanted(_ context: Int) -> Bool {
    let mergers = contexts[context].lastSave?.mergers ?? []
    return mergesAhead.contains {
      $0.source == contexts[context].name && !mergers.contains($0.target)
    }
  }
}
