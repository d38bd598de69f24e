// The values of a row where they lie, in a row or in an overlay, for the store that writes them.

/// What a store needs of a row: its key, its version, and where its values lie.
///
/// It holds nothing: its user must know that what has the values is held elsewhere.
package struct RowValues {
  package let key: Int64
  package let version: Int32
  package let slots: UnsafeMutablePointer<UInt64>
  /// The slots behind which the bytes of text and data lie: the same, or those of the row beneath an overlay.
  package let outlinedSlots: UnsafeMutablePointer<UInt64>

  init(
    key: Int64, version: Int32, slots: UnsafeMutablePointer<UInt64>,
    outlinedSlots: UnsafeMutablePointer<UInt64>
  ) {
    self.key = key
    self.version = version
    self.slots = slots
    self.outlinedSlots = outlinedSlots
  }

  /// The values of a row.
  package init(_ row: Row) {
    self.init(key: row.key, version: row.version, slots: row.slots, outlinedSlots: row.slots)
  }

  /// Whether a slot holds nothing.
  func isEmpty(_ slot: Int) -> Bool { Slots.isEmpty(slots, slot) }

  /// The bytes of a text or data slot.
  func bytes(_ slot: Int, _ layout: EntityLayout) -> UnsafeRawBufferPointer {
    Slots.bytes(at: slots[slot], behind: outlinedSlots, layout.slotCount)
  }

  /// The values in a block of their own, which no cache lists; under another key, if one is given.
  func row(_ layout: EntityLayout, key: Int64? = nil) -> Row {
    let outlineBytes = layout.outlineSlots.reduce(0) {
      $0 + (isEmpty($1) ? 0 : Slots.outline(slots[$1]).count)
    }
    let row = Row.make(
      layout, key: key ?? self.key, version: version, outlineBytes: outlineBytes)
    let (copy, words) = (row.slots, layout.emptyWords)
    (copy - words).update(from: slots - words, count: words + layout.slotCount)
    UnsafeMutableRawPointer(copy + layout.slotCount).copyMemory(
      from: outlinedSlots + layout.slotCount, byteCount: outlineBytes)
    return row
  }
}
