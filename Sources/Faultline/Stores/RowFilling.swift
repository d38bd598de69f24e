// Filling a row that was just made: what is not written is empty.

/// Writes the slots of a new row, and the bytes that lie outside of them one behind the other.
struct RowFilling {
  private let slots: UnsafeMutablePointer<UInt64>
  private let outline: UnsafeMutableRawPointer
  private var used = 0

  /// Empties every slot of a row that nothing refers to yet.
  init(_ row: Row, _ layout: EntityLayout) {
    slots = row.slots
    outline = UnsafeMutableRawPointer(slots + layout.slotCount)
    for word in 1...layout.emptyWords { slots[-word] = .max }
    slots.update(repeating: 0, count: layout.slotCount)
  }

  /// Writes a value that has a place in its slot.
  func write(_ word: UInt64, to slot: Int) {
    slots[slot] = word
    Slots.setEmpty(slots, slot, false)
  }

  /// Writes a value behind the slots; the row has room for all of them.
  mutating func write(_ bytes: UnsafeRawBufferPointer, toOutline slot: Int) {
    if let base = bytes.baseAddress {
      (outline + used).copyMemory(from: base, byteCount: bytes.count)
    }
    write(UInt64(used) << 32 | UInt64(bytes.count), to: slot)
    used += bytes.count
  }
}
