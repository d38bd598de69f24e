// Some properties of an entity's rows: what a fetch reads that names the properties of its objects.

/// The slots that are read of each row, and no others.
///
/// A subentity continues its superentity's numbering, so one part serves a whole tree of entities.
package struct RowPart: Sendable, Hashable {
  /// The slots, each once, in their own order.
  package private(set) var slots: [Int]

  package init(_ slots: some Sequence<Int>) { self.slots = Set(slots).sorted() }

  /// Adds slots to the part.
  mutating func add(_ others: some Sequence<Int>) { self = RowPart(slots + others) }
}

/// A partial row knows some slots: words before its empty ones say which. The other slots are empty.
///
/// It has no version, and no cache lists it: it can neither fill an object nor be compared with another row.
extension Row {
  /// Notes in a row that was made with words for it which slots it knows; its maker does so before it hands it on.
  package final func note(_ part: RowPart, _ layout: EntityLayout) {
    let known = slots - layout.emptyWords
    for word in 1...layout.emptyWords { known[-word] = 0 }
    for slot in part.slots where slot < layout.slotCount {
      known[-1 - slot >> 6] |= 1 << UInt64(slot & 63)
    }
  }

  /// A copy that knows some slots only.
  final func copy(_ layout: EntityLayout, part: RowPart) -> Row {
    let known = part.slots.filter { $0 < layout.slotCount && !isEmpty($0) }
    let outlines = known.filter { !layout.slots[$0].isInline }
    let copy = Row.make(
      layout, key: key, version: 0, knownWords: layout.emptyWords,
      outlineBytes: outlines.reduce(0) { $0 + Int(word($1) & 0xFFFF_FFFF) })
    copy.note(part, layout)
    let slots = copy.slots
    for word in 1...layout.emptyWords { slots[-word] = .max }
    slots.update(repeating: 0, count: layout.slotCount)
    for slot in known {
      slots[slot] = word(slot)
      Slots.setEmpty(slots, slot, false)
    }
    var used = 0
    for slot in outlines {
      let bytes = bytes(slot, layout)
      if let base = bytes.baseAddress {
        (UnsafeMutableRawPointer(slots + layout.slotCount) + used)
          .copyMemory(from: base, byteCount: bytes.count)
      }
      slots[slot] = UInt64(used) << 32 | UInt64(bytes.count)
      used += bytes.count
    }
    return copy
  }

  /// Whether the row knows some slots only.
  final func isPartial(_ plan: UnsafePointer<LayoutPlan>) -> Bool {
    Int(info.pointee.emptyWords) != plan.pointee.emptyWords
  }

  /// Whether a partial row knows a slot.
  final func knows(_ slot: Int, _ plan: UnsafePointer<LayoutPlan>) -> Bool {
    (slots - plan.pointee.emptyWords)[-1 - slot >> 6] & (1 << UInt64(slot & 63)) != 0
  }
}
