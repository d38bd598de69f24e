// Reading and writing attributes by slot: everything else comes down to this.

import Foundation

extension ManagedObject {
  // MARK: - Reading

  /// The value of an attribute; a fault fires, unless it knows the value.
  package final func value(at slot: Int) throws(GraphError) -> Value {
    guard let slots = try slots(toRead: slot), !Slots.isEmpty(slots, slot) else { return .none }
    return try value(slots[slot], of: slot, bytes(at: slot))
  }

  /// The value of an attribute as it was last fetched or saved.
  final func committedValue(at slot: Int) throws(GraphError) -> Value {
    guard let row, !row.isEmpty(slot) else { return .none }
    return try value(row.word(slot), of: slot, row.bytes(slot, identityTable.layout))
  }

  final func value(
    _ word: UInt64, of slot: Int, _ bytes: @autoclosure () -> UnsafeRawBufferPointer
  ) throws(GraphError) -> Value {
    func text() -> String { String(decoding: bytes(), as: UTF8.self) }
    switch identityTable.layout.slots[slot].attribute?.attributeType {
    case .integer16, .integer32, .integer64: return .integer(Int(Int64(bitPattern: word)))
    case .double, .float: return .double(Double(bitPattern: word))
    case .boolean: return .truth(word != 0)
    case .date:
      return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: word)))
    case .string, .objectID: return .text(text())
    case .decimal: return Decimal(string: text()).map { .decimal($0) } ?? .none
    case .uri: return URL(string: text()).map { .url($0) } ?? .none
    case .uuid: return uuid(bytes())
    case .binary, .transformable:
      let bytes = bytes()
      return .data(word & Slots.isInFile == 0 ? Data(bytes) : try dataInFile(bytes))
    case .undefined, nil: return .none
    }
  }

  private func uuid(_ bytes: UnsafeRawBufferPointer) -> Value {
    guard bytes.count == MemoryLayout<uuid_t>.size else { return .none }
    return .uuid(UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)))
  }

  final func text(at slot: Int) -> String { String(decoding: bytes(at: slot), as: UTF8.self) }

  /// The bytes of a text or data slot of a realized object, or of a fault that knows it.
  final func bytes(at slot: Int) -> UnsafeRawBufferPointer {
    if let slots, flags.isDisjoint(with: .overlaidOrPartial) {
      return Slots.bytes(slots, slot, identityTable.plan.pointee.slotCount)
    }
    if let overlay { return overlay.bytes(slot) }
    guard let row = row ?? part else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return row.bytes(slot, identityTable.layout)
  }

  // MARK: - Writing

  /// Sets an attribute, or says why the value does not fit.
  package final func set(_ value: Value, at slot: Int) throws(GraphError) {
    guard let attribute = identityTable.layout.slots[slot].attribute else { return }
    let fitted = try attribute.fitted(value, entity: identityTable.entity.name)
    let former = flags.contains(.observed) ? try bareValue(at: slot) : nil
    try beginChange()
    if flags.contains(.recorded) { note(slot: slot) }
    if let overlay { store(fitted, slot, in: overlay) }
    if flags.contains(.observed) { notify(attribute.name, .changed, old: former) }
  }

  /// Makes the object ready to be written to.
  @inline(__always) final func beginChange() throws(GraphError) {
    if !flags.isSuperset(of: [.changed, .touched]) { try startChange() }
  }

  /// The first change, or the first in an event: observers are notified once.
  private final func startChange() throws(GraphError) {
    guard flags.contains(.changed) else { return try startOverlay() }
    // A change of an object is a use of its context, which is alive then.
    identityTable.link.uncountedContext?._withUnsafeGuaranteedRef { $0.touch(self) }
  }

  /// The first change makes the overlay, and the context takes hold of the object.
  private final func startOverlay() throws(GraphError) {
    try realize()
    guard !flags.contains(.detached), let context = identityTable.link.uncountedContext else {
      throw noContext()
    }
    layOverlay()
    // A change of an object is a use of its context, which is alive then.
    context._withUnsafeGuaranteedRef { context in
      // What is written while objects awake is no change of theirs.
      guard !context.changes.suppression.isOn else { return context.changes.suppression.add(self) }
      flags.insert([.changed, .updated])
      if identityTable.link.recorder != nil { flags.insert(.recorded) }
      context.changes.pin(self)
    }
  }

  /// Gives a realized object an overlay, if it has none.
  final func layOverlay() {
    guard !flags.contains(.overlaid) else { return }
    let overlay = Overlay.make(
      identityTable.plan, copying: slots, event: identityTable.link.event)
    // The row moves beneath: counting it up and down costs as much as all the rest.
    swap(&overlay.info.pointee.beneath, &body)
    slots = overlay.slots
    body = overlay
    flags.insert(.overlaid)
  }

  /// Takes the overlay off: the object is as its row says again, or a fault where it has none.
  final func liftOverlay() {
    var row: AnyObject?
    slots =
      withOverlay { overlay in
        let slots = overlay.baseSlots
        swap(&overlay.info.pointee.beneath, &row)
        return slots
      } ?? nil
    flags.remove(.overlaid)
    swap(&row, &body)
  }

  /// Writes eight bytes of a changed object, without a detour over the overlay as an object.
  @inline(__always) final func write(_ word: UInt64?, to slot: Int) {
    guard let slots else { return }
    slots[slot] = word ?? 0
    Slots.setEmpty(slots, slot, word == nil)
    Slots.markChanged(slots, slot, identityTable.plan)
  }

  /// Notes that a relationship of a changed object was written to.
  final func markChanged(tie: Int) {
    guard let slots else { return }
    let plan = identityTable.plan
    Slots.markChanged(slots, plan.pointee.slotCount + tie, plan)
  }

  final func store(
    _ value: Value, _ slot: Int, in overlay: Overlay, silently silent: Bool = false
  ) {
    func write(_ word: UInt64?) { overlay.write(word, to: slot, silently: silent) }
    func write(_ bytes: UnsafeRawBufferPointer?) {
      overlay.write(bytes, toOutline: slot, silently: silent)
    }
    func write(_ text: String) {
      var text = text
      text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }
    switch value {
    case .none where identityTable.layout.slots[slot].isInline: write(nil as UInt64?)
    case .none: write(nil as UnsafeRawBufferPointer?)
    case .integer(let number): write(UInt64(bitPattern: Int64(number)))
    case .double(let number): write(number.bitPattern)
    case .truth(let flag): write(flag ? 1 : 0)
    case .date(let date): write(date.timeIntervalSinceReferenceDate.bitPattern)
    case .text(let text): write(text)
    case .decimal(let number): write(number.description)
    case .url(let url): write(url.absoluteString)
    case .uuid(let uuid): withUnsafeBytes(of: uuid.uuid) { write($0) }
    case .data(let data): data.withUnsafeBytes { write($0) }
    }
  }

  // MARK: - Firing

  /// Fills a fault with its values; nothing happens to an object that has them.
  ///
  /// A fault whose row is gone is deleted, if its context does that (semantics 49), and has no values then.
  package final func realize() throws(GraphError) {
    guard slots == nil else { return }
    guard !flags.contains(.detached), let context = identityTable.link.uncountedContext else {
      throw noContext()
    }
    let start = EventHook.began(.fault, entity.name)
    defer { EventHook.ended(start, .fault, entity.name) }
    // The context is not retained and released for this, since every fault comes here.
    guard !context._withUnsafeGuaranteedRef({ wakesOnItsRow($0) }) else { return }
    try fill(context.takeUnretainedValue())
  }

  /// Fills a fault with what its context finds for it.
  private final func fill(_ context: ManagedObjectContext) throws(GraphError) {
    guard let row = try context.filling.fulfil(self) else { return }
    awake(on: row)
    if !context.settings.usesFaults { try context.filling.loadReach(of: [self]) }
    context.statistics.faultsFired += 1
    context.note(.faultsFired, of: entity)
  }

  /// Fills a fault that already has the newest row of its key, where nothing has to be notified.
  ///
  /// The row is not retained and released: it is not in the cache, and the first access waits for it.
  @inline(__always) private final func wakesOnItsRow(_ context: ManagedObjectContext) -> Bool {
    guard context.settings.faultsFireAlone, !identityTable.hasClassOfItsOwn,
      !flags.contains(.observed)
    else { return false }
    let held = Address(bits: unsafeBitCast(body, to: UInt.self))
    guard let pointer = UnsafeRawPointer(bitPattern: held.bits),
      Unmanaged.passUnretained(identityTable)._withUnsafeGuaranteedRef({
        $0.rows?.use(key, held: held) == true
      })
    else { return false }
    slots = Unmanaged<Row>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.slots }
    context.statistics.faultsFired += 1
    context.note(.faultsFired, of: entity)
    if context.makesDestinations { makeDestinations() }
    return true
  }

  /// Fills a fault with its values, or says that there are none.
  final func load() throws(GraphError) {
    guard slots == nil else { return }
    guard let context = managedObjectContext else { throw noContext() }
    let start = EventHook.began(.fault, entity.name)
    defer { EventHook.ended(start, .fault, entity.name) }
    awake(on: try context.filling.row(for: self))
    context.statistics.faultsFired += 1
    context.note(.faultsFired, of: entity)
    if !context.settings.usesFaults { try context.filling.loadReach(of: [self]) }
  }

  /// The step from fault to object: what the object sets while it awakes is no change (semantics 47).
  final func awake(on row: consuming Row) {
    settle(on: row)
    makeDestinations()
    guard identityTable.objectClass != ManagedObject.self || flags.contains(.observed) else {
      return
    }
    flags.insert(.firing)
    awaken()
    notifyAll(.fired)
    flags.remove(.firing)
  }

  /// Makes a fault for each object that the row leads to (semantics 42); no pool holds it.
  final func makeDestinations() {
    let references = identityTable.plan.pointee.references
    guard !references.isEmpty, let context = identityTable.link.uncountedContext,
      context._withUnsafeGuaranteedRef({ $0.makesDestinations })
    else { return }
    for (tie, slot) in references {
      guard let slots, !Slots.isEmpty(slots, slot), ties?.isRealized(tie) != true,
        let object = try? context.takeUnretainedValue().object(
          at: ForeignKey(bits: slots[slot]), beside: self)
      else { continue }
      reportGain(object, tie)
      realizedTies().setDestination(object, tie)
    }
  }

  /// Calls `awakeFromFetch`, where there is one to call.
  final func awaken() {
    guard identityTable.objectClass != ManagedObject.self else { return }
    identityTable.link.context?.suppressingChanges { awakeFromFetch() }
  }

  /// Calls `awake(fromSnapshotEvents:)`, where there is one to call.
  final func awakenSilently(from events: SnapshotEvents) {
    guard identityTable.objectClass != ManagedObject.self else { return }
    identityTable.link.context?.suppressingChanges { awake(fromSnapshotEvents: events) }
  }
}

