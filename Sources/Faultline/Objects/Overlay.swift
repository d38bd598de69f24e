// The unsaved values of one object: a copy of its slots, made at the first change.

import Foundation

/// What an object holds instead of its row while it has changes.
///
/// A changed text or data slot points to a counted cell of its own; an unchanged one still means bytes
/// of the row beneath. One bit a slot and one a tie say what was changed, so a save writes just that; a
/// second bit says what was written without the context's knowledge, by primitive setters and on
/// awaking. Where there is an undo manager, a third bit says what it knows of already in the current event.
final class Overlay: ManagedBuffer<Overlay.Header, UInt64> {
  struct Header {
    /// The row beneath, of the type of an object's body so that it moves from one to the other uncounted.
    var beneath: AnyObject?
    /// The numbers of the layout, which lives as long as the object's identity table.
    let plan: UnsafePointer<LayoutPlan>
    /// The place in the context's list of changed objects, or -1.
    var place: Int32
    /// The event of the undo manager to which the notes belong; zero where there is no room for notes.
    var event: UInt32

    /// The row as it was last fetched or saved; nil for an object that was never saved.
    var base: Row? { beneath.map { unsafeDowncast($0, to: Row.self) } }
  }

  /// Copies a row's slots, or starts with empty ones; an event makes room for the undo manager's notes.
  static func make(
    _ plan: UnsafePointer<LayoutPlan>, copying values: UnsafeMutablePointer<UInt64>? = nil,
    event: UInt32 = 0
  ) -> Overlay {
    let marks = (event == 0 ? 2 : 3) * plan.pointee.changeWords
    let emptyWords = plan.pointee.emptyWords
    let words = marks + emptyWords + plan.pointee.slotCount
    let buffer = Overlay.create(minimumCapacity: words) { _ in
      Header(beneath: nil, plan: plan, place: -1, event: event)
    }
    let overlay = unsafeDowncast(buffer, to: Overlay.self)
    let marked = overlay.withUnsafeMutablePointerToElements { $0 }
    let firstEmpty = marked + marks
    marked.update(repeating: 0, count: marks)
    if let values {
      firstEmpty.update(from: values - emptyWords, count: emptyWords + plan.pointee.slotCount)
    } else {
      firstEmpty.update(repeating: .max, count: emptyWords)
      (firstEmpty + emptyWords).update(repeating: 0, count: plan.pointee.slotCount)
    }
    return overlay
  }

  /// The header, without the checks that a property of a class goes through: every write passes here.
  var info: UnsafeMutablePointer<Header> { withUnsafeMutablePointerToHeader { $0 } }

  var layout: EntityLayout { plan.pointee.layout }

  /// The numbers of the layout, for which nothing is counted.
  var plan: UnsafePointer<LayoutPlan> { info.pointee.plan }

  /// The slots; before them the words of the empty ones, of the changed, of the silently written, and notes.
  var slots: UnsafeMutablePointer<UInt64> {
    let plan = plan
    return silent + 2 * plan.pointee.changeWords + plan.pointee.emptyWords
  }

  private var silent: UnsafeMutablePointer<UInt64> {
    withUnsafeMutablePointers { header, words in
      header.pointee.event == 0 ? words : words + header.pointee.plan.pointee.changeWords
    }
  }

  private var changes: UnsafeMutablePointer<UInt64> { silent + plan.pointee.changeWords }

  /// The row beneath, which is not counted up and down.
  var uncountedBase: Unmanaged<Row>? {
    UnsafeRawPointer(bitPattern: unsafeBitCast(info.pointee.beneath, to: UInt.self)).map {
      .fromOpaque($0)
    }
  }

  /// The slots of the row beneath.
  var baseSlots: UnsafeMutablePointer<UInt64>? {
    let plan = plan
    return uncountedBase?._withUnsafeGuaranteedRef { $0.slots(plan) }
  }

  /// What the undo manager knows of already; there only where there is an event.
  var notes: UnsafeMutablePointer<UInt64> { withUnsafeMutablePointerToElements { $0 } }

