// Reading and writing attributes by slot: everything else comes down to this.

import Foundation

extension ManagedObject {
  // MARK: - Reading

  /// The value of an attribute; a fault fires.
  package final func value(at slot: Int) throws(GraphError) -> Value {
    try realize()
    guard let slots, !Slots.isEmpty(slots, slot) else { return .none }
    let word = slots[slot]
    switch home.layout.slots[slot].attribute?.attributeType {
    case .integer16, .integer32, .integer64: return .integer(Int(Int64(bitPattern: word)))
    case .double, .float: return .double(Double(bitPattern: word))
    case .boolean: return .truth(word != 0)
    case .date:
      return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: word)))
    case .string: return .text(text(at: slot))
    case .decimal: return Decimal(string: text(at: slot)).map { .decimal($0) } ?? .none
    case .uri: return URL(string: text(at: slot)).map { .url($0) } ?? .none
    case .uuid: return uuid(at: slot)
    case .binary, .transformable: return .data(Data(bytes(at: slot)))
    case .objectID, .undefined, nil: return .none
    }
  }

  private func uuid(at slot: Int) -> Value {
    let bytes = bytes(at: slot)
    guard bytes.count == MemoryLayout<uuid_t>.size else { return .none }
    return .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
  }

  final func text(at slot: Int) -> String { String(decoding: bytes(at: slot), as: UTF8.self) }

  /// The bytes of a text or data slot of a realized object.
  final func bytes(at slot: Int) -> UnsafeRawBufferPointer {
    if let overlay { return overlay.bytes(slot) }
    guard let row else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return row.bytes(slot, home.layout)
  }

  // MARK: - Writing

  /// Sets an attribute, or says why the value does not fit.
  package final func set(_ value: Value, at slot: Int) throws(GraphError) {
    guard let attribute = home.layout.slots[slot].attribute else { return }
    let fitted = try attribute.fitted(value, entity: home.entity.name)
    try beginChange()
    if let overlay { store(fitted, slot, in: overlay) }
    OperationHook.fire()
  }

  /// Makes the object ready to be written to.
  @inline(__always) final func beginChange() throws(GraphError) {
    if !flags.contains(.changed) { try startOverlay() }
  }

  /// The first change makes the overlay, and the context takes hold of the object.
  private final func startOverlay() throws(GraphError) {
    try realize()
    guard let context = managedObjectContext else { throw noContext() }
    // The row moves out of the body: counting it up and down costs as much as all the rest.
    var row: AnyObject?
    swap(&row, &body)
    let overlay = Overlay.make(over: row.map { unsafeDowncast($0, to: Row.self) }, home.layout)
    slots = overlay.slots
    body = overlay
    flags.insert([.changed, .updated])
    context.pin(self)
  }

  /// Writes eight bytes of a changed object, without a detour over the overlay as an object.
  @inline(__always) final func write(_ word: UInt64?, to slot: Int) {
    guard let slots else { return }
    slots[slot] = word ?? 0
    Slots.setEmpty(slots, slot, word == nil)
    Slots.markChanged(slots, slot, home.layout)
  }

  /// Notes that a relationship of a changed object was written to.
  final func markChanged(tie: Int) {
    guard let slots else { return }
    Slots.markChanged(slots, home.layout.slotCount + tie, home.layout)
  }

  final func store(_ value: Value, _ slot: Int, in overlay: Overlay) {
    switch value {
    case .none:
      if home.layout.slots[slot].isInline {
        overlay.write(nil, to: slot)
      } else {
        overlay.write(nil, toOutline: slot)
      }
    case .integer(let number): overlay.write(UInt64(bitPattern: Int64(number)), to: slot)
    case .double(let number): overlay.write(number.bitPattern, to: slot)
    case .truth(let flag): overlay.write(flag ? 1 : 0, to: slot)
    case .date(let date):
      overlay.write(date.timeIntervalSinceReferenceDate.bitPattern, to: slot)
    case .text(let text): store(text, slot, in: overlay)
    case .decimal(let number): store(number.description, slot, in: overlay)
    case .url(let url): store(url.absoluteString, slot, in: overlay)
    case .uuid(let uuid):
      withUnsafeBytes(of: uuid.uuid) { overlay.write($0, toOutline: slot) }
    case .data(let data): data.withUnsafeBytes { overlay.write($0, toOutline: slot) }
    }
  }

  private func store(_ text: String, _ slot: Int, in overlay: Overlay) {
    var text = text
    text.withUTF8 { overlay.write(UnsafeRawBufferPointer($0), toOutline: slot) }
  }

  // MARK: - Firing

  /// Fills a fault with its values; nothing happens to an object that has them.
  package final func realize() throws(GraphError) {
    guard slots == nil else { return }
    guard let context = managedObjectContext else { throw noContext() }
    // Not counted: the row is not near, and the first to touch it waits for it.
    let held = Address(bits: unsafeBitCast(body, to: UInt.self))
    if let pointer = UnsafeRawPointer(bitPattern: held.bits),
      home.rows?.use(key, held: held) == true
    {
      slots = Unmanaged<Row>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.slots }
    } else {
      settle(on: try context.row(for: self))
    }
    context.statistics.faultsFired += 1
    awakeFromFetch()
    OperationHook.fire()
  }

  final func noContext() -> GraphError {
    GraphError(
      .coreData,
      flags.contains(.detached)
        ? "\(objectID) was invalidated when its context was reset; fetch it again."
        : "\(objectID) has no context any more; keep the context as long as its objects are used.",
      objectID: objectID)
  }
}

extension AttributeDescription {
  /// The default value as the attribute holds it; the model was checked, so it fits.
  var startingValue: Value? { try? fitted(defaultCell, entity: "") }
}
