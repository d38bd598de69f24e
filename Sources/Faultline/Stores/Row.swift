// The stored values of one object, in one block of memory.

import Foundation

/// One row as a store handed it up: immutable, counted, shared.
///
/// The same block is a realized object's committed snapshot, the coordinator's cache entry and the
/// image that a save compares for conflicts, so sharing it costs one retain. After the header lie the
/// words that say which slots are empty, the slots, and the bytes of text and data. Nothing in it
/// changes once its maker has handed it on, except the link to the cache, which is set before the
/// cache shows it to others; and the values of a save, if nothing refers to it but the object that is saved.
package final class Row: ManagedBuffer<Row.Header, UInt64> {
  package struct Header {
    let key: Int64
    package fileprivate(set) var version: Int32
    let emptyWords: Int32
    /// The cache table that lists this row, and from which it removes itself.
    var cache: RowTable?
  }

  /// Makes a row with room for the given bytes behind its slots; its bits mean nothing yet.
  package static func make(
    _ layout: EntityLayout, key: Int64, version: Int32, outlineBytes: Int
  ) -> Row {
    make(layout.plan, key: key, version: version, outlineBytes: outlineBytes)
  }

  /// Makes a row with words before the empty ones, of which a partial row has as many, and another none.
  package static func make(
    _ layout: EntityLayout, key: Int64, version: Int32, knownWords: Int, outlineBytes: Int
  ) -> Row {
    let emptyWords = layout.plan.pointee.emptyWords + knownWords
    let words = emptyWords + layout.plan.pointee.slotCount + (outlineBytes + 7) / 8
    let buffer = Row.create(minimumCapacity: words) { _ in
      Header(key: key, version: version, emptyWords: Int32(emptyWords), cache: nil)
    }
    return unsafeDowncast(buffer, to: Row.self)
  }

  /// Makes a row by the numbers of a layout.
  static func make(
    _ plan: UnsafePointer<LayoutPlan>, key: Int64, version: Int32, outlineBytes: Int
  ) -> Row {
    let words = plan.pointee.emptyWords + plan.pointee.slotCount + (outlineBytes + 7) / 8
    let buffer = Row.create(minimumCapacity: words) { _ in
      Header(key: key, version: version, emptyWords: Int32(plan.pointee.emptyWords), cache: nil)
    }
    return unsafeDowncast(buffer, to: Row.self)
  }

  /// The slots; the words before them, backwards, say which are empty; the bytes of text and data follow.
  package final var slots: UnsafeMutablePointer<UInt64> {
    withUnsafeMutablePointers { header, words in words + Int(header.pointee.emptyWords) }
  }

  /// The slots, where the row itself need not come near.
  final func slots(_ plan: UnsafePointer<LayoutPlan>) -> UnsafeMutablePointer<UInt64> {
    withUnsafeMutablePointerToElements { $0 + plan.pointee.emptyWords }
  }

  /// The header, without the checks that a property of a class goes through.
  final var info: UnsafeMutablePointer<Header> { withUnsafeMutablePointerToHeader { $0 } }

  /// Links a row that no other has seen yet to the table that will list it.
  final func link(to table: RowTable?) {
    // Nothing was there that would have to be released.
    withUnsafeMutablePointer(to: &info.pointee.cache) { $0.initialize(to: table) }
  }

  /// The header of a row that a table finds by its address, read without a reference to the row.
  ///
  /// Under a table's lock no reference may be added and released: it could be the last one, and the row's end takes
  /// that lock. The memory stays until it has had it.
  static func header(at address: Address) -> UnsafePointer<Header>? {
    // As a managed buffer lies: the object's two words, then the header.
    UnsafeRawPointer(bitPattern: address.bits).map {
      ($0 + 2 * MemoryLayout<Int>.size).assumingMemoryBound(to: Header.self)
    }
  }

  /// Whether a row that the caller keeps alive is linked to a table, read without a reference to either.
  static func isLinked(_ address: Address, to table: RowTable) -> Bool {
    guard let header = header(at: address) else { return false }
    return unsafeBitCast(header.pointee.cache, to: UInt.self) == Address(of: table).bits
  }

  /// The version: 1 for a new row, one more with each save that changes it.
  package final var version: Int32 { info.pointee.version }

  /// The key that the row has in its store.
  package final var key: Int64 { info.pointee.key }

  /// The bytes of a text or data slot.
  package final func bytes(_ slot: Int, _ layout: EntityLayout) -> UnsafeRawBufferPointer {
    bytes(slot, slotCount: layout.slotCount)
  }

  final func bytes(_ slot: Int, slotCount: Int) -> UnsafeRawBufferPointer {
    Slots.bytes(slots, slot, slotCount)
  }

  /// Whether a slot holds nothing.
  package final func isEmpty(_ slot: Int) -> Bool { Slots.isEmpty(slots, slot) }

  /// The bits of a slot of eight bytes.
  package final func word(_ slot: Int) -> UInt64 { slots[slot] }

  /// The destination in the slot of a to-one relationship.
  package final func foreignKey(_ slot: Int) -> ForeignKey? {
    isEmpty(slot) ? nil : ForeignKey(bits: word(slot))
  }

  /// Whether another row has the same value in a slot.
  final func hasSameValue(at slot: Int, as other: Row, _ layout: EntityLayout) -> Bool {
    guard !isEmpty(slot), !other.isEmpty(slot) else { return isEmpty(slot) == other.isEmpty(slot) }
    guard !layout.slots[slot].isInline else { return word(slot) == other.word(slot) }
    return bytes(slot, layout).elementsEqual(other.bytes(slot, layout))
  }

  /// The same values in a block of their own, which no cache lists; under another key, if one is given.
  final func copy(_ layout: EntityLayout, key: Int64? = nil) -> Row {
    RowValues(self).row(layout, key: key)
  }

  /// Takes the eight bytes of every slot from unsaved values, whose texts and data are its own.
  ///
  /// Only where nothing else refers to the row, for nothing else may see how it changes.
  final func take(
    _ values: UnsafeMutablePointer<UInt64>, version: Int32, _ plan: UnsafePointer<LayoutPlan>
  ) {
    info.pointee.version = version
    let emptyWords = plan.pointee.emptyWords
    (slots(plan) - emptyWords).update(
      from: values - emptyWords, count: emptyWords + plan.pointee.slotCount)
  }

  deinit {
    let info = info
    // The header holds the table until this is over, so it is not counted once more.
    guard let table = UnsafeRawPointer(bitPattern: unsafeBitCast(info.pointee.cache, to: UInt.self))
    else { return }
    Unmanaged<RowTable>.fromOpaque(table)._withUnsafeGuaranteedRef {
      $0.forget(Address(of: self), key: info.pointee.key)
    }
  }
}

