// The objects with unsaved changes, held until the changes are saved or gone.

/// What a context holds because of pending changes (R3), in the order of the first change; a `ChangeTracker` keeps it.
///
/// An object knows its place in the list, so letting it go takes no search.
struct ChangeList {
  private var entries: ContiguousArray<ManagedObject?> = []
  private(set) var count = 0
  /// How many of them were never saved and are not to be deleted.
  private(set) var inserted = 0
  /// How many of them are to be deleted.
  private(set) var deleted = 0
  /// Whether objects of a class of their own came since the list was empty: they have words about saving.
  private(set) var hasClasses = false
  /// Whether the objects came in the order of registration; most do, and then no sorting is needed.
  private var isInOrder = true
  private var lastSerial: UInt32 = 0
  /// Where the objects begin of which observers were not notified.
  private var firstNewcomer = 0

  mutating func append(_ object: ManagedObject) -> Int {
    entries.append(object)
    if object.serial < lastSerial { isInOrder = false }
    lastSerial = object.serial
    if object.identityTable.hasClassOfItsOwn { hasClasses = true }
    count += 1
    enter(object, 1)
    return entries.count - 1
  }

  /// Lets an object go; its state must still be the one with which it came.
  mutating func remove(_ object: ManagedObject, at place: Int) {
    count -= 1
    enter(object, -1)
    // The last object is often removed first, as in an undo, and leaves no gaps to close.
    if place == entries.count - 1 {
      entries.removeLast()
      while !entries.isEmpty, entries[entries.count - 1] == nil { entries.removeLast() }
      firstNewcomer = min(firstNewcomer, entries.count)
    } else {
      entries[place] = nil
    }
    if count == 0 {
      self = ChangeList()
    } else if entries.count > 2 * count + 64 {
      compact()
    }
  }

  /// Counts a listed object anew around a change of its state.
  mutating func recount(_ object: ManagedObject, _ change: () -> Void) {
    enter(object, -1)
    change()
    enter(object, 1)
  }

  private mutating func enter(_ object: ManagedObject, _ number: Int) {
    if object.isInserted { inserted += number }
    if object.isDeleted { deleted += number }
  }

  /// Empties the list; the caller releases the objects once the list is whole again, since an object
  /// that is deallocated then may use the context.
  mutating func takeAll() -> ContiguousArray<ManagedObject?> {
    let taken = entries
    self = ChangeList()
    return taken
  }

  /// Shows the list; its objects are registered, and are shown with the registry.
  func showBlocks(to visitor: BlockVisitor) { visitor.show(elementsOf: entries, .registry) }

  /// The object at a place; nil where one was let go.
  func object(at place: Int) -> ManagedObject? {
    entries.indices.contains(place) ? entries[place] : nil
  }

  /// The objects of a kind, in the order of registration.
  func objects(where belongs: (ManagedObject) -> Bool) -> [ManagedObject] {
    var objects: [ManagedObject] = []
    for case let object? in entries where belongs(object) { objects.append(object) }
    if !isInOrder { objects.sort { $0.serial < $1.serial } }
    return objects
  }

  /// All objects in the order of registration, held as they are now, whatever is added or removed.
  ///
  /// It is the list itself, which takes no counting, and may have gaps; one that is not in order is put in order
  /// for good.
  mutating func inOrder() -> ContiguousArray<ManagedObject?> {
    if !isInOrder {
      // Before the order is asked for, observers were notified of all objects.
      entries.removeAll { $0 == nil }
      entries.sort { ($0?.serial ?? 0) < ($1?.serial ?? 0) }
      notePlaces()
      firstNewcomer = min(firstNewcomer, entries.count)
      isInOrder = true
      lastSerial = (entries.last ?? nil)?.serial ?? 0
    }
    return entries
  }

  private mutating func compact() {
    firstNewcomer = entries[..<firstNewcomer].count { $0 != nil }
    entries.removeAll { $0 == nil }
    notePlaces()
  }

  /// Whether there is an object of which observers were not notified.
  var hasNewcomers: Bool { firstNewcomer < entries.count }

  /// Whether observers are still to be notified of the object at a place.
  func isNewcomer(at place: Int) -> Bool { place >= firstNewcomer }

  /// Visits the objects that were added since this was done last.
  mutating func takeNewcomers(_ body: (ManagedObject) -> Void) {
    let first = firstNewcomer
    firstNewcomer = entries.count
    entries.withUnsafeBufferPointer { entries in
      for place in first..<entries.count {
        if let object = entries[place] { body(object) }
      }
    }
  }

  private func notePlaces() {
    for (place, object) in entries.enumerated() {
      object?.overlay?.info.pointee.place = Int32(place)
    }
  }
}
