// Why is this object still alive? Every reference to it that the engine knows of.

import CFaultline

/// One strong reference of the engine to an object.
public enum Holder: Sendable, Equatable, CustomStringConvertible {
  /// The context, because the object has unsaved changes (R3).
  case pendingChange
  /// The context, because the object's delete rules were not followed yet.
  case pendingDeletion
  /// The context, until observers are notified that the object is gone.
  case notification
  /// The context, until a save has compared the object with its row.
  case conflictDetection
  /// The context, because it retains registered objects (R4).
  case retainsRegistered
  /// The undo manager, which could take a change of the object back (U1).
  case undo
  /// The undo manager, which could make a change of the object again.
  case redo
  /// The turn's pool, because the object was handed out (L2).
  case pool
  /// A container, with the way to the object in it: an array, a dictionary, a controller, the results of a fetch.
  case container(String)
  /// A realized relationship of another object, or of this one (C1).
  case relationship(owner: ManagedObjectID, name: String)
  /// A fetched property of another object, or of this one, which has found it.
  case fetchedProperty(owner: ManagedObjectID, name: String)

  /// The reason in words.
  public var description: String {
    let (holder, purpose) = words
    return purpose.isEmpty ? holder : "\(holder), \(purpose)"
  }

  /// What holds the object, and what for; the second is empty where the first says it.
  package var words: (holder: String, purpose: String) {
    switch self {
    case .pendingChange: ("the context", "for its unsaved changes")
    case .pendingDeletion: ("the context", "until its delete rules are followed")
    case .notification: ("the context", "until observers are notified that it is gone")
    case .conflictDetection: ("the context", "until the next save detects conflicts")
    case .retainsRegistered: ("the context", "which retains registered objects")
    case .undo: ("the undo manager", "for what can be undone")
    case .redo: ("the undo manager", "for what can be done again")
    case .pool: ("the pool", "until the turn ends")
    case .container(let path): (path, "")
    case .relationship(let owner, let name): ("'\(name)' of \(owner)", "")
    case .fetchedProperty(let owner, let name): ("the fetched '\(name)' of \(owner)", "")
    }
  }
}

extension ManagedObject {
  /// Adds the references that this object's relationships have to another.
  final func appendReferences(to object: ManagedObject, _ holders: inout [Holder]) {
    for (key, found) in fetchedValues {
      let count = found.count { $0 === object }
      holders += repeatElement(.fetchedProperty(owner: objectID, name: key), count: count)
    }
    guard let ties else { return }
    for (index, tie) in identityTable.layout.ties.enumerated() where ties.isRealized(index) {
      let name = tie.relationship.name
      if !tie.isToMany {
        guard ties.destination(index) === object else { continue }
        holders.append(.relationship(owner: objectID, name: name))
      } else if let set = ties.set(index) {
        if set.contains(object) { holders.append(.relationship(owner: objectID, name: name)) }
      }
    }
  }

  /// Visits the objects that fetched properties have found, by the property's name; fires nothing.
  package final func forEachFetched(_ body: (_ name: String, _ object: ManagedObject) -> Void) {
    for (name, found) in fetchedValues { for object in found { body(name, object) } }
  }

  /// How many strong references there are to the object at an address; it must be alive.
  package static func strongReferenceCount(at address: UnsafeMutableRawPointer) -> Int {
    Int(faultline_retain_count(address))
  }
}

extension ContiguousArray<ManagedObject> {
  /// How many strong references there are to each, the list's own included; asked of addresses alone.
  var strongReferenceCounts: ContiguousArray<Int> {
    withUncounted { references in
      ContiguousArray<Int>(references.map { ManagedObject.strongReferenceCount(at: $0.toOpaque()) })
    }
  }

  /// Hands over the same list with none of them counted: a reference and an uncounted one are the same word.
  func withUncounted<Found>(
    _ body: (UnsafeBufferPointer<Unmanaged<ManagedObject>>) -> Found
  ) -> Found {
    withUnsafeBytes { body($0.assumingMemoryBound(to: Unmanaged<ManagedObject>.self)) }
  }
}

