// What a save asks of one object.

import Foundation

extension ManagedObject {
  /// Adds an error for each mandatory property without a value.
  final func appendMissingValues(to faults: inout [GraphError]) {
    guard let slots else { return }
    for slot in home.layout.mandatorySlots where Slots.isEmpty(slots, slot) {
      let place = home.layout.slots[slot]
      faults.append(
        GraphError(
          .validationMissingMandatoryProperty,
          "'\(entity.name).\(place.name)' is mandatory and has no value in \(objectID).",
          objectID: objectID, key: place.name))
    }
  }

  /// Gives the object its place under another key.
  final func move(to home: IdentityTable, key: Int64) {
    self.home.unregister(self)
    self.home = home
    self.key = key
    home.register(self)
  }

  /// The slots that a save writes.
  final var changedSlots: ChangedSlots { overlay?.changedSlots ?? ChangedSlots() }

  /// The row that a save writes: the overlay's values, with destinations under the keys they have by now.
  final func changedRow() throws(GraphError) -> Row {
    guard let overlay else {
      throw GraphError(.save, "\(objectID) has no changes to save.", objectID: objectID)
    }
    let layout = home.layout
    let slots = overlay.slots
    let outlineBytes = layout.outlineSlots.reduce(0) { $0 + overlay.bytes($1).count }
    let version = (overlay.header.base?.header.version ?? 0) + 1
    let row = try Row.make(layout, key: key, version: version, outlineBytes: outlineBytes) {
      (writer: inout RowWriter) throws(GraphError) in
      for slot in layout.inlineSlots where !Slots.isEmpty(slots, slot) {
        writer.write(slots[slot], to: slot)
      }
      for slot in layout.outlineSlots where !Slots.isEmpty(slots, slot) {
        writer.write(overlay.bytes(slot), to: slot)
      }
      for (tie, slot) in layout.references where overlay.isChanged(tie: tie) {
        if let destination = ties?.destination(tie) {
          try checkStore(of: destination, tie)
          writer.write(destination.foreignKey.bits, to: slot)
        }
      }
    }
    return row
  }

  private func checkStore(
    of destination: ManagedObject, _ tie: Int
  ) throws(GraphError) {
    guard destination.home.space !== home.space else { return }
    let relationship = home.layout.ties[tie].relationship
    throw GraphError(
      .externalRelationship,
      "'\(entity.name).\(relationship.name)' leads from one store into another; "
        + "keep both objects in one store.",
      objectID: objectID, key: relationship.name)
  }

  /// After a save the store lists what an unfired set had noted, so the set is forgotten.
  final func forgetPendingMembers() {
    guard let ties else { return }
    for tie in home.layout.collections where ties.set(tie)?.isFault == true {
      ties.drop(tie, isToMany: true)
    }
  }
}
