// A row that takes the place of another: most values are the former ones.

extension Row {
  /// What one slot of a further version has instead of the former value.
  enum NewValue {
    case none
    /// A value in a slot's eight bytes.
    case word(UInt64)
    case text(String)
    /// What another row has in the same slot; its entity may be another one of the family.
    case same(as: Row, EntityLayout)
  }

  /// A further version of the row, with other values in some slots.
  final func next(_ layout: EntityLayout, version: Int32, _ changes: [Int: NewValue]) -> Row {
    let outlines = layout.outlineSlots.map { ($0, outline($0, changes[$0], layout)) }
    let row = Row.make(
      layout, key: key, version: version,
      outlineBytes: outlines.reduce(0) { $0 + ($1.1?.count ?? 0) })
    var filling = RowFilling(row, layout)
    for slot in layout.slots.indices where layout.slots[slot].isInline {
      switch changes[slot] {
      case .word(let word)?: filling.write(word, to: slot)
      case .same(let other, _)?:
        if !other.isEmpty(slot) { filling.write(other.word(slot), to: slot) }
      case NewValue.none?, .text?: continue
      case nil: if !isEmpty(slot) { filling.write(word(slot), to: slot) }
      }
    }
    for case (let slot, let bytes?) in outlines {
      bytes.withUnsafeBytes { filling.write($0, toOutline: slot) }
    }
    return row
  }

  /// The bytes that lie outside of a slot; nil where it is empty.
  private final func outline(
    _ slot: Int, _ change: NewValue?, _ layout: EntityLayout
  ) -> [UInt8]? {
    switch change {
    case .text(let text)?: return Array(text.utf8)
    case .same(let other, let layout)?:
      return other.isEmpty(slot) ? nil : Array(other.bytes(slot, layout))
    case NewValue.none?, .word?: return nil
    case nil: return isEmpty(slot) ? nil : Array(bytes(slot, layout))
    }
  }
}
