// When a save lets an object give way to the store, its other ends follow: both ends stay true together.

extension ManagedObject {
  /// Runs a change that may lead the object's relationships elsewhere, and updates the objects that they led to
  /// before and lead to now.
  ///
  /// That loads nothing and marks no object as changed: an object that is not here, or has not loaded its
  /// relationship, gets the new state from the store.
  final func keepingOtherEnds(_ change: () -> Void) {
    let former = OtherEnds(of: self)
    change()
    let latter = OtherEnds(of: self)
    for (one, other) in zip(former.destinations, latter.destinations)
    where one.object !== other.object {
      one.object?.follow(self, one.inverse, isLedTo: false)
      other.object?.follow(self, other.inverse, isLedTo: true)
    }
    let (joined, left) = (Set(latter.joined), Set(latter.left))
    for member in former.joined where !joined.contains(member) {
      member.object.follow(self, member.inverse, isLedTo: false)
    }
    for member in former.left where !left.contains(member) {
      member.object.follow(self, member.inverse, isLedTo: true)
    }
  }
}

/// The objects at the other ends of an object's relationships that have an inverse, as far as they are here.
private struct OtherEnds {
  /// A member of a to-many relationship, by the relationship that leads back from it.
  struct Member: Hashable {
    let object: ManagedObject
    let inverse: Int
  }

  /// One entry a to-one relationship.
  private(set) var destinations: [(object: ManagedObject?, inverse: Int)] = []
  /// Members added to and removed from its to-many relationships, where a to-one side does not record it.
  private(set) var joined: [Member] = []
  private(set) var left: [Member] = []

  init(of object: ManagedObject) {
    for (index, tie) in object.identityTable.layout.ties.enumerated() {
      guard let inverse = tie.inverse else { continue }
      if !tie.isToMany {
        destinations.append((object.knownDestinations(index).first, inverse))
      } else if tie.setKind.contains(.linked), object.overlay?.isOwn(tie: index) == true,
        let pending = object.ties?.set(index)?.pending
      {
        joined += pending.added.map { Member(object: $0, inverse: inverse) }
        left += object.registeredObjects(at: pending.removed).map {
          Member(object: $0, inverse: inverse)
        }
      }
    }
  }
}

extension ManagedObject {
  /// Lets this end of a relationship be as the other end is by now.
  ///
  /// An end without changes of its own is a fault again. One that has some keeps them, and only this object comes or
  /// goes.
  fileprivate final func follow(_ other: ManagedObject, _ tie: Int, isLedTo: Bool) {
    guard let ties, ties.isRealized(tie), !isDeleted else { return }
    reportLoss()
    if isLedTo { reportGain(other, tie) }
    let place = identityTable.layout.ties[tie]
    if let set = ties.set(tie), place.isToMany {
      // A set that is no fault and has no changes may still be held by the program.
      guard set.contains(other) != isLedTo || set.isFault else { return }
      if overlay?.isOwn(tie: tie) != true {
        ties.drop(tie, isToMany: true)
      } else if isLedTo {
        set.insert(other)
      } else {
        set.remove(other, of: self)
      }
    } else if overlay?.isOwn(tie: tie) != true {
      ties.drop(tie, isToMany: false)
    } else if isLedTo != (ties.destination(tie) === other) {
      ties.setDestination(isLedTo ? other : nil, tie)
      guard let slot = place.slot, let slots else { return }
      Slots.setEmpty(slots, slot, !isLedTo)
      slots[slot] = isLedTo ? other.foreignKey.bits : 0
    }
    notify(tie, inserted: isLedTo ? [other] : [], removed: isLedTo ? [] : [other])
  }
}