// What holds which objects: asked of one, or of all in one pass.
extension ManagedObjectContext {
  /// Every reason that the engine knows why an object of this context is alive; fires nothing.
  ///
  /// Each is one strong reference. What is alive without a reason here is held from outside of the engine,
  /// such as by a variable.
  public func holders(of object: ManagedObject) -> [Holder] {
    checkQueue()
    guard object.identityTable.link === link else { return [] }
    var holders = ownHolders(of: object)
    holders += containers.paths(to: object).map { .container($0) }
    for owner in registry.objects() { owner.appendReferences(to: object, &holders) }
    undoManager?.forEachShelved { owner in
      if owner.identityTable.link === link { owner.appendReferences(to: object, &holders) }
    }
    return holders
  }

  /// Why the context, its undo manager or its pool hold an object, without asking other objects.
  package func ownHolders(of object: ManagedObject) -> [Holder] {
    guard object.identityTable.link === link else { return [] }
    var holders: [Holder] = []
    if object.flags.contains(.pinned) { holders.append(.pendingChange) }
    for deletion in changes.deletions where deletion === object { holders.append(.pendingDeletion) }
    holders += repeatElement(.notification, count: notifier.event.holds(object))
    if agenda.watched.contains(object) { holders.append(.conflictDetection) }
    if object.flags.contains(.retained) { holders.append(.retainsRegistered) }
    if undoManager?.holds(object, on: .undo) == true { holders.append(.undo) }
    if undoManager?.holds(object, on: .redo) == true { holders.append(.redo) }
    if object.flags.contains(.pooled) { holders.append(.pool) }
    return holders
  }

  /// Visits the objects that are out of the context until an undo or redo brings them back.
  package func forEachShelved(_ body: (ManagedObject) -> Void) {
    undoManager?.forEachShelved(body)
  }

  /// Visits every strong reference to objects of this context that is no reference of the graph itself.
  ///
  /// With `forEachReference` of each registered object these are all that `holders(of:)` names; asking for one
  /// object after the other would look through the whole context each time. Fires nothing.
  package func forEachHold(_ body: (_ holder: Holder, _ object: ManagedObject) -> Void) {
    for object in registry.objects() { object.forEachHold(body) }
    forEachHoldOfItsOwn(body)
  }

  /// Visits the holds that no registered object knows of, for callers that go through the objects anyway.
  package func forEachHoldOfItsOwn(_ body: (_ holder: Holder, _ object: ManagedObject) -> Void) {
    checkQueue()
    for deletion in changes.deletions { body(.pendingDeletion, deletion) }
    notifier.event.forEachHeld { body(.notification, $0) }
    for object in agenda.watched { body(.conflictDetection, object) }
    containers.forEachHeld { body(.container($0), $1) }
    forEachUndoHold(body)
  }

  private func forEachUndoHold(_ body: (Holder, ManagedObject) -> Void) {
    undoManager?.forEachHeld { object, isUndone, isRedone in
      guard object.identityTable.link === link else { return }
      if isUndone { body(.undo, object) }
      if isRedone { body(.redo, object) }
    }
    // A shelved object is in no registry, and holds others all the same.
    undoManager?.forEachShelved { owner in
      guard owner.identityTable.link === link else { return }
      owner.forEachReference { tie, object in
        let name = owner.identityTable.layout.ties[tie].relationship.name
        body(.relationship(owner: owner.objectID, name: name), object)
      }
      owner.forEachFurtherHold(body)
    }
  }
}

extension ManagedObject {
  /// Whether it may hold others.
  final var mayHold: Bool { ties != nil || flags.contains(.fetched) }

  /// Visits how the context holds this object, and how this object holds others besides by its relationships.
  fileprivate final func forEachHold(_ body: (_ holder: Holder, _ object: ManagedObject) -> Void) {
    if flags.contains(.pinned) { body(.pendingChange, self) }
    if flags.contains(.retained) { body(.retainsRegistered, self) }
    if flags.contains(.pooled) { body(.pool, self) }
    forEachFurtherHold(body)
  }

  /// What an object holds besides the destinations of its relationships.
  final func forEachFurtherHold(_ body: (Holder, ManagedObject) -> Void) {
    forEachFetched { name, object in
      body(.fetchedProperty(owner: objectID, name: name), object)
    }
  }
}
