// What a save does about values that must be unique and are not: one way a merge policy.

/// An object of a save with values that another object has.
struct Collision {
  let object: ManagedObject
  /// The properties whose values must be unique.
  let keys: [String]
  /// The object that has the values already: by this save too, or in the store.
  let holder: ManagedObject
  /// Whether the holder has them in the store already.
  let isHeldInStore: Bool
}

extension SaveDraft {
  /// What a store has said, in terms of objects; asked while new objects have their permanent keys.
  func collision(_ collision: StoreCollision, in space: KeySpace) -> Collision? {
    let identityTable = context.identityTable(of: collision.entity, in: space)
    guard
      let object = context.uniquesObjects
        ? identityTable.object(collision.key) : changed(collision.key, identityTable)
    else { return nil }
    let holders = context.identityTable(of: collision.holder.entity, in: space)
    let known = context.uniquesObjects ? nil : changed(collision.holder.key, holders)
    let holder = known ?? context.object(collision.holder.key, at: holders)
    let slots = collision.keys.compactMap { key in
      holder.identityTable.layout.slots.firstIndex { $0.name == key }
    }
    let isOfThisSave =
      holder.isNew || slots.contains { holder.overlay?.isChanged(slot: $0) == true }
    return Collision(
      object: object, keys: collision.keys, holder: holder, isHeldInStore: !isOfThisSave)
  }

  /// The first registered object of a record that has unsaved changes.
  private func changed(_ key: Int64, _ identityTable: IdentityTable) -> ManagedObject? {
    context.changes.list.objects { $0.identityTable === identityTable && $0.key == key }.first
  }
}

extension SavePipeline {
  /// Mends the objects with values of others as the merge policy wants, so that the save can be tried again
  /// (semantics 165).
  ///
  /// A new object that turns out to be a known record is withdrawn in its favour. Two records cannot be one: then
  /// only those policies know an answer that let this context give way.
  func resolve(_ collisions: [Collision]) throws(GraphError) {
    guard context.mergePolicy != .error else { throw error(collisions) }
    let policy = context.mergePolicy
    let isOurs = policy == .mergeByPropertyObjectTrump || policy == .overwrite
    for collision in collisions where collision.object.hasChanges {
      let (object, holder) = (collision.object, collision.holder)
      if object.isNew {
        try withdraw(object, infavourOf: holder, takingItsValues: isOurs)
      } else if holder.isNew {
        try withdraw(holder, infavourOf: object, takingItsValues: !isOurs)
      } else if isOurs {
        throw error([collision])
      } else if policy == .rollback {
        object.keepingOtherEnds {
          context.dropChanges(of: object)
          object.forgetTies()
          object.makeDestinations()
        }
      } else {
        try object.revert(collision.keys)
      }
    }
  }

  /// Lets a record take the place of a new object that turned out to be the same.
  private func withdraw(
    _ object: ManagedObject, infavourOf record: ManagedObject, takingItsValues takesValues: Bool
  ) throws(GraphError) {
    try record.realize()
    if takesValues { try record.take(valuesOf: object, isWhole: context.mergePolicy == .overwrite) }
    try record.take(placeOf: object, takesValues: takesValues)
    for other in context.changes.list.objects(where: { $0 !== object }) {
      try other.lead(to: record, insteadOf: object)
    }
    context.detach(object)
  }

  private func error(_ collisions: [Collision]) -> GraphError {
    let errors = collisions.map { collision in
      let (object, holder) = (collision.object, collision.holder)
      let names = collision.keys.map { "'\(object.entity.name).\($0)'" }
      return GraphError(
        .constraintMerge,
        "\(names.joined(separator: " with ")) must be unique, and \(holder.objectID) has the value "
          + "of \(object.objectID); change one of them, or choose a merge policy.",
        objectID: object.objectID, key: collision.keys.first,
        constraintConflicts: [
          ConstraintConflict(
            constraint: collision.keys,
            databaseObject: collision.isHeldInStore ? holder.objectID : nil,
            conflictingObjects: collision.isHeldInStore
              ? [object.objectID] : [holder.objectID, object.objectID])
        ])
    }
    guard errors.count > 1 else { return errors[0] }
    return GraphError(
      .constraintMerge, "\(errors.count) objects have values that must be unique and are not.",
      detailed: errors, constraintConflicts: errors.flatMap(\.constraintConflicts))
  }
}

extension ManagedObject {
  /// Lets properties be as they were last saved.
  fileprivate final func revert(_ keys: [String]) throws(GraphError) {
    for key in keys {
      if case .attribute(let slot) = identityTable.layout.property(named: key) {
        try set(try committedValue(at: slot), at: slot)
      } else if case .relationship(let tie) = identityTable.layout.property(named: key) {
        try setDestination(try committedDestination(tie), tie)
      }
    }
  }

  /// Takes over the values that another object was given, or all of them.
  fileprivate final func take(
    valuesOf other: ManagedObject, isWhole: Bool
  ) throws(GraphError) {
    for (slot, place) in other.identityTable.layout.slots.enumerated() {
      guard let attribute = place.attribute, !attribute.isTransient, attribute.derivation == nil,
        case .attribute(let own) = identityTable.layout.property(named: place.name)
      else { continue }
      let value = try other.value(at: slot)
      if isWhole || value != .none && value != attribute.startingValue {
        try set(value, at: own)
      }
    }
  }

  /// Takes over another object's relationships, and lets it have none.
  ///
  /// References to the other object lead here from now on; the other object's own references belong to its values.
  fileprivate final func take(
    placeOf other: ManagedObject, takesValues: Bool
  ) throws(GraphError) {
    for (tie, place) in other.identityTable.layout.ties.enumerated() {
      guard
        case .relationship(let own) = identityTable.layout.property(named: place.relationship.name)
      else { continue }
      if place.isToMany {
        for member in try other.members(tie).objects {
          try other.remove(member, tie)
          if takesValues || place.inverse != nil { try insert(member, own) }
        }
      } else if let destination = try other.destination(tie) {
        try other.setDestination(nil, tie)
        if takesValues { try setDestination(destination, own) }
      }
    }
  }

  /// Points relationships that nothing leads back from at another object.
  fileprivate final func lead(
    to record: ManagedObject, insteadOf other: ManagedObject
  ) throws(GraphError) {
    for (tie, place) in identityTable.layout.ties.enumerated() where place.inverse == nil {
      if place.isToMany {
        guard let set = ties?.set(tie), set.contains(other) else { continue }
        try remove(other, tie)
        try insert(record, tie)
      } else if ties?.destination(tie) === other {
        try setDestination(record, tie)
      }
    }
  }
}
