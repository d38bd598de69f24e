// What a save asks of one object.

import Foundation

extension ManagedObject {
  /// Gives the object its place under another key.
  final func move(to identityTable: IdentityTable, key: Int64) {
    self.identityTable.unregister(self)
    self.identityTable = identityTable
    self.key = key
    identityTable.register(self)
  }

  /// Whether setters have changed it since its overlay held those words.
  final func isChanged(since former: [UInt64]?) -> Bool {
    guard let former, let overlay else { return (former == nil) != (overlay == nil) }
    return !overlay.isUnchanged(since: former)
  }

  /// What a save writes, with the row that was made for it; without one where the object's own row takes the values
  /// once they are written.
  final func change() throws(GraphError) -> (change: ChangeSet.Change, row: Row?) {
    if let change = changeOfItsRow { return (change, nil) }
    let row = try changedRow(isFinal: true)
    let change = Unmanaged.passUnretained(identityTable).withObject { table in
      ChangeSet.Change(entity: table.entity, row: row, of: isNew ? nil : overlay)
    }
    return (change, row)
  }

  private final var changeOfItsRow: ChangeSet.Change? {
    guard !isNew else { return nil }
    return withOverlay { overlay in
      Unmanaged.passUnretained(identityTable).withObject { table in
        // Several objects of one record share what is written for one of them.
        guard table.uniquesObjects, let row = overlay.rowForValues(of: table) else { return nil }
        return ChangeSet.Change(entity: table.entity, overlay, over: row)
      }
    } ?? nil
  }

  /// The row that a save writes: the overlay's values, with destinations under the keys they have by now.
  ///
  /// In a final row, which goes to a store, all destinations must be of the same store.
  final func changedRow(isFinal: Bool) throws(GraphError) -> Row {
    guard let slots, let row = withOverlay({ $0.makeRow(key: key) }) else {
      throw GraphError(.save, "\(objectID) has no changes to save.", objectID: objectID)
    }
    guard let ties else { return row }
    let plan = identityTable.plan
    for (tie, slot) in plan.pointee.references
    where Slots.isOwn(slots, plan.pointee.slotCount + tie, plan) {
      guard let destination = ties.uncountedDestination(tie) else { continue }
      try destination.withObject { (destination) throws(GraphError) in
        if isFinal, destination.identityTable.space !== identityTable.space {
          throw strayed(identityTable.layout.ties[tie].relationship)
        }
        row.slots[slot] = destination.foreignKey.bits
        Slots.setEmpty(row.slots, slot, false)
      }
    }
    return row
  }

  private func checkStore(
    of destination: ManagedObject, _ relationship: RelationshipDescription
  ) throws(GraphError) {
    if destination.identityTable.space !== identityTable.space { throw strayed(relationship) }
  }

  private func strayed(_ relationship: RelationshipDescription) -> GraphError {
    GraphError(
      .externalRelationship,
      "'\(entity.name).\(relationship.name)' leads from one store into another; "
        + "keep both objects in one store.",
      objectID: objectID, key: relationship.name)
  }

  /// Adds what rows do not contain: members added to and removed from relationships without a to-one
  /// side, and new orders.
  final func appendRelations(to changes: inout ChangeSet) throws(GraphError) {
    guard let overlay else { return }
    for index in identityTable.layout.collections where overlay.isOwn(tie: index) {
      guard let set = ties?.set(index) else { continue }
      let tie = identityTable.layout.ties[index]
      if tie.writesMembers { try appendLink(set, tie, to: &changes) }
      if set.isReordered, !isDeleted {
        changes.orders.append(
          ChangeSet.Order(
            relationship: tie.relationship, owner: foreignKey,
            members: try members(index).objects.map(\.foreignKey)))
      }
    }
  }

  private func appendLink(
    _ set: ObjectSet, _ tie: EntityLayout.Tie, to changes: inout ChangeSet
  ) throws(GraphError) {
    let relationship = tie.relationship
    var (added, removed) = set.pending
    if tie.inverseIdentity == ObjectIdentifier(relationship) {
      // Both ends are of one kind, and each knows of the other: the older one writes it.
      added.removeAll { $0.serial < serial }
      removed.removeAll { $0.bits < foreignKey.bits }
    }
    guard !added.isEmpty || !removed.isEmpty else { return }
    for member in added { try checkStore(of: member, relationship) }
    changes.links.append(
      ChangeSet.Link(
        relationship: relationship, owner: foreignKey, added: added.map(\.foreignKey),
        removed: removed))
  }

  /// Lets a saved object live on its new row; values that no store knows lie above it, as no changes.
  final func settleSaved(on row: consuming Row) {
    let former = identityTable.plan.pointee.transientSlots.isEmpty ? nil : overlay
    settle(on: row)
    guard let former else { return }
    for slot in identityTable.layout.transientSlots where !Slots.isEmpty(former.slots, slot) {
      layOverlay()
      overlay?.adopt(slot, of: former)
    }
    overlay?.silence()
  }

  /// Lets a saved object live on its row, which has its values by now.
  final func settleSaved() {
    flags.subtract([.changed, .recorded])
    liftOverlay()
  }

  /// After a save the store knows every member: an unfired set is a fault again.
  final func forgetPendingMembers() {
    guard identityTable.plan.pointee.hasCollections, ties != nil else { return }
    for tie in identityTable.layout.collections {
      guard let set = ties?.set(tie) else { continue }
      if set.isFault {
        reportLoss()
        ties?.drop(tie, isToMany: true)
      } else {
        set.forgetChanges()
      }
    }
  }
}
