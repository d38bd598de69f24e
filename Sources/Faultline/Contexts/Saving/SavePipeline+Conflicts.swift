// What a save does when the same objects were saved elsewhere since: one way for each merge policy.

/// An object whose row is not as it has known it.
struct MergeCandidate {
  let object: ManagedObject
  /// The row as it is now; nil if it is gone.
  let current: Row?
}

extension SavePipeline {
  /// Mends the objects in conflict as the merge policy wants, so that the save can be tried again.
  func resolve(_ conflicts: [MergeCandidate]) throws(GraphError) {
    guard context.mergePolicy != .error else { throw error(conflicts) }
    for conflict in conflicts {
      guard let current = conflict.current else {
        conflict.object.keepingOtherEnds { mendGone(conflict.object) }
        continue
      }
      let former = conflict.object.observedValues()
      let row = conflict.object.identityTable.rows?.adoptIfNewer(current) ?? current
      conflict.object.keepingOtherEnds { mend(conflict.object, row) }
      conflict.object.awakenSilently(from: .mergePolicy)
      conflict.object.notifyAll(.changed, old: former)
    }
  }

  private func mend(_ object: ManagedObject, _ current: Row) {
    // An object that was only watched has no changes to set against the newer row.
    guard object.hasChanges else { return giveWay(object, to: current) }
    // A deletion of what was changed elsewhere removes the newer row as well, or gives way.
    if object.isDeleted {
      if context.mergePolicy == .rollback { return giveWay(object, to: current) }
      return rebase(object, on: current) { _ in true }
    }
    switch context.mergePolicy {
    case .error: return
    case .rollback: giveWay(object, to: current)
    case .mergeByPropertyObjectTrump: rebase(object, on: current) { _ in true }
    case .mergeByPropertyStoreTrump:
      let former = object.row
      let layout = object.identityTable.layout
      rebase(object, on: current) { slot in
        // What the store did not change since is this context's to change.
        former?.hasSameValue(at: slot, as: current, layout) ?? true
      }
    case .overwrite:
      object.takeInFiles()
      object.overlay?.markAllChanged()
      rebase(object, on: current) { _ in true }
    }
  }

  /// The row is gone: overwriting brings it back, all other policies let the object go.
  private func mendGone(_ object: ManagedObject) {
    guard context.mergePolicy == .overwrite, object.isUpdated else {
      return context.detach(object)
    }
    context.changes.recount(object) {
      object.flags.insert(.inserted)
      object.flags.remove(.updated)
    }
    object.takeInFiles()
    object.overlay?.markAllChanged()
  }

  private func giveWay(_ object: ManagedObject, to current: Row) {
    context.dropChanges(of: object)
    object.settle(on: current)
    object.forgetTies()
    object.makeDestinations()
  }

  /// Puts the newer row beneath an object's changes, of which some may be dropped.
  private func rebase(
    _ object: ManagedObject, on current: Row, keeping keeps: (_ slot: Int) -> Bool
  ) {
    guard let former = object.overlay else { return }
    let overlay = Overlay.make(object.identityTable.plan, copying: current.slots)
    overlay.info.pointee.beneath = current
    overlay.adoptChanges(of: former, where: keeps)
    object.body = overlay
    object.slots = overlay.slots
    // What was not changed here leads where the newer row says.
    context.dropTies(of: object) { !former.isOwn(tie: $0) }
    context.renewSets(of: object)
    for (tie, slot) in object.identityTable.layout.references where former.isChanged(slot: slot) {
      guard !keeps(slot) else { continue }
      object.reportLoss()
      object.ties?.drop(tie, isToMany: false)
    }
    object.makeDestinations()
  }

  private func error(_ candidates: [MergeCandidate]) -> GraphError {
    let conflicts = candidates.map { candidate in
      MergeConflict(
        objectID: candidate.object.objectID,
        oldVersionNumber: Int(candidate.object.row?.version ?? 0),
        newVersionNumber: Int(candidate.current?.version ?? 0))
    }
    let errors = conflicts.map { conflict in
      GraphError(
        .merge,
        "\(conflict.objectID) was \(conflict.newVersionNumber == 0 ? "deleted" : "changed") elsewhere "
          + "since it was fetched; refresh it, or choose a merge policy.",
        objectID: conflict.objectID, conflicts: [conflict])
    }
    guard errors.count > 1 else { return errors[0] }
    return GraphError(
      .merge, "\(errors.count) objects were changed elsewhere since they were fetched.",
      detailed: errors, conflicts: conflicts)
  }
}

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
