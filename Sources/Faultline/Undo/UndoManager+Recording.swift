// How entries come to the stacks, and how they leave them.

extension UndoManager {
  /// Whether a change that happens now is noted.
  var isRecording: Bool {
    isUndoRegistrationEnabled && (groupsByEvent || explicitLevel > 0 || isReversing)
  }

  /// The stack onto which changes go now.
  private var stack: Stack { direction?.other ?? .undo }

  /// Notes a change of an object.
  func record(
    _ kind: UndoRecord.Kind, of object: ManagedObject, property: Int = 0, value: UInt64 = 0,
    isAction: Bool = true
  ) {
    dropOvertaken()
    let place = hold(object)
    append(UndoRecord(kind, of: place, property: property, value: value, isAction: isAction))
  }

  /// Notes a change of a relationship, with the object at the other end.
  func record(
    _ kind: UndoRecord.Kind, of object: ManagedObject, property: Int, other: ManagedObject?,
    isAction: Bool = true
  ) {
    dropOvertaken()
    let place = hold(object)
    let otherPlace = other.map { held.hold($0, for: stack) } ?? UndoRecord.noObject
    append(
      UndoRecord(
        kind, of: place, property: property, value: UInt64(otherPlace), isAction: isAction))
  }

  /// Notes a function of the user's own.
  func record(_ call: UndoCall) {
    dropOvertaken()
    let block = Unmanaged.passRetained(call).toOpaque()
    append(UndoRecord(.call, of: UndoRecord.noObject, value: UInt64(UInt(bitPattern: block))))
  }

  /// Notes a save within a group: changes before and after it do not coalesce, and an undo takes them back apart.
  func noteSave() {
    endEvent()
    let stack = stack
    guard self[stack].hasOpenEntries else { return }
    self[stack].append(UndoRecord(.saved, of: UndoRecord.noObject, isAction: false))
  }

  /// Whether what changes in a context is noted here, and not by another manager that it was given meanwhile.
  func isRecorder(of link: ContextLink) -> Bool {
    link.recorder?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
  }

  private func hold(_ object: ManagedObject) -> UInt32 {
    // What is being undone is held already, so no lookup is needed.
    if subject != UndoRecord.noObject, held.isObject(object, at: subject) {
      held.hold(subject, for: stack)
      return subject
    }
    if isReversing { touch(object) }
    return held.hold(object, for: stack)
  }

  /// Notes an object that an undo may have left without any change.
  func touch(_ object: ManagedObject) {
    if touched.last !== object { touched.append(object) }
  }

  /// Adds an entry to the open group, and opens one if need be; what it overtakes was dropped.
  func append(_ record: UndoRecord) {
    if isUndoing { return redoLog.append(record) }
    if !undoLog.isOpen, !isReversing {
      isEventOpen = true
      post(Self.checkpointNotification)
      openGroup()
    }
    undoLog.append(record)
  }

  /// Drops what could be done again: something else is changed now.
  private func dropOvertaken() {
    if direction == nil, redoLog.groupCount > 0 { drop(.redo) }
  }

  // MARK: - Asking

  /// Whether an entry of a stack names the object.
  func holds(_ object: ManagedObject, on stack: Stack) -> Bool {
    held.place(of: object).map { held.mentions($0, on: stack) > 0 } ?? false
  }

  /// What of a stack is about the objects of one entity.
  package struct Share: Sendable, Equatable {
    package fileprivate(set) var groups = 0
    package fileprivate(set) var actions = 0
    /// The bytes of entries and of the values that they keep.
    package fileprivate(set) var bytes = 0
    fileprivate var lastGroup = -1
  }

  /// Returns what of a stack is about each entity; tables, and functions of the program's own, are about none.
  package func shares(of stack: Stack) -> [String: Share] {
    var shares: [ObjectIdentifier: (entity: EntityDescription, share: Share)] = [:]
    func count(_ record: UndoRecord, _ group: Int) {
      guard let entity = held.reference(ifAt: record.subject)?.takeUnretainedValue().entity
      else { return }
      var share = shares[ObjectIdentifier(entity)]?.share ?? Share()
      if share.lastGroup != group { share.groups += 1 }
      share.lastGroup = group
      if record.isAction { share.actions += 1 }
      share.bytes += MemoryLayout<UndoRecord>.stride + record.blockBytes
      shares[ObjectIdentifier(entity)] = (entity, share)
    }
    switch stack {
    case .undo: undoLog.forEachInGroups(count)
    case .redo: redoLog.forEachInGroups(count)
    }
    return Dictionary(uniqueKeysWithValues: shares.values.map { ($0.entity.name, $0.share) })
  }

