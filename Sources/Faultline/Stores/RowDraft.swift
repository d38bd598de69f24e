// Rows without objects: how a store is filled with a million of them in a moment.

import Foundation

/// The values of a row that is to be made, checked one by one as an object's would be.
package struct RowDraft {
  private let entity: EntityDescription
  private let layout: EntityLayout
  /// Slots whose values lie in them and reach a store.
  private let inlineSlots: [Int]
  private var values: [Value]
  private var destinations: [ForeignKey?]
  /// The attributes that are computed from the others.
  private let derived: [DerivationPlan.Target]

  /// Starts with the default values of a new object; some attributes are derived from values of the same row.
  package init(_ entity: EntityDescription, deriving derived: [DerivationPlan.Target] = []) {
    self.entity = entity
    self.derived = derived
    let layout = entity.layout
    self.layout = layout
    inlineSlots = layout.slots.indices.filter {
      layout.slots[$0].isInline && !layout.transientSlots.contains($0)
    }
    values = [Value](repeating: .none, count: layout.slotCount)
    destinations = [ForeignKey?](repeating: nil, count: layout.slotCount)
    for (slot, value) in layout.startingValues { values[slot] = value }
  }

  /// Sets an attribute, or says why the value does not fit.
  package mutating func set(_ value: Value, at slot: Int) throws(GraphError) {
    guard let attribute = layout.slots[slot].attribute else { return }
    values[slot] = try attribute.fitted(value, entity: entity.name)
  }

  /// Points a to-one relationship at a row.
  package mutating func point(_ tie: Int, at destination: ForeignKey?) {
    guard let slot = layout.ties[tie].slot else { return }
    destinations[slot] = destination
  }

  /// The row of a new record under a key; the draft can go on being used for the next.
  package func row(_ key: Int64) -> Row {
    var values = values
    for target in derived {
      values[target.slot] = target.derivation.value(
        of: target.route.leaf.map { values[$0] } ?? .none)
    }
    let outlineBytes = layout.storedOutlineSlots.reduce(0) { $0 + values[$1].outlineByteCount }
    let row = Row.make(layout, key: key, version: 1, outlineBytes: outlineBytes)
    var filling = RowFilling(row, layout)
    for slot in inlineSlots {
      if let word = destinations[slot]?.bits ?? values[slot].word { filling.write(word, to: slot) }
    }
    for slot in layout.storedOutlineSlots where values[slot] != .none {
      values[slot].withOutline { filling.write($0, toOutline: slot) }
    }
    return row
  }
}

extension Value {
  /// The value in eight bytes; nil for none, and for one that lies outside of its slot.
  fileprivate var word: UInt64? {
    switch self {
    case .integer(let number): UInt64(bitPattern: Int64(number))
    case .double(let number): number.bitPattern
    case .truth(let flag): flag ? 1 : 0
    case .date(let date): date.timeIntervalSinceReferenceDate.bitPattern
    case .none, .text, .decimal, .url, .uuid, .data: nil
    }
  }

  /// The text in which decimals and URLs are kept.
  private var text: String? {
    switch self {
    case .text(let text): text
    case .decimal(let number): number.description
    case .url(let url): url.absoluteString
    case .none, .integer, .double, .truth, .date, .uuid, .data: nil
    }
  }

  fileprivate var outlineByteCount: Int {
    switch self {
    case .uuid: 16
    case .data(let data): data.count
    default: text?.utf8.count ?? 0
    }
  }

  fileprivate func withOutline(_ body: (UnsafeRawBufferPointer) -> Void) {
    switch self {
    case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { body($0) }
    case .data(let data): data.withUnsafeBytes { body($0) }
    default:
      var text = text ?? ""
      text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
  }
}

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