/// The words before the slots, one bit a slot: set where a slot is empty, or was changed.
package enum Slots {
  @inline(__always) static func isEmpty(_ slots: UnsafeMutablePointer<UInt64>, _ slot: Int) -> Bool
  {
    slots[-1 - slot >> 6] & (1 << UInt64(slot & 63)) != 0
  }

  @inline(__always) static func setEmpty(
    _ slots: UnsafeMutablePointer<UInt64>, _ slot: Int, _ isEmpty: Bool
  ) {
    let bit: UInt64 = 1 << UInt64(slot & 63)
    if isEmpty { slots[-1 - slot >> 6] |= bit } else { slots[-1 - slot >> 6] &= ~bit }
  }

  /// In the slot of data that a store keeps in a file of its own: the bytes of the row are the name of that.
  ///
  /// No address has this bit, so it is not mistaken for that of an overlay's cell.
  package static let isInFile: UInt64 = 1 << 63

  /// The bytes of a text or data slot of a row.
  static func bytes(
    _ slots: UnsafeMutablePointer<UInt64>, _ slot: Int, _ slotCount: Int
  ) -> UnsafeRawBufferPointer {
    bytes(at: slots[slot], behind: slots, slotCount)
  }

  /// The bytes that the word of a slot means, behind the slots of its row.
  @inline(__always) static func bytes(
    at word: UInt64, behind slots: UnsafeMutablePointer<UInt64>, _ slotCount: Int
  ) -> UnsafeRawBufferPointer {
    let place = outline(word)
    return UnsafeRawBufferPointer(
      start: UnsafeRawPointer(slots + slotCount) + place.lowerBound, count: place.count)
  }

  /// Where the bytes that a slot of a row means lie behind its slots.
  @inline(__always) static func outline(_ word: UInt64) -> Range<Int> {
    let start = Int((word & ~isInFile) >> 32)
    return Range(uncheckedBounds: (start, start + Int(word & 0xFFFF_FFFF)))
  }

  /// Whether a slot of an overlay has a value of its own, changed or silently written.
  @inline(__always) static func isOwn(
    _ slots: UnsafeMutablePointer<UInt64>, _ slot: Int, _ plan: UnsafePointer<LayoutPlan>
  ) -> Bool {
    let changes = slots - plan.pointee.emptyWords - plan.pointee.changeWords
    let silent = changes - plan.pointee.changeWords
    return (changes[slot >> 6] | silent[slot >> 6]) & (1 << UInt64(slot & 63)) != 0
  }

  /// Notes a change; the words for that lie before the empty ones, in an overlay only.
  @inline(__always) static func markChanged(
    _ slots: UnsafeMutablePointer<UInt64>, _ slot: Int, _ plan: UnsafePointer<LayoutPlan>
  ) {
    let changes = slots - plan.pointee.emptyWords - plan.pointee.changeWords
    changes[slot >> 6] |= 1 << UInt64(slot & 63)
  }
}

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

// A row that takes the place of another: most values are the former ones.
extension Row {
  /// What one slot of a further version has instead of the former value.
  package enum NewValue {
    case none
    /// A value in a slot's eight bytes.
    case word(UInt64)
    case text(String)
    case bytes([UInt8])
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
      case NewValue.none?, .text?, .bytes?: continue
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
    case .bytes(let bytes)?: return bytes
    case .same(let other, let layout)?:
      return other.isEmpty(slot) ? nil : Array(other.bytes(slot, layout))
    case NewValue.none?, .word?: return nil
    case nil: return isEmpty(slot) ? nil : Array(bytes(slot, layout))
    }
  }
}
