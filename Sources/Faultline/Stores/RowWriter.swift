// Filling a row that is being made, slot by slot.

extension Row {
  /// Makes a row with room for the given bytes behind its slots, and lets a writer fill it.
  static func make(
    _ layout: EntityLayout, key: Int64, version: Int32, outlineBytes: Int,
    fill: (inout RowWriter) -> Void
  ) -> Row {
    let row = make(layout, key: key, version: version, outlineBytes: outlineBytes)
    var writer = RowWriter(row.slots, layout: layout, outlineBytes: outlineBytes)
    fill(&writer)
    return row
  }
}

/// Fills a new row: each slot at most once; those not written stay empty.
struct RowWriter: ~Copyable {
  private let slots: UnsafeMutablePointer<UInt64>
  private let outline: UnsafeMutableRawPointer
  private let capacity: Int
  private var used = 0

  init(_ slots: UnsafeMutablePointer<UInt64>, layout: EntityLayout, outlineBytes: Int) {
    self.slots = slots
    outline = UnsafeMutableRawPointer(slots + layout.slotCount)
    capacity = outlineBytes
    for word in 1...layout.emptyWords { slots[-word] = .max }
    slots.update(repeating: 0, count: layout.slotCount)
  }

  /// Writes a slot of eight bytes.
  func write(_ word: UInt64, to slot: Int) {
    slots[slot] = word
    Slots.setEmpty(slots, slot, false)
  }

  /// Writes the bytes of a text or data slot.
  mutating func write(_ bytes: UnsafeRawBufferPointer, to slot: Int) {
    precondition(used + bytes.count <= capacity, "A row was given more bytes than it was made for.")
    if let base = bytes.baseAddress {
      (outline + used).copyMemory(from: base, byteCount: bytes.count)
    }
    write(UInt64(used) << 32 | UInt64(bytes.count), to: slot)
    used += bytes.count
  }
}
