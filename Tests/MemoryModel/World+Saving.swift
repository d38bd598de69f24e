// Saves: what is unsaved goes to the store, and is held no longer (R3).

extension World {
  /// Saves a context; false where the save is refused, and then nothing has changed (151).
  mutating func save(_ context: Int) throws(Unplayable) -> Bool {
    try process(context)
    let changed = objects.values.filter {
      $0.context == context && $0.isRegistered && $0.hasChanges
    }
    .map(\.number).sorted()
    guard !changed.isEmpty else { return true }
    let saved = savedChanges(changed)
    // What others have removed is no part of the save (189).
    let written = changed.filter { !self[$0].isGone }
    guard !changed.contains(where: leadsToNothing) else {
      throw Unplayable("a reference to a deleted object")
    }
    guard try isAllowed(changed) else { return false }
    if let parent = contexts[context].parent {
      guard try matchesParent(changed, parent) else { return false }
      // Before the parent processes its changes, which lets go of what nothing holds.
      keepNotification(of: context, saved, written)
      try save(changed, into: parent)
      try mergeIntoChildren(of: parent, saved, from: context)
      collect()
      return true
    }
    try loadOrders(of: changed)
    if changed.contains(where: { !self[$0].isGone }) { counts.roundTrips[actor, default: 0] += 1 }
    guard changed.allSatisfy(matchesStore) else { return false }
    for number in changed where self[number].isDeleted {
      rows[self[number].record] = nil
      cache[self[number].record] = nil
      leave(number)
    }
    for number in changed where self[number].isRegistered { write(number) }
    keepNotification(of: context, saved, written)
    // What was saved lives until its observers were notified.
    contexts[context].departed.formUnion(changed)
    try mergeEverywhere(saved, from: context)
    try mergeIntoChildren(of: context, saved, from: nil)
    contexts[context].departed.subtract(changed)
    collect()
    return true
  }

  private func savedChanges(_ changed: [Int]) -> SavedChanges {
    var saved = SavedChanges()
    for number in changed {
      let record = self[number].record
      if self[number].isDeleted {
        saved.deleted.append(record)
      } else if self[number].isInserted {
        saved.inserted.append(record)
      } else {
        saved.updated.append(record)
      }
    }
    return saved
  }

  /// Whether an object refers to one that is deleted or gone, which a save refuses to write (118).
  private func leadsToNothing(_ number: Int) -> Bool {
    let object = self[number]
    guard !object.isDeleted else { return false }
    let records =
      Array(object.oneRecords.values)
      + object.manys.values.flatMap { $0.objects.map { self[$0].record } }
    return records.contains { record in
      guard let other = registered(record, in: object.context) else {
        return !exists(record, for: object.context)
      }
      return self[other].isDeleted
    }
  }

  /// Whether no rule forbids a deletion.
  private mutating func isAllowed(_ changed: [Int]) throws(Unplayable) -> Bool {
    var isAllowed = true
    for number in changed where self[number].isDeleted {
      let entity = self[number].entity
      for place in schema.entities[entity].relationships.indices {
        let end = Schema.End(entity: entity, relationship: place)
        guard schema[end].deleteRule == .deny else { continue }
        let hasOthers =
          schema[end].isToMany
          ? try !members(number, end).isEmpty : self[number].oneRecords[place] != nil
        if hasOthers { isAllowed = false }
      }
    }
    return isAllowed
  }

  /// Whether nobody else has changed what is saved.
  private func matchesStore(_ number: Int) -> Bool {
    let object = self[number]
    let stored = rows[object.record]
    guard !object.isInserted, let known = object.known, !object.isDeleted || stored != nil else {
      return true
    }
    return known.version == stored?.version
  }

  /// An order is written as a whole, so it is loaded.
  private mutating func loadOrders(of changed: [Int]) throws(Unplayable) {
    for number in changed where !self[number].isDeleted {
      for (place, members) in self[number].manys.sorted(by: { $0.key < $1.key }) {
        let end = Schema.End(entity: self[number].entity, relationship: place)
        guard schema[end].isOrdered, !members.isLoaded, members.order != .asSaved else { continue }
        _ = try self.members(number, end)
      }
    }
  }

  /// Writes an object's row; changes are no changes then, and members that were not loaded are not held.
  private mutating func write(_ number: Int) {
    var object = self[number]
    var row = rows[object.record] ?? Row(entity: object.entity, n: 0)
    if !object.isInserted { row.version += 1 }
    row.n = object.n
    row.ones = object.oneRecords
    for (place, members) in object.manys {
      if isStored(Schema.End(entity: object.entity, relationship: place)) {
        var stored = row.manys[place, default: []].filter { !members.removed.contains($0) }
        stored += members.added.sorted().filter { !stored.contains($0) }
        row.manys[place] = stored
      }
      object.manys[place]?.added = []
      object.manys[place]?.removed = []
      object.manys[place]?.isTouched = false
      object.manys[place]?.order = .asSaved
      if !members.isLoaded { object.manys[place] = nil }
    }
    rows[object.record] = row
    everStored.insert(object.record)
    object.known = row
    object.usedVersion = row.version
    cache[object.record] = row.version
    object.isInserted = false
    object.isUpdated = false
    object.setOnes = []
    objects[number] = object
  }

  /// Whether members are stored, and not found by their to-one ends.
  private func isStored(_ end: Schema.End) -> Bool {
    guard schema[end].isToMany else { return false }
    return schema.inverse(of: end).map { schema[$0].isToMany } ?? true
  }
}