  /// Whether a slot was changed, as far as the context is concerned.
  func isChanged(slot: Int) -> Bool { changes[slot >> 6] & (1 << UInt64(slot & 63)) != 0 }

  /// Whether a changed slot satisfies a condition; the others are not looked at.
  func hasChange(where isMeant: (_ slot: Int) -> Bool, below end: Int) -> Bool {
    let changes = changes
    for word in 0..<plan.pointee.changeWords {
      var left = changes[word]
      while left != 0 {
        let slot = word << 6 + left.trailingZeroBitCount
        guard slot < end else { return false }
        if isMeant(slot) { return true }
        left &= left - 1
      }
    }
    return false
  }

  /// Whether one slot is all that was written, and the row beneath has eight given bytes there.
  func hasOnly(slot: Int, over word: UInt64) -> Bool {
    let plan = plan
    guard let base = baseSlots, !Slots.isEmpty(base, slot), base[slot] == word else { return false }
    let (silent, changes) = (silent, changes)
    for place in 0..<plan.pointee.changeWords {
      let bit: UInt64 = place == slot >> 6 ? 1 << UInt64(slot & 63) : 0
      guard silent[place] == 0, changes[place] == bit else { return false }
    }
    return true
  }

  /// Whether a slot has a value of its own, changed or silently written.
  func isOwn(slot: Int) -> Bool { Slots.isOwn(slots, slot, plan) }

  /// Whether a tie has an end of its own.
  func isOwn(tie: Int) -> Bool { isOwn(slot: plan.pointee.slotCount + tie) }

  /// Whether a tie was changed.
  func isChanged(tie: Int) -> Bool { isChanged(slot: plan.pointee.slotCount + tie) }

  /// All that it holds, to find out whether it is changed.
  var words: [UInt64] {
    let count = 2 * layout.changeWords + layout.emptyWords + layout.slotCount
    return Array(UnsafeBufferPointer(start: silent, count: count))
  }

  /// Whether nothing was changed since it held those words, whatever was written silently.
  func isUnchanged(since former: [UInt64]) -> Bool {
    let current = words
    let firstChange = layout.changeWords
    let firstEmpty = 2 * layout.changeWords
    let firstSlot = firstEmpty + layout.emptyWords
    let changes = firstChange..<firstEmpty
    guard former[changes] == current[changes] else { return false }
    return layout.slots.indices.allSatisfy { slot in
      let bit: UInt64 = 1 << UInt64(slot & 63)
      if current[slot >> 6] & bit != 0 { return true }
      let empty = firstSlot - 1 - slot >> 6
      return former[firstSlot + slot] == current[firstSlot + slot]
        && former[empty] & bit == current[empty] & bit
    }
  }