  /// Visits the objects that it holds, with whether each of its stacks does.
  package func forEachHeld(
    _ body: (_ object: ManagedObject, _ isUndone: Bool, _ isRedone: Bool) -> Void
  ) {
    held.forEachPlace { object, mentions in body(object, mentions.undo > 0, mentions.redo > 0) }
  }

  /// Visits the objects that are out of their context until they are brought back, in the order of registration.
  func forEachShelved(_ body: (ManagedObject) -> Void) {
    var shelved: [ManagedObject] = []
    held.forEach { if $0.flags.contains(.shelved) { shelved.append($0) } }
    for object in shelved.sorted(by: { $0.registrationNumber < $1.registrationNumber }) {
      body(object)
    }
  }

  // MARK: - Forgetting

  /// Forgets both stacks; groups that were begun by hand are still to be ended.
  func forgetEverything() {
    drop(.undo)
    drop(.redo)
    isEventOpen = false
    hasCancelledInsertions = false
    endEvent()
    if explicitLevel > 0 { undoLog.open() }
  }

  private func drop(_ stack: Stack) {
    guard self[stack].groupCount > 0 || self[stack].isOpen else { return }
    if stack == direction { isScrubbed = true }
    let blocks = self[stack].takeBlocks()
    self[stack] = UndoLog()
    var released = Released(blocks: blocks)
    held.letGoAll(of: stack) { object, isGone in
      if isGone { forget(object) }
      released.objects.append(object)
    }
    if isReversing { scrubbed.append(released) } else { letGo(released) }
  }

  /// Drops the oldest groups until there are no more than there may be.
  func dropBeyondLevels() {
    guard levelsOfUndo > 0 else { return }
    var released = Released()
    while undoLog.groupCount > levelsOfUndo,
      undoLog.dropsOldest({ forget($0, on: .undo, &released) })
    {}
    letGo(released)
  }

  /// Takes an insertion out of the event in which its object was deleted as well: nothing is left of both.
  func dropCancelledInsertions() {
    hasCancelledInsertions = false
    var kept: ContiguousArray<UndoRecord> = []
    var released = Released()
    while let record = undoLog.takeBack() {
      if record.kind == .inserted, held.object(at: record.subject)?.isCancelledInsertion == true {
        forget(record, on: .undo, &released)
      } else {
        kept.append(record)
      }
    }
    for record in kept.reversed() { undoLog.append(record) }
    letGo(released)
  }

  /// What entries held that are gone, to be let go once the manager is whole again.
  struct Released {
    var objects: ContiguousArray<Unmanaged<ManagedObject>> = []
    var blocks: ContiguousArray<Unmanaged<AnyObject>> = []

    mutating func append(_ other: Released) {
      objects += other.objects
      blocks += other.blocks
    }
  }

  func forget(
    _ record: UndoRecord, on stack: Stack, _ released: inout Released
  ) {
    if let block = record.block { released.blocks.append(block) }
    if record.subject != UndoRecord.noObject { letGo(record.subject, of: stack, &released) }
    if let other = record.other { letGo(other, of: stack, &released) }
  }

  private func letGo(_ place: UInt32, of stack: Stack, _ released: inout Released) {
    guard let object = held.letGo(place, for: stack) else { return }
    if held.isFree(place) { forget(object) }
    released.objects.append(object)
  }

  /// Notes on an object that it is not held here; of a context with another manager by now, that one knows better.
  private func forget(_ object: Unmanaged<ManagedObject>) {
    object._withUnsafeGuaranteedRef { object in
      if isRecorder(of: object.identityTable.link) { object.flags.remove(.remembered) }
    }
  }

  func letGo(_ released: Released) {
    for block in released.blocks { block.release() }
    for object in released.objects {
      object._withUnsafeGuaranteedRef {
        if $0.flags.contains(.shelved), held.place(of: $0) == nil { $0.clearShelf() }
      }
      object.release()
    }
  }
}
