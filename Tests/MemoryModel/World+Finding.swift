// Finding objects: fetches, faults that fire, relationships that are followed.

extension World {
  /// The object that a context has for a record, if it has one (Q1).
  func registered(_ record: Int, in context: Int) -> Int? {
    objects.values.first { $0.isRegistered && $0.context == context && $0.record == record }?.number
  }

  /// The object of a record, found or made as a fault, and handed out.
  mutating func object(of record: Int, in context: Int) -> Int {
    let number = knownOrNew(record, in: context)
    handOut(number)
    return number
  }

  /// The same, not handed out.
  mutating func knownOrNew(_ record: Int, in context: Int) -> Int {
    registered(record, in: context)
      ?? makeObject(entity(of: record, in: context), record, in: context)
  }

  mutating func handOut(_ number: Int) {
    guard turn != nil else { return }
    contexts[self[number].context].pool.insert(number)
  }

  private func entity(of record: Int, in context: Int) -> Int {
    var above: Int? = context
    while let context = above {
      if let number = registered(record, in: context) { return self[number].entity }
      above = contexts[context].parent
    }
    return rows[record]?.entity ?? 0
  }

  // MARK: - Fetching

  mutating func fetch(_ fetch: Fetch, in context: Int) throws(Unplayable) {
    counts.roundTrips[actor, default: 0] += 1
    var found = visibleRecords(of: fetch.entity, in: context, judgesChanged: fetch.isSorted)
    if fetch.isSorted {
      found.sort { shownNumber(of: $0, in: context) < shownNumber(of: $1, in: context) }
    }
    if let offset = fetch.offset { found = Array(found.dropFirst(offset)) }
    if let limit = fetch.limit { found = Array(found.prefix(limit)) }
    var results: [Int] = []
    for record in found {
      let number = object(of: record, in: context)
      results.append(number)
      guard fetch.form != .keys, self[number].isFault else { continue }
      if let above = try objectAbove(record, seenFrom: context) {
        if fetch.form == .realized { fill(number, from: above) }
        if fetch.form == .faults {
          self[number].usedVersion = self[above].hasChanges ? nil : self[above].known?.version
        }
      } else if let row = rows[record] {
        cache[record] = row.version
        self[number].usedVersion = row.version
        if fetch.form == .realized { try fill(number) }
      }
    }
    if let into = fetch.into {
      variables[into] = Variable(context: context, entity: fetch.entity, objects: results)
    }
  }

  /// The records of an entity as a context sees them: those of the store in the order of their keys, then new ones.
  ///
  /// Where changed objects are judged here, those are there whose rows are gone.
  func visibleRecords(of entity: Int, in context: Int, judgesChanged: Bool) -> [Int] {
    var found = rows.keys.filter { rows[$0]?.entity == entity }.sorted()
    for context in lineage(of: context).reversed() {
      let own = objects.values.filter {
        $0.isRegistered && $0.context == context && $0.entity == entity
      }
      let deleted = Set(own.filter(\.isDeleted).map(\.record))
      found.removeAll { deleted.contains($0) }
      if judgesChanged {
        found += own.filter { $0.isUpdated && !$0.isDeleted && !found.contains($0.record) }
          .map(\.record).sorted()
        found =
          found.filter(everStored.contains).sorted()
          + found.filter { !everStored.contains($0) }
      }
      for object in own.sorted(by: { $0.record < $1.record })
      where object.isInserted && !object.isDeleted && !found.contains(object.record) {
        found.append(object.record)
      }
    }
    return found
  }

  /// A context and those above it.
  func lineage(of context: Int) -> [Int] {
    var found = [context]
    while let parent = contexts[found[found.count - 1]].parent { found.append(parent) }
    return found
  }

  /// The number by which a fetch sorts a record: an unsaved one where there is one, else the store's.
  private func shownNumber(of record: Int, in context: Int) -> Int {
    for context in lineage(of: context) {
      if let number = registered(record, in: context), self[number].hasChanges,
        !self[number].isFault
      {
        return self[number].n
      }
    }
    return rows[record]?.n ?? 0
  }

  // MARK: - Firing

