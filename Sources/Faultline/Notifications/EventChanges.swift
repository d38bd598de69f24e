// What has happened since pending changes were processed last: what the next notification tells.

/// Who was touched in the current event, besides those who are new in the list of changes.
///
/// Nobody is held who is not gone already, since an event must not keep alive what nobody else does: unless somebody
/// follows the context who lists objects and holds none.
struct EventChanges {
  /// How an object is found again, if it is still there.
  private struct Mark {
    /// Not held: the registry keeps its homes until a reset, which ends the event as well.
    let home: Unmanaged<IdentityTable>
    let place: Int64
    let held: ManagedObject?

    init(_ object: ManagedObject, isHeld: Bool) {
      home = .passUnretained(object.home)
      place = object.home.place(of: object)
      held = isHeld ? object : nil
    }

    var object: ManagedObject? { held ?? home._withUnsafeGuaranteedRef { $0.object(place) } }
  }

  /// Whoever had changes before, or has none any more.
  private var touched: ContiguousArray<Mark> = []
  private var refreshed: ContiguousArray<Mark> = []
  /// Who came by a merge, inserted elsewhere.
  private var arrived: ContiguousArray<Mark> = []
  /// Who can be found no more: held until it was told.
  private var departed: ContiguousArray<ManagedObject> = []
  /// Whose changes were taken back all at once: held until that was told, which is at once.
  private var reverted: ContiguousArray<ManagedObject?> = []
  /// Of whom a merge has told, here or not: of interest to whoever lists objects that nobody holds.
  var merged: [MergedObject] = []
  /// Who was there when everything was reset.
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

  /// Notes an object that somebody else has inserted.
  mutating func arrive(_ object: ManagedObject, isHeld: Bool) {
    arrived.append(Mark(object, isHeld: isHeld))
  }

  /// Notes an object that leaves the context.
  mutating func depart(_ object: ManagedObject) { departed.append(object) }

  /// Notes who has no changes any more, or is gone with them.
  mutating func revert(_ objects: ContiguousArray<ManagedObject?>) { reverted = objects }

  /// Notes that nothing is valid any more that was there.
  mutating func invalidateAll(_ objects: some Sequence<ManagedObject>) {
    self = EventChanges()
    invalidatedAll = objects.map(\.objectID)
  }

  /// What observers are told: each object under what has become of it.
  ///
  /// What came and went within the event is nobody's business.
  func told(with changes: inout ChangeList) -> [NotificationKey: [ManagedObject]] {
    var told = Told()
    for case let object? in reverted { told.addReverted(object) }
    changes.takeNewcomers { told.addTouched($0) }
    for mark in touched {
      if let object = mark.object { told.addTouched(object) }
    }
    for object in departed { told.addTouched(object) }
    for mark in arrived {
      if let object = mark.object { told.inserted.append(object) }
    }
    for mark in refreshed {
      if let object = mark.object { told.addRefreshed(object) }
    }
    return told.lists
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

  /// Visits whom it holds, a reference a time.
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

/// Somebody of whom a merge has told.
struct MergedObject {
  let id: ManagedObjectID
  /// Whether the row is gone; the row cache may still have it for others.
  let isGone: Bool
}

/// The lists of a notification.
private struct Told {
  var inserted: [ManagedObject] = []
  private var updated: [ManagedObject] = []
  private var deleted: [ManagedObject] = []
  private var refreshed: [ManagedObject] = []

  /// Adds an object that was touched, once, by what has become of it.
  mutating func addTouched(_ object: ManagedObject) {
    guard object.flags.contains(.touched) else { return }
    object.flags.remove(.touched)
    let isThere = !object.isDeleted && !object.flags.contains(.detached)
    let wasKnown = object.flags.intersection([.unheard, .mourned]).isEmpty
    switch (isThere, wasKnown) {
    case (true, true): updated.append(object)
    case (true, false):
      object.flags.subtract([.unheard, .mourned])
      inserted.append(object)
    case (false, true):
      object.flags.insert(.mourned)
      deleted.append(object)
    case (false, false): return
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

  /// Adds an object that was brought up to date; whoever was said to be deleted may be there again.
  mutating func addRefreshed(_ object: ManagedObject) {
    if !object.isDeleted { object.flags.remove(.mourned) }
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
