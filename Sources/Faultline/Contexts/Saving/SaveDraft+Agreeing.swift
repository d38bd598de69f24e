// Several objects of one record in a save: they must agree, since nothing says which of them is right (Q2).

/// Objects that are not written themselves, since another object of the same record has the same values.
struct DuplicateObjects {
  /// Each with the place of the object that is written for it.
  fileprivate(set) var changed: [(object: ManagedObject, place: Int)] = []
  fileprivate(set) var deleted: [ManagedObject] = []

  /// Leaves out those that were not written, and gives the others the new place of the object that is
  /// written for them.
  mutating func keepWritten(at places: [Int: Int], where isKept: (ManagedObject) -> Bool) {
    changed = changed.compactMap { duplicate in
      places[duplicate.place].map { (duplicate.object, $0) }
    }
    deleted.removeAll { !isKept($0) }
  }

  /// Visits all of them.
  func forEach(_ body: (ManagedObject) -> Void) {
    for (object, _) in changed { body(object) }
    deleted.forEach(body)
  }
}

extension SaveDraft {
  /// Every object that the save is about.
  var allObjects: [ManagedObject] {
    changed + deleted + compared + duplicates.changed.map(\.object) + duplicates.deleted
  }

  /// Leaves the first registered of a record's changed objects to be written for all of them, or says where they
  /// contradict it.
  ///
  /// They agree if they would write the same: every value and every relationship that a save writes, changed or not,
  /// for each of them stands for the record as a whole.
  mutating func agree() throws(GraphError) {
    var firsts: [ManagedObjectID: Int] = [:]
    var contradictions: [GraphError] = []
    var written: [ManagedObject] = []
    for object in changed {
      guard let place = firsts[object.objectID] else {
        firsts[object.objectID] = written.count
        written.append(object)
        continue
      }
      contradictions += try written[place].contradictions(by: object)
      duplicates.changed.append((object, place))
    }
    changed = written
    var doomed: Set<ManagedObjectID> = []
    var removed: [ManagedObject] = []
    for object in deleted {
      if !doomed.insert(object.objectID).inserted {
        duplicates.deleted.append(object)
      } else if firsts[object.objectID] != nil {
        contradictions.append(object.contradiction(nil, "is deleted in one and changed in another"))
      } else {
        removed.append(object)
      }
    }
    deleted = removed
    guard let first = contradictions.first else { return }
    guard contradictions.count > 1 else { throw first }
    throw GraphError(
      .save,
      "Objects of the same records contradict each other in \(contradictions.count) places, and a save cannot know "
        + "which are right; refresh all but one of each record.",
      detailed: contradictions)
  }
}

extension SavePipeline {
  /// Gives objects that were not written themselves the rows that were written for them.
  func settleDuplicates(_ draft: SaveDraft) {
    // None of them has a row to itself, so one was made.
    for (object, place) in draft.duplicates.changed {
      if let row = draft.rows[place] { settle(object, on: row) }
    }
  }
}

extension ManagedObject {
  /// What another object of the same record says otherwise, of all that a save writes.
  fileprivate final func contradictions(by other: ManagedObject) throws(GraphError) -> [GraphError]
  {
    var found: [GraphError] = []
    let layout = identityTable.layout
    for (slot, place) in layout.slots.enumerated() where !layout.transientSlots.contains(slot) {
      guard let attribute = place.attribute else { continue }
      // What is derived follows from the rest.
      guard attribute.derivation == nil else { continue }
      let (one, two) = (try value(at: slot), try other.value(at: slot))
      if one != two {
        let words = "is \(Self.words(one.bare)) in one and \(Self.words(two.bare)) in another"
        found.append(contradiction(place.name, words))
      }
    }
    for (tie, place) in layout.ties.enumerated() {
      let name = place.relationship.name
      if !place.isToMany {
        let (one, two) = (try destinationID(tie), try other.destinationID(tie))
        guard one != two else { continue }
        let words = "leads to \(Self.words(one)) in one and to \(Self.words(two)) in another"
        found.append(contradiction(name, words))
      } else if place.writesMembers || place.isOrdered,
        pendingMembers(tie) != other.pendingMembers(tie)
      {
        found.append(contradiction(name, "was changed in one otherwise than in another"))
      }
    }
    return found
  }

  /// The destination of a to-one relationship; makes no object for it.
  private final func destinationID(_ tie: Int) throws(GraphError) -> ManagedObjectID? {
    if let ties, ties.isRealized(tie) { return ties.destination(tie)?.objectID }
    guard let slot = identityTable.layout.ties[tie].slot, let slots, !Slots.isEmpty(slots, slot)
    else {
      return nil
    }
    return try managedObjectContext?.objectID(at: ForeignKey(bits: slots[slot]), beside: self)
  }

  /// An error that names the record, and what is said of it or of one of its properties.
  fileprivate final func contradiction(_ key: String?, _ words: String) -> GraphError {
    let subject = key.map { "'\(entity.name).\($0)' of \(objectID)" } ?? "\(objectID)"
    return GraphError(
      .save,
      "\(subject) \(words) of its objects, and a save cannot know which is right (Q2); refresh all but one.",
      objectID: objectID, key: key)
  }

  /// The members added, the members removed and their order, so far as that is unsaved.
  private final func pendingMembers(_ tie: Int) -> [[ForeignKey]] {
    guard overlay?.isOwn(tie: tie) == true, let set = ties?.set(tie) else { return [] }
    let (added, removed) = set.pending
    // By their keys, since each object has members of its own.
    let lists = [added.map(\.foreignKey).sorted { $0.bits < $1.bits }, removed]
    return lists + (set.isReordered ? [set.objects.map(\.foreignKey)] : [])
  }

  private static func words(_ value: Any?) -> String { value.map { "\($0)" } ?? "nothing" }
}