  /// Touches an object: a fault fires (F2).
  mutating func realize(_ number: Int) throws(Unplayable) {
    guard self[number].isFault else { return }
    counts.fired[actor, default: 0] += 1
    if let above = try objectAbove(self[number].record, seenFrom: self[number].context) {
      return fill(number, from: above)
    }
    guard rows[self[number].record] != nil else { throw Unplayable("a fault without a row") }
    read(self[number].record)
    try fill(number)
  }

  /// Reads a row: from the row cache if it is there, else from the store (F3).
  mutating func read(_ record: Int) {
    if cache[record] != nil {
      counts.hits += 1
    } else {
      counts.misses += 1
      counts.roundTrips[actor, default: 0] += 1
      cache[record] = rows[record]?.version
    }
  }

  /// Gives a fault its values.
  mutating func fill(_ number: Int) throws(Unplayable) {
    guard let row = rows[self[number].record] else { throw Unplayable("a fault without a row") }
    self[number].isFault = false
    self[number].usedVersion = row.version
    self[number].known = row
    self[number].n = row.n
    self[number].oneRecords = row.ones
    makeDestinations(of: number)
  }

  /// An object that has its values holds the objects that its to-one relationships lead to, which are faults or are there
  /// already (42); none of them is handed out.
  mutating func makeDestinations(of number: Int) {
    guard makesDestinations else { return }
    let (entity, context) = (self[number].entity, self[number].context)
    for (place, record) in self[number].oneRecords.sorted(by: { $0.key < $1.key })
    where self[number].ones[place] == nil {
      let end = Schema.End(entity: entity, relationship: place)
      self[number].ones[place] =
        registered(record, in: context) ?? makeObject(schema[end].destination, record, in: context)
    }
  }

  /// The object that a to-one relationship leads to; it is there and held from then on.
  mutating func destination(_ number: Int, _ end: Schema.End) -> Int? {
    if let known = self[number].ones[end.relationship] {
      handOut(known)
      return known
    }
    guard let record = self[number].oneRecords[end.relationship] else { return nil }
    let found = object(of: record, in: self[number].context)
    self[number].ones[end.relationship] = found
    return found
  }

  /// The members of a to-many relationship, which fires if it was not loaded (F9); they are not handed out.
  mutating func members(_ number: Int, _ end: Schema.End) throws(Unplayable) -> [Int] {
    try realize(number)
    var members = self[number].manys[end.relationship] ?? Members()
    guard !members.isLoaded else { return members.objects }
    if self[number].isInserted {
      // There is nothing to be read of a new object.
      members.isLoaded = true
      self[number].manys[end.relationship] = members
      return members.objects
    }
    counts.relationshipsFired[actor, default: 0] += 1
    var found: [Int] = []
    for record in try memberRecords(of: self[number].record, end, seenFrom: self[number].context)
    where !members.removed.contains(record) {
      guard exists(record, for: self[number].context) else {
        throw Unplayable("a member without a row")
      }
      found.append(knownOrNew(record, in: self[number].context))
    }
    members.objects = found + members.objects.filter { !found.contains($0) }
    members.isLoaded = true
    self[number].manys[end.relationship] = members
    return members.objects
  }

  /// The members that the store has.
  func storedMembers(of record: Int, _ end: Schema.End) -> [Int] {
    if let inverse = schema.inverse(of: end), !schema[inverse].isToMany {
      return rows.keys.filter {
        rows[$0]?.entity == inverse.entity && rows[$0]?.ones[inverse.relationship] == record
      }.sorted()
    }
    return rows[record]?.manys[end.relationship] ?? []
  }

  /// Follows relationships, and realizes what is reached.
  mutating func walk(from number: Int, _ path: ArraySlice<Int>) throws(Unplayable) {
    guard objects[number]?.isRegistered == true else { throw Unplayable("gone") }
    try realize(number)
    guard let place = path.first else { return }
    let end = try relationship(place, of: number)
    if schema[end].isToMany {
      for member in try members(number, end) { try walk(from: member, path.dropFirst()) }
    } else if let destination = destination(number, end) {
      try walk(from: destination, path.dropFirst())
    }
  }
}