  /// Which slots a save writes: the silently written ones too, since nothing distinguishes them from the others there,
  /// and none that has the value of the row beneath (semantics 104).
  var changedSlots: ChangedSlots {
    let plan = plan
    if plan.pointee.changeWords == 1 {
      return ChangedSlots(differing(0), slotCount: plan.pointee.slotCount)
    }
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: plan.pointee.changeWords) {
      words in
      for word in words.indices { words[word] = differing(word) }
      return words.baseAddress.map { ChangedSlots($0, slotCount: plan.pointee.slotCount) }
        ?? ChangedSlots()
    }
  }

  /// The slots among sixty-four that were written and that do not have the value of the row beneath, a bit each.
  private func differing(_ word: Int) -> UInt64 {
    let plan = plan
    let written = (changes[word] | silent[word]) & ~plan.pointee.transientWords[word]
    guard let base = baseSlots else { return written }
    var (left, differing) = (written, written)
    while left != 0 {
      let slot = word << 6 + left.trailingZeroBitCount
      guard slot < plan.pointee.slotCount else { break }
      if isAsBelow(slot, base) { differing &= ~(1 << UInt64(slot & 63)) }
      left &= left - 1
    }
    return differing
  }

  /// Whether a written slot has the value of the row beneath.
  private func isAsBelow(_ slot: Int, _ base: UnsafeMutablePointer<UInt64>) -> Bool {
    let slots = slots
    let isEmpty = Slots.isEmpty(slots, slot)
    guard isEmpty == Slots.isEmpty(base, slot) else { return false }
    if isEmpty { return true }
    if plan.pointee.isInline[slot] { return slots[slot] == base[slot] }
    guard base[slot] & Slots.isInFile == 0, let row = info.pointee.base else { return false }
    let (own, below) = (bytes(slot), row.bytes(slot, slotCount: plan.pointee.slotCount))
    guard own.count == below.count, let one = own.baseAddress, let other = below.baseAddress
    else { return own.count == below.count }
    return memcmp(one, other, own.count) == 0
  }

  func markChanged(tie: Int) { markChanged(slot: plan.pointee.slotCount + tie) }

  func markChanged(slot: Int) { Slots.markChanged(slots, slot, plan) }

  /// Notes a value of its own that is no change.
  func markSilent(slot: Int) { silent[slot >> 6] |= 1 << UInt64(slot & 63) }

  /// Lets everything that was written count as no change.
  func silence() {
    for word in 0..<layout.changeWords {
      silent[word] |= changes[word]
      changes[word] = 0
    }
  }

  /// Lets a tie count as unchanged.
  func unmarkChanged(tie: Int) {
    let place = layout.slotCount + tie
    changes[place >> 6] &= ~(1 << UInt64(place & 63))
  }

  /// Whether something was written without the context's knowledge.
  var hasSilentValues: Bool {
    let silent = silent
    return (0..<plan.pointee.changeWords).contains { silent[$0] != 0 }
  }

  /// Whether some relationship has an end of its own.
  var ownsTies: Bool { (0..<plan.pointee.tieCount).contains { isOwn(tie: $0) } }

  /// The same values, all as changes, over no row.
  func detached() -> Overlay {
    let copy = Overlay.make(plan, event: info.pointee.event == 0 ? 0 : .max)
    for slot in layout.slots.indices where !Slots.isEmpty(slots, slot) {
      if layout.slots[slot].isInline {
        copy.write(slots[slot], to: slot)
      } else {
        copy.write(bytes(slot), toOutline: slot)
      }
    }
    return copy
  }

  /// Takes over a cell that another holder has too.
  func adopt(_ cell: Unmanaged<AnyObject>?, at slot: Int) {
    guard let cell else { return }
    let word = UInt64(UInt(bitPattern: cell.retain().toOpaque()))
    self.cell(slot)?.release()
    write(word, to: slot)
  }

  /// Writes eight bytes, or empties the slot.
  func write(_ word: UInt64?, to slot: Int, silently: Bool = false) {
    slots[slot] = word ?? 0
    Slots.setEmpty(slots, slot, word == nil)
    if silently { markSilent(slot: slot) } else { markChanged(slot: slot) }
  }

  /// Writes text or data.
  func write(_ bytes: UnsafeRawBufferPointer?, toOutline slot: Int, silently: Bool = false) {
    let cell = bytes.map { Unmanaged.passRetained(Cell.make($0)).toOpaque() }
    outlineCell(slot, slots, plan)?.release()
    write(cell.map { UInt64(UInt(bitPattern: $0)) }, to: slot, silently: silently)
  }

  /// Whether the bytes of a slot are the name of a file that has them.
  func isInFile(_ slot: Int) -> Bool {
    !Slots.isEmpty(slots, slot) && slots[slot] & Slots.isInFile != 0
  }

  /// The bytes of a text or data slot.
  func bytes(_ slot: Int) -> UnsafeRawBufferPointer { outlineBytes(slot, slots, plan) }

  func outlineBytes(
    _ slot: Int, _ slots: UnsafeMutablePointer<UInt64>, _ plan: UnsafePointer<LayoutPlan>
  ) -> UnsafeRawBufferPointer {
    if let cell = outlineCell(slot, slots, plan) {
      return cell._withUnsafeGuaranteedRef { $0.bytes }
    }
    guard !Slots.isEmpty(slots, slot), let base = info.pointee.base else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return base.bytes(slot, slotCount: plan.pointee.slotCount)
  }

  /// Marks everything as changed, so that a save writes the whole row.
  func markAllChanged() {
    for slot in layout.slots.indices where !isChanged(slot: slot) {
      // An unchanged value that lies in the row becomes one of the overlay's own.
      if !isOwn(slot: slot), !layout.slots[slot].isInline, !Slots.isEmpty(slots, slot),
        let base = info.pointee.base
      {
        write(base.bytes(slot, layout), toOutline: slot)
      } else {
        markChanged(slot: slot)
      }
    }
  }

  /// Takes over what was written to an older overlay of the same object, as far as it is kept.
  func adoptChanges(of former: Overlay, where keeps: (_ slot: Int) -> Bool = { _ in true }) {
    info.pointee.place = former.info.pointee.place
    for slot in layout.slots.indices where former.isOwn(slot: slot) && keeps(slot) {
      adopt(slot, of: former)
    }
    for tie in layout.ties.indices where former.isOwn(tie: tie) {
      if former.isChanged(tie: tie) {
        markChanged(tie: tie)
      } else {
        markSilent(slot: layout.slotCount + tie)
      }
    }
  }

  /// Takes over one slot of an older overlay, changed or silently written as it was there.
  func adopt(_ slot: Int, of former: Overlay) {
    if let cell = former.cell(slot) { _ = cell.retain() }
    cell(slot)?.release()
    write(
      Slots.isEmpty(former.slots, slot) ? nil : former.slots[slot], to: slot,
      silently: !former.isChanged(slot: slot))
  }

  func cell(_ slot: Int) -> Unmanaged<Cell>? {
    layout.slots[slot].isInline ? nil : outlineCell(slot, slots, plan)
  }

  /// The cell of a text or data slot with a value of its own.
  private func outlineCell(
    _ slot: Int, _ slots: UnsafeMutablePointer<UInt64>, _ plan: UnsafePointer<LayoutPlan>
  ) -> Unmanaged<Cell>? {
    guard Slots.isOwn(slots, slot, plan), !Slots.isEmpty(slots, slot),
      let pointer = UnsafeRawPointer(bitPattern: UInt(slots[slot]))
    else { return nil }
    return Unmanaged<Cell>.fromOpaque(pointer)
  }

  /// Shows the changed texts and data.
  func showCells(to visitor: BlockVisitor) {
    for slot in plan.pointee.outlineSlots {
      if let cell = outlineCell(slot, slots, plan) {
        visitor.show(at: Address(of: cell), .values)
      }
    }
  }

  /// Whether some text or data was written, and may lie in a cell of its own.
  var mayOwnCells: Bool { hasOwn(anyOf: plan.pointee.outlineWords) }

  /// Whether something was written of what some words mean, a bit a slot and a tie.
  @inline(__always) func hasOwn(anyOf words: UnsafeBufferPointer<UInt64>) -> Bool {
    let (silent, changes) = (silent, changes)
    for place in words.indices where (silent[place] | changes[place]) & words[place] != 0 {
      return true
    }
    return false
  }

  deinit {
    guard mayOwnCells else { return }
    let (slots, plan) = (slots, plan)
    for slot in plan.pointee.outlineSlots { outlineCell(slot, slots, plan)?.release() }
  }
}

/// The bytes of one changed text or data value.
final class Cell: ManagedBuffer<Int, UInt8> {
  static func make(_ bytes: UnsafeRawBufferPointer) -> Cell {
    let buffer = Cell.create(minimumCapacity: bytes.count) { _ in bytes.count }
    let cell = unsafeDowncast(buffer, to: Cell.self)
    cell.withUnsafeMutablePointerToElements { target in
      if let source = bytes.baseAddress { memcpy(target, source, bytes.count) }
    }
    return cell
  }

  var bytes: UnsafeRawBufferPointer {
    withUnsafeMutablePointers { count, bytes in
      UnsafeRawBufferPointer(start: bytes, count: count.pointee)
    }
  }

  /// The bytes that the cell itself takes, with its head.
  var byteCount: Int { 24 + header }
}
