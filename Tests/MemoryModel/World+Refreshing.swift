// Refresh, rollback, reset: objects are as the store has them again.

extension World {
  mutating func refresh(_ number: Int, merges: Bool) throws(Unplayable) {
    let object = self[number]
    guard !object.isFault, !object.isInserted else { return }
    if merges { return try mergeRow(into: number) }
    guard !object.isDeleted, !object.hasChangedRelationships else {
      throw Unplayable("a relationship would be saved at one end (C4)")
    }
    counts.turned += 1
    self[number].isFault = true
    self[number].isUpdated = false
    self[number].known = nil
    self[number].oneRecords = [:]
    self[number].setOnes = []
    self[number].dropReferences()
    collect()
  }

  /// The newest row comes beneath the changes; what is realized stays so (C2).
  private mutating func mergeRow(into number: Int) throws(Unplayable) {
    let record = self[number].record
    var newer: Set<Schema.End> = []
    if let above = try objectAbove(record, seenFrom: self[number].context) {
      let (row, version) = shown(by: above)
      return try take(row, usedAs: version, into: number, &newer)
    }
    guard let row = rows[record] else { throw Unplayable("no row") }
    read(record)
    try take(row, usedAs: row.version, into: number, &newer)
    if contexts[self[number].context].parent == nil {
      counts.roundTrips[actor, default: 0] += newer.count
    }
  }

  /// Takes a newer row; relationships that were read are read again where its version is another.
  ///
  /// A child cannot know that of values that are in no row cache.
  mutating func take(
    _ row: Row, usedAs version: Int?, into number: Int, _ read: inout Set<Schema.End>
  ) throws(Unplayable) {
    guard let known = self[number].known else { return }
    let isChild = contexts[self[number].context].parent != nil
    let isNewer =
      isChild
      ? version == nil || version != self[number].usedVersion : row.version != known.version
    self[number].known = row
    self[number].usedVersion = version
    // What came with others may have been collected, for nobody used it yet.
    if let version, version >= 0 { cache[self[number].record] = version }
    if self[number].n == known.n { self[number].n = row.n }
    for place in Set(known.ones.keys).union(row.ones.keys)
    where known.ones[place] != row.ones[place] && !self[number].setOnes.contains(place) {
      self[number].oneRecords[place] = row.ones[place]
      self[number].ones[place] = nil
    }
    makeDestinations(of: number)
    guard isNewer else { return }
    for place in self[number].manys.keys.sorted() where self[number].manys[place]?.isLoaded == true
    {
      let end = Schema.End(entity: self[number].entity, relationship: place)
      let asked = counts.roundTrips[actor] ?? 0
      try readMembersAgain(of: number, end)
      // A child asks only for what no parent knows; one request answers for all objects.
      guard !isChild || counts.roundTrips[actor] ?? 0 > asked else { continue }
      if !read.insert(end).inserted { counts.roundTrips[actor] = asked }
    }
    collect()
  }

  /// Members that are stored by now, with those that came and without those that left here (190).
  private mutating func readMembersAgain(of number: Int, _ end: Schema.End) throws(Unplayable) {
    guard var members = self[number].manys[end.relationship] else { return }
    let (record, context) = (self[number].record, self[number].context)
    let stored =
      (contexts[context].parent == nil
      ? storedMembers(of: record, end) : try memberRecords(of: record, end, seenFrom: context))
      .filter { !members.removed.contains($0) }
    var found: [Int] = []
    for record in stored where !leadsElsewhere(record, from: number, end) {
      guard exists(record, for: context) else { throw Unplayable("a member without a row") }
      found.append(knownOrNew(record, in: context))
    }
    let added = members.objects.filter {
      members.added.contains(self[$0].record) && !found.contains($0)
    }
    members.added.subtract(stored)
    members.objects = found + added
    self[number].manys[end.relationship] = members
  }

  /// Whether a member's to-one end was set here and leads to another object, or nowhere.
  private func leadsElsewhere(_ record: Int, from number: Int, _ end: Schema.End) -> Bool {
    guard let inverse = schema.inverse(of: end), !schema[inverse].isToMany,
      let member = registered(record, in: self[number].context)
    else { return false }
    return self[member].setOnes.contains(inverse.relationship)
      && self[member].oneRecords[inverse.relationship] != self[number].record
  }

  /// Unsaved changes are taken back, and no store is asked (82).
  mutating func rollBack(_ context: Int) throws(Unplayable) {
    contexts[context].undo = UndoState()
    contexts[context].deletions = []
    contexts[context].departed = []
    for number in objects.keys.sorted() {
      guard let object = objects[number], object.context == context, object.isRegistered,
        object.hasChanges
      else { continue }
      if object.isInserted { leave(number) } else { revert(number) }
    }
    collect()
  }

  /// An object has its row's values; relationships that were changed are as if they had not been followed.
  private mutating func revert(_ number: Int) {
    self[number].isUpdated = false
    self[number].isDeleted = false
    self[number].isPropagated = false
    if self[number].isGone {
      // Its row was removed elsewhere, and no rollback brings it back: it is a fault without values.
      self[number].isGone = false
      self[number].isFault = true
      self[number].known = nil
      self[number].usedVersion = nil
      self[number].oneRecords = [:]
      self[number].setOnes = []
      self[number].dropReferences()
      return
    }
    guard let known = self[number].known else { return }
    self[number].n = known.n
    for place in Set(known.ones.keys).union(self[number].oneRecords.keys)
    where self[number].setOnes.contains(place) {
      self[number].oneRecords[place] = known.ones[place]
      self[number].ones[place] = nil
    }
    self[number].setOnes = []
    makeDestinations(of: number)
    for (place, members) in self[number].manys where members.isTouched {
      self[number].manys[place] = nil
    }
  }

  /// A context forgets every object (15).
  mutating func reset(_ context: Int) {
    contexts[context].undo = UndoState()
    contexts[context].deletions = []
    contexts[context].departed = []
    for number in objects.keys where objects[number]?.context == context {
      leave(number)
      self[number].isFault = true
    }
    collect()
  }

}

extension Object {
  /// Whether a relationship has unsaved changes.
  var hasChangedRelationships: Bool {
    manys.values.contains { $0.isChanged } || (known.map { $0.ones != oneRecords } ?? false)
  }
}
