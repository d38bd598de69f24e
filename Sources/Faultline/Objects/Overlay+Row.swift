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

// A row that takes the values of a save: most changes are numbers, dates and truth values of a row that one object has.
extension Overlay {
  /// The row beneath, if it can take the values that a save writes, once they are written: it is of a cache, nothing else
  /// refers to it, and what was written has its place in the slots.
  ///
  /// Then no row need be made, and none goes. Destinations are left to rows that are made: these know the keys that
  /// objects have by now. So are transient values, which no row contains.
  func rowForValues(of table: IdentityTable) -> Unmanaged<Row>? {
    let plan = plan
    guard plan.pointee.transientSlots.isEmpty, !hasOwn(anyOf: plan.pointee.untakenWords),
      isKnownUniquelyReferenced(&info.pointee.beneath), let row = uncountedBase,
      let rows = table.rows, Row.isLinked(Address(of: row), to: rows)
    else { return nil }
    return row
  }

  /// The values as the row beneath will have them, under the version that it will have; its texts and data are those
  /// that it has.
  func values(over row: Unmanaged<Row>, version: Int32) -> RowValues {
    row._withUnsafeGuaranteedRef { row in
      RowValues(key: row.key, version: version, slots: slots, outlinedSlots: row.slots)
    }
  }

  /// Lets the row beneath have the values, or puts one beneath that has them; under the lock of the table by which
  /// others find rows.
  ///
  /// Another context may have found the row since the save began. It keeps it as it was.
  func giveValues(
    to row: Unmanaged<Row>, _ version: Int32, for table: RowTable
  ) -> WrittenRow {
    guard !isKnownUniquelyReferenced(&info.pointee.beneath) else {
      row._withUnsafeGuaranteedRef { $0.take(slots, version: version, plan) }
      return WrittenRow(row: row, isFormer: true)
    }
    let newer = makeRow(key: row._withUnsafeGuaranteedRef { $0.key })
    newer.link(to: table)
    var replaced: AnyObject? = newer
    swap(&replaced, &info.pointee.beneath)
    return WrittenRow(row: .passUnretained(newer), replaced: replaced)
  }
}
