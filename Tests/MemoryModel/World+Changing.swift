// Changes: new objects, numbers, and relationships whose other end follows (N4).

extension World {
  mutating func insert(
    _ entity: Int, _ count: Int, _ into: String?, _ first: Int, in context: Int
  ) {
    var made: [Int] = []
    for index in 0..<count {
      let number = makeObject(entity, makeRecord(), in: context)
      self[number].isFault = false
      self[number].isInserted = true
      self[number].n = first + index
      noteForUndo(.inserted(number), in: context)
      handOut(number)
      made.append(number)
    }
    if let into { variables[into] = Variable(context: context, entity: entity, objects: made) }
  }

  /// Gives objects numbers that count up.
  mutating func set(_ objects: [Int], _ first: Int) throws(Unplayable) {
    for (index, number) in objects.enumerated() {
      guard !self[number].isDeleted else { throw Unplayable("deleted") }
      try realize(number)
      putNumber(number, first + index)
    }
  }

  /// Setting the value that was there is a change as well (104).
  mutating func markUpdated(_ number: Int) {
    if !self[number].isInserted, !self[number].isDeleted { self[number].isUpdated = true }
  }

  // MARK: - Relationships

  /// Relates objects to as many others, or to one.
  mutating func relate(
    _ objects: [Int], _ place: Int, _ others: [Int]
  ) throws(Unplayable) {
    guard let first = objects.first, others.count == objects.count || others.count == 1 else {
      throw Unplayable("no pairs")
    }
    let end = try relationship(place, of: first)
    guard schema[end].destination == self[others[0]].entity else {
      throw Unplayable("another entity")
    }
    guard !(objects + others).contains(where: { self[$0].isDeleted }) else {
      throw Unplayable("deleted")
    }
    for (index, number) in objects.enumerated() {
      let other = others[others.count == 1 ? 0 : index]
      if schema[end].isToMany {
        try addMember(other, to: number, end)
      } else {
        try setOne(number, end, to: other)
      }
      collect()
    }
  }

  /// The relationship at a place of an object's entity.
  func relationship(_ place: Int, of number: Int) throws(Unplayable) -> Schema.End {
    let entity = self[number].entity
    guard schema.entities[entity].relationships.indices.contains(place) else {
      throw Unplayable("no such relationship")
    }
    return Schema.End(entity: entity, relationship: place)
  }

  /// Clears a relationship.
  mutating func unrelate(_ number: Int, _ place: Int) throws(Unplayable) {
    guard !self[number].isDeleted else { throw Unplayable("deleted") }
    let end = try relationship(place, of: number)
    if schema[end].isToMany {
      for member in try members(number, end) { try removeMember(member, from: number, end) }
    } else {
      try setOne(number, end, to: nil)
    }
    collect()
  }

  /// Sets a to-one relationship, and both other ends that this is about.
  mutating func setOne(_ number: Int, _ end: Schema.End, to other: Int?) throws(Unplayable) {
    try realize(number)
    let former = destination(number, end)
    putOne(number, end, other)
    guard former != other, let inverse = schema.inverse(of: end) else { return }
    if let former { try letGo(of: number, at: former, inverse) }
    if let other { try take(number, at: other, inverse) }
  }

  /// Adds a member to a to-many relationship, and sets the other end.
  mutating func addMember(
    _ member: Int, to number: Int, _ end: Schema.End
  ) throws(Unplayable) {
    try realize(number)
    guard let inverse = schema.inverse(of: end) else {
      guard try !members(number, end).contains(member) else { return }
      return putMember(member, into: number, end)
    }
    if schema[inverse].isToMany {
      guard try !members(number, end).contains(member) else { return }
      putMember(member, into: number, end)
      try take(number, at: member, inverse)
    } else {
      // The to-one end knows whether it is a member, so nothing is loaded for it.
      try realize(member)
      guard destination(member, inverse) != number else { return }
      try setOne(member, inverse, to: number)
    }
  }

  /// Removes a member, and clears the other end.
  mutating func removeMember(
    _ member: Int, from number: Int, _ end: Schema.End
  ) throws(Unplayable) {
    takeOutMember(member, of: number, end)
    guard let inverse = schema.inverse(of: end) else { return }
    if !schema[inverse].isToMany {
      // What a to-one end leads to is read before it is cleared; it may be out of date, and lead elsewhere.
      try realize(member)
      guard destination(member, inverse) == number else { return }
    }
    try letGo(of: number, at: member, inverse)
  }

  /// The other end of a relationship takes an object, and what it led to before does not lead back any more.
  private mutating func take(
    _ number: Int, at other: Int, _ inverse: Schema.End
  ) throws(Unplayable) {
    try realize(other)
    guard !schema[inverse].isToMany else { return putMember(number, into: other, inverse) }
    let former = destination(other, inverse)
    putOne(other, inverse, number)
    guard let former, former != number, let end = schema.inverse(of: inverse) else { return }
    try letGo(of: other, at: former, end)
  }

  /// The other end of a relationship lets go of an object.
  private mutating func letGo(
    of number: Int, at other: Int, _ inverse: Schema.End
  ) throws(Unplayable) {
    try realize(other)
    if schema[inverse].isToMany {
      takeOutMember(number, of: other, inverse)
    } else {
      putOne(other, inverse, nil)
    }
  }

  // MARK: - One end

  mutating func putNumber(_ number: Int, _ value: Int) {
    noteForUndo(.number(number, self[number].n), in: self[number].context)
    self[number].n = value
    markUpdated(number)
  }

  mutating func putOne(_ number: Int, _ end: Schema.End, _ other: Int?) {
    let former = self[number].ones[end.relationship]
    noteForUndo(.one(number, end, former), in: self[number].context)
    self[number].setOnes.insert(end.relationship)
    self[number].ones[end.relationship] = other
    self[number].oneRecords[end.relationship] = other.map { self[$0].record }
    markUpdated(number)
  }

  mutating func putMember(_ member: Int, into number: Int, _ end: Schema.End) {
    var members = self[number].manys[end.relationship] ?? Members(isLoaded: self[number].isInserted)
    guard !members.objects.contains(member) else { return }
    let record = self[member].record
    members.isTouched = true
    let wasRemoved = members.removed.remove(record) != nil
    if !wasRemoved { members.added.insert(record) }
    members.order = wasRemoved || members.order == .changed ? .changed : .extended
    // A member that an undo brings back to what was not read is where it was.
    let isReversing = contexts[self[number].context].isReversing
    if members.isLoaded || !wasRemoved || !isReversing { members.objects.append(member) }
    self[number].manys[end.relationship] = members
    noteForUndo(.came(number, end, member), in: self[number].context)
    markUpdated(number)
  }

  mutating func takeOutMember(_ member: Int, of number: Int, _ end: Schema.End) {
    var members = self[number].manys[end.relationship] ?? Members(isLoaded: self[number].isInserted)
    let record = self[member].record
    guard members.isLoaded ? members.objects.contains(member) : !members.removed.contains(record)
    else { return }
    members.isTouched = true
    members.objects.removeAll { $0 == member }
    if members.added.remove(record) == nil { members.removed.insert(record) }
    if members.order == .extended, !members.isChanged { members.order = .asSaved }
    self[number].manys[end.relationship] = members
    noteForUndo(.left(number, end, member), in: self[number].context)
    markUpdated(number)
  }
}
