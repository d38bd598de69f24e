// Deletions, and the rules that follow from them when changes are processed.

extension World {
  /// Marks an object as deleted; its rules run when changes are processed (116).
  mutating func delete(_ number: Int) throws(Unplayable) {
    guard !self[number].isDeleted else { throw Unplayable("deleted already") }
    try realize(number)
    self[number].isDeleted = true
    contexts[self[number].context].deletions.append(number)
  }

  /// Ends an event: delete rules are followed, and what was changed is registered for undo (195).
  mutating func process(_ context: Int) throws(Unplayable) {
    while !contexts[context].deletions.isEmpty {
      let number = contexts[context].deletions.removeFirst()
      guard objects[number] != nil, self[number].isDeleted, !self[number].isPropagated else {
        continue
      }
      try propagate(number)
    }
    registerEvent(of: context)
    contexts[context].departed = []
    collect()
  }

  /// Follows the rules of one deleted object (115), and clears both ends of its relationships.
  private mutating func propagate(_ number: Int) throws(Unplayable) {
    self[number].isPropagated = true
    let entity = self[number].entity
    for place in schema.entities[entity].relationships.indices {
      let end = Schema.End(entity: entity, relationship: place)
      let relationship = schema[end]
      guard relationship.deleteRule != .deny else { continue }
      var others: [Int] = []
      if relationship.isToMany {
        others = try members(number, end)
        for other in others { try removeMember(other, from: number, end) }
      } else if let other = destination(number, end) {
        others = [other]
        try setOne(number, end, to: nil)
      }
      guard relationship.deleteRule == .cascade else { continue }
      for other in others where !self[other].isDeleted { try delete(other) }
    }
    leaveOrNote(number)
  }

  /// What was never saved leaves its context; of the others an undo knows.
  private mutating func leaveOrNote(_ number: Int) {
    let context = self[number].context
    guard self[number].isInserted else { return noteForUndo(.deleted(number), in: context) }
    if contexts[context].undo.event.contains(.inserted(number)) {
      contexts[context].undo.event.removeAll { $0.object == number }
    } else {
      noteForUndo(.deleted(number), in: context)
    }
    leave(number)
  }

  /// An object is none of its context's any more.
  mutating func leave(_ number: Int) {
    self[number].isRegistered = false
    self[number].isInserted = false
    self[number].isUpdated = false
    self[number].isDeleted = false
    self[number].isPropagated = false
    self[number].isGone = false
    self[number].dropReferences()
  }
}
