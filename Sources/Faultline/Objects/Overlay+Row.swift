// From unsaved values to the row that a save writes.

extension Overlay {
  /// The version that follows on that of the row beneath.
  var nextVersion: Int32 {
    (uncountedBase?._withUnsafeGuaranteedRef { $0.version } ?? 0) &+ 1
  }

  /// The values as a row of their own, with the version that follows on the row beneath.
  ///
  /// The slots of relationships hold what they were set to; the objects there may have other keys by now.
  func makeRow(key: Int64) -> Row {
    let plan = plan
    let slots = slots
    // Where no text or data was written, all of it lies as in the row beneath.
    let unchanged = mayOwnCells ? nil : baseSlots
    var size = 0
    for slot in plan.pointee.storedOutlineSlots {
      if unchanged == nil {
        size += outlineBytes(slot, slots, plan).count
      } else if !Slots.isEmpty(slots, slot) {
        size = max(size, Slots.outline(slots[slot]).upperBound)
      }
    }
    let row = Row.make(plan, key: key, version: nextVersion, outlineBytes: size)
    let copy = row.slots
    let emptyWords = plan.pointee.emptyWords
    (copy - emptyWords).update(
      from: slots - emptyWords, count: emptyWords + plan.pointee.slotCount)
    for slot in plan.pointee.transientSlots {
      copy[slot] = 0
      Slots.setEmpty(copy, slot, true)
    }
    let outline = UnsafeMutableRawPointer(copy + plan.pointee.slotCount)
    if let unchanged {
      outline.copyMemory(from: unchanged + plan.pointee.slotCount, byteCount: size)
    } else {
      putOutline(into: outline, of: copy)
    }
    return row
  }

  /// Puts texts and data one behind the other, and notes in the slots of their row where they lie.
  private func putOutline(
    into outline: UnsafeMutableRawPointer, of row: UnsafeMutablePointer<UInt64>
  ) {
    let (slots, plan) = (slots, plan)
    var used = 0
    for slot in plan.pointee.storedOutlineSlots where !Slots.isEmpty(slots, slot) {
      let bytes = outlineBytes(slot, slots, plan)
      if let base = bytes.baseAddress {
        (outline + used).copyMemory(from: base, byteCount: bytes.count)
      }
      row[slot] = slots[slot] & Slots.isInFile | UInt64(used) << 32 | UInt64(bytes.count)
      used += bytes.count
    }
  }
}
