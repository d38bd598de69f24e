// What has happened since pending changes were processed last: the contents of the next notification.

/// The objects touched in the current event, besides those that are new in the list of changes.
///
/// Only objects that are gone already are held, since an event must not keep alive what nothing else does: unless a
/// results controller follows the context, which lists objects and holds none.
struct EventChanges {
  /// How an object is found again, if it is still there.
  private struct Mark {
    /// Not held: the registry keeps its identity tables until a reset, which ends the event as well.
    let identityTable: Unmanaged<IdentityTable>
    let place: Int64
    let held: ManagedObject?

    init(_ object: borrowing ManagedObject, isHeld: Bool) {
      identityTable = .passUnretained(object.identityTable)
      place = object.identityTable.place(of: object)
      held = isHeld ? copy object : nil
    }

    var object: ManagedObject? {
      held ?? identityTable._withUnsafeGuaranteedRef { $0.object(place) }
    }
  }

  /// Objects that had changes before, or have none any more.
  private var touched: ContiguousArray<Mark> = []
  private var refreshed: ContiguousArray<Mark> = []
  /// Objects that came by a merge, inserted elsewhere.
  private var arrived: ContiguousArray<Mark> = []
  /// Objects that can be found no more: held until observers were notified.
  private var departed: ContiguousArray<ManagedObject> = []
  /// Objects whose changes were taken back all at once: held until observers were notified, which
  /// follows immediately.
  private var reverted: [ManagedObject] = []
  /// Objects that a merge has reported, here or not: of interest to results controllers, which list
  /// objects that are not held.
  var merged: [MergedObject] = []
  /// Objects that were registered when everything was reset.
  private(set) var invalidatedAll: [ManagedObjectID] = []

  var isEmpty: Bool {
    touched.isEmpty && refreshed.isEmpty && arrived.isEmpty && departed.isEmpty
      && reverted.isEmpty && merged.isEmpty && invalidatedAll.isEmpty
  }

  /// Notes that an object was changed; the caller has seen that it was not noted before.
  mutating func touch(_ object: ManagedObject, isHeld: Bool) {
    touched.append(Mark(object, isHeld: isHeld))
  }

  /// Notes that an object was brought up to date, or is a fault again.
  mutating func refresh(_ object: ManagedObject, isHeld: Bool) {
    refreshed.append(Mark(object, isHeld: isHeld))
  }

  /// Notes an object that was inserted elsewhere.
  mutating func arrive(_ object: ManagedObject, isHeld: Bool) {
    arrived.append(Mark(object, isHeld: isHeld))
  }

  /// Notes an object that leaves the context.
  mutating func depart(_ object: ManagedObject) { departed.append(object) }

  /// Notes objects that have no changes any more, or are gone with them.
  mutating func revert(_ objects: [ManagedObject]) { reverted = objects }

  /// Notes that nothing is valid any more that was there.
  mutating func invalidateAll(_ objects: some Sequence<ManagedObject>) {
    self = EventChanges()
    invalidatedAll = objects.map(\.objectID)
  }

  /// The lists that observers receive: each object under what has become of it.
  ///
  /// Objects that came and went within the event are left out.
  func lists(with changes: inout ChangeTracker) -> [NotificationKey: [ManagedObject]] {
    var sorter = EventSorter()
    reverted.forEachFetchedAhead(.objects) { sorter.addReverted($0) }
    sorter.addTouched(changes.takeNewcomers())
    for mark in touched {
      if let object = mark.object { sorter.addTouched(object) }
    }
    for object in departed { sorter.addTouched(object) }
    for mark in arrived {
      if let object = mark.object { sorter.inserted.append(object) }
    }
    for mark in refreshed {
      if let object = mark.object { sorter.addRefreshed(object) }
    }
    return sorter.lists
  }

  func showBlocks(to visitor: BlockVisitor) {
    for list in [touched, refreshed, arrived] {
      visitor.show(elementsOf: list, .registry)
      for mark in list { mark.held?.showBlocks(to: visitor) }
    }
    visitor.show(elementsOf: departed, .registry)
    for object in departed { object.showBlocks(to: visitor) }
    visitor.show(elementsOf: merged, .registry)
    visitor.show(elementsOf: invalidatedAll, .registry)
  }

