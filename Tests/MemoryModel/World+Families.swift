// Parents and children: a child reads through its parent, and saves into it (P2, P3).

extension World {
  /// The object above a context from which a record is read; nil where the store has it.
  func objectAbove(_ record: Int, seenFrom context: Int) throws(Unplayable) -> Int? {
    for above in lineage(of: context).dropFirst() {
      guard let number = registered(record, in: above) else { continue }
      guard !self[number].isDeleted else { throw Unplayable("deleted above") }
      if !self[number].isFault { return number }
    }
    return nil
  }

  /// Whether a record can be read at all.
  func exists(_ record: Int, for context: Int) -> Bool {
    rows[record] != nil || ((try? objectAbove(record, seenFrom: context)) ?? nil) != nil
  }

  /// Gives a fault what its parent's object has, saved or not.
  mutating func fill(_ number: Int, from above: Int) {
    let (row, version) = shown(by: above)
    self[number].isFault = false
    self[number].usedVersion = version
    self[number].known = row
    self[number].n = row.n
    self[number].oneRecords = row.ones
    makeDestinations(of: number)
  }

  /// The values that an object shows to children, as a row, and the version of the cached row that it is, if it is one.
  func shown(by number: Int) -> (row: Row, version: Int?) {
    let source = self[number]
    var row = Row(entity: source.entity, n: source.n)
    row.ones = source.oneRecords
    row.version = -1
    if let known = source.known, known.n == row.n, known.ones == row.ones {
      row.version = known.version
    }
    return (row, row.version >= 0 && !source.hasChanges ? row.version : nil)
  }

  /// The members of a relationship as a context's parent sees them; it asks the store where nobody has read them.
  mutating func memberRecords(
    of record: Int, _ end: Schema.End, seenFrom context: Int
  ) throws(Unplayable) -> [Int] {
    var came: [[Int]] = []
    var left: [Set<Int>] = []
    var found: [Int]?
    for above in lineage(of: context).dropFirst() {
      guard let number = registered(record, in: above) else { continue }
      let members = self[number].manys[end.relationship] ?? Members()
      let records = members.objects.map { self[$0].record }
      if members.isLoaded || self[number].isInserted {
        found = records
        break
      }
      came.append(records)
      left.append(members.removed)
    }
    // Of what was never in a store, no store is asked.
    if found == nil, everStored.contains(record) { counts.roundTrips[actor, default: 0] += 1 }
    var records = found ?? storedMembers(of: record, end)
    for (came, left) in zip(came, left).reversed() {
      records.removeAll { left.contains($0) }
      records += came.filter { !records.contains($0) }
    }
    return records
  }

  // MARK: - Saving into a parent

  /// Whether a parent's objects are as the child had read them, value by value (177).
  func matchesParent(_ changed: [Int], _ parent: Int) throws(Unplayable) -> Bool {
    var matches = true
    for number in changed where !self[number].isInserted {
      guard let known = self[number].known else { continue }
      let record = self[number].record
      if let above = registered(record, in: parent), !self[above].isFault {
        guard !self[above].isDeleted else { throw Unplayable("deleted above") }
        if self[above].n != known.n || self[above].oneRecords != known.ones { matches = false }
      } else if known.version >= 0, rows[record]?.version != known.version {
        throw Unplayable("the store has another version")
      } else if known.version < 0, let row = rows[record],
        row.n != known.n || row.ones != known.ones
      {
        throw Unplayable("the store has other values")
      }
    }
    return matches
  }

  /// Moves changes one level up, where they are unsaved changes again (171).
  mutating func save(_ changed: [Int], into parent: Int) throws(Unplayable) {
    join(parent)
    for number in changed where self[number].isInserted {
      let made = makeObject(self[number].entity, self[number].record, in: parent)
      self[made].isFault = false
      self[made].isInserted = true
      self[made].n = self[number].n
      noteForUndo(.inserted(made), in: parent)
      handOut(made)
    }
    for number in changed where !self[number].isDeleted {
      let object = self[number]
      let above = try counterpart(of: number, in: parent)
      guard object.isInserted || differs(object) else { continue }
      if object.known.map({ $0.n != object.n }) ?? false { putNumber(above, object.n) }
      try moveRelationships(of: object, to: above)
      if self[above].known != nil { markUpdated(above) }
    }
    for number in changed where self[number].isDeleted {
      try delete(try counterpart(of: number, in: parent))
    }
    for number in changed {
      if self[number].isDeleted { leave(number) } else { settle(number) }
    }
    try process(parent)
  }

  /// The parent's object of a record; one that is made for it is handed out, one that is there is not.
  private mutating func knownOrMade(_ record: Int, in parent: Int) -> Int {
    registered(record, in: parent) ?? object(of: record, in: parent)
  }

  /// The parent's object of a child's, with its values.
  private mutating func counterpart(of number: Int, in parent: Int) throws(Unplayable) -> Int {
    let record = self[number].record
    let above = knownOrMade(record, in: parent)
    guard self[above].isFault else { return above }
    if let known = self[number].known, known.version == rows[record]?.version,
      known.version == self[number].usedVersion
    {
      try fill(above)
    } else {
      try realize(above)
    }
    return above
  }

  private mutating func moveRelationships(of object: Object, to above: Int) throws(Unplayable) {
    let parent = self[above].context
    for place in schema.entities[object.entity].relationships.indices {
      let end = Schema.End(entity: object.entity, relationship: place)
      if schema[end].isOrdered, object.manys[place]?.isTouched == true {
        throw Unplayable("an order in a nested save")
      }
      if !schema[end].isToMany {
        guard object.setOnes.contains(place),
          self[above].oneRecords[place] != object.oneRecords[place]
        else { continue }
        let other = object.oneRecords[place].map { knownOrMade($0, in: parent) }
        try setOne(above, end, to: other)
      } else if schema.inverse(of: end).map({ schema[$0].isToMany }) ?? true,
        let members = object.manys[place]
      {
        for record in members.added.sorted() {
          try addMember(knownOrMade(record, in: parent), to: above, end)
        }
        for record in members.removed.sorted() {
          let member = knownOrMade(record, in: parent)
          guard try self.members(above, end).contains(member) else { continue }
          try removeMember(member, from: above, end)
        }
      }
    }
  }

  /// A child's object has no changes after a save, and knows what its parent has now.
  private mutating func settle(_ number: Int) {
    var object = self[number]
    var row = Row(entity: object.entity, n: object.n)
    row.ones = object.oneRecords
    row.version = -1
    object.known = row
    object.usedVersion = nil
    object.isInserted = false
    object.isUpdated = false
    object.setOnes = []
    for (place, members) in object.manys {
      object.manys[place]?.added = []
      object.manys[place]?.removed = []
      object.manys[place]?.isTouched = false
      object.manys[place]?.order = .asSaved
      if !members.isLoaded { object.manys[place] = nil }
    }
    objects[number] = object
  }
}