extension AttributeDescription {
  /// The default value as the attribute holds it; the model was checked, so it fits.
  var startingValue: Value? { try? fitted(defaultCell, entity: "") }
}

// Attributes as their users know them: transformed values and object IDs lie in a row as data and text.
extension ManagedObject {
  /// The value of an attribute as the public face hands it out; a fault fires.
  final func bareValue(at slot: Int) throws(GraphError) -> Any? {
    try bare(try value(at: slot), of: slot)
  }

  /// What a stored value of an attribute is to its users.
  final func bare(_ value: Value, of slot: Int) throws(GraphError) -> Any? {
    guard let attribute = identityTable.layout.slots[slot].attribute else { return nil }
    switch (attribute.attributeType, value) {
    case (.transformable, .data(let data)):
      do {
        return try ValueTransformers.transformer(for: attribute).value(from: data)
      } catch {
        throw untransformed(attribute, "read", error)
      }
    case (.objectID, .text(let text)):
      return managedObjectContext?.persistentStoreCoordinator?.objectID(text)
    default: return value.bare
    }
  }

  /// What a user's value is in a slot.
  final func cell(_ value: Any?, _ slot: Int) throws(GraphError) -> Value {
    guard let attribute = identityTable.layout.slots[slot].attribute else { return .none }
    if attribute.attributeType == .transformable, let value {
      do {
        return .data(try ValueTransformers.transformer(for: attribute).data(from: value))
      } catch {
        throw untransformed(attribute, "written", error)
      }
    }
    if attribute.attributeType == .objectID, let id = value as? ManagedObjectID {
      return .text(id.description)
    }
    guard let cell = Value(bare: value, for: attribute.attributeType) else {
      throw GraphError(
        .coreData,
        "'\(entity.name).\(attribute.name)' cannot hold a \(value.map { "\(type(of: $0))" } ?? "").",
        objectID: objectID, key: attribute.name)
    }
    return cell
  }

  private func untransformed(
    _ attribute: AttributeDescription, _ verb: String, _ cause: any Error
  ) -> GraphError {
    GraphError(
      .coreData, "'\(entity.name).\(attribute.name)' could not be \(verb): \(cause)",
      objectID: objectID, key: attribute.name, underlying: cause)
  }
}