  /// Visits the objects that it holds, once a reference.
  func forEachHeld(_ body: (ManagedObject) -> Void) {
    for object in departed { body(object) }
    for mark in [touched, refreshed, arrived].joined() {
      if let object = mark.held { body(object) }
    }
  }

  /// How often it holds an object.
  func holds(_ object: ManagedObject) -> Int {
    let marks = [touched, refreshed, arrived].joined()
    return departed.count { $0 === object } + marks.count { $0.held === object }
  }
}

/// An object that a merge has reported.
struct MergedObject {
  let id: ManagedObjectID
  /// Whether the row is gone; the row cache may still have it for others.
  let isGone: Bool
}

/// The lists of a notification.
private struct EventSorter {
  var inserted: [ManagedObject] = []
  private var updated: [ManagedObject] = []
  private var deleted: [ManagedObject] = []
  private var refreshed: [ManagedObject] = []

  /// Adds objects that were touched; where the same has become of all of them, their list is taken as it is.
  mutating func addTouched(_ objects: [ManagedObject]) {
    var start = 0
    while start < objects.count {
      let fate = Fate(of: objects[start])
      var end = start
      repeat {
        fate.announce(objects[end])
        end += 1
      } while end < objects.count && Fate(of: objects[end]) == fate
      change(fate) { list in
        if list.isEmpty && end - start == objects.count {
          list = objects
        } else {
          list += objects[start..<end]
        }
      }
      start = end
    }
  }

  /// Adds an object that was touched, once, by what has become of it.
  mutating func addTouched(_ object: ManagedObject) {
    let fate = Fate(of: object)
    fate.announce(object)
    change(fate) { $0.append(object) }
  }

  /// Changes the list of those of which the same has become, if observers are notified of it.
  private mutating func change(_ fate: Fate, _ body: (inout [ManagedObject]) -> Void) {
    switch fate {
    case .inserted: body(&inserted)
    case .updated: body(&updated)
    case .deleted: body(&deleted)
    case .unknown: break
    }
  }

  /// Adds an object whose changes were taken back.
  mutating func addReverted(_ object: ManagedObject) {
    if object.flags.contains(.detached) {
      object.flags.insert(.touched)
      addTouched(object)
    } else {
      object.flags.remove(.touched)
      addRefreshed(object)
    }
  }

  /// Adds an object that was brought up to date; an object that was reported as deleted may be there again.
  mutating func addRefreshed(_ object: ManagedObject) {
    if !object.isDeleted { object.flags.remove(.deletionAnnounced) }
    refreshed.append(object)
  }

  var lists: [NotificationKey: [ManagedObject]] {
    let all: [NotificationKey: [ManagedObject]] = [
      .insertedObjects: inserted, .updatedObjects: updated, .deletedObjects: deleted,
      .refreshedObjects: refreshed,
    ]
    return all.filter { !$0.value.isEmpty }
  }
}

/// What has become of an object in an event, as far as its observers know.
private enum Fate {
  case inserted, updated, deleted
  /// It was not touched, or not since it was announced, or it came and went within the event.
  case unknown

  init(of object: ManagedObject) {
    let flags = object.flags
    guard flags.contains(.touched) else {
      self = .unknown
      return
    }
    let isThere = !object.isDeleted && !flags.contains(.detached)
    let wasKnown = flags.intersection([.unannounced, .deletionAnnounced]).isEmpty
    self =
      switch (isThere, wasKnown) {
      case (true, true): .updated
      case (true, false): .inserted
      case (false, true): .deleted
      case (false, false): .unknown
      }
  }

  /// Notes that observers are notified of it.
  func announce(_ object: ManagedObject) {
    object.flags.remove(.touched)
    switch self {
    case .inserted: object.flags.subtract([.unannounced, .deletionAnnounced])
    case .deleted: object.flags.insert(.deletionAnnounced)
    case .updated, .unknown: break
    }
  }
}
