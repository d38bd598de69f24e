// The objects with unsaved changes, held until the changes are saved or gone.

/// What a context holds because of pending changes (R3), in the order of the first change.
///
/// An object knows its place in the list, so letting it go takes no search.
struct ChangeList {
  private var entries: ContiguousArray<ManagedObject?> = []
  private(set) var count = 0
  /// How many of them were never saved and are not to be deleted.
  private(set) var inserted = 0
  /// How many of them are to be deleted.
  private(set) var deleted = 0

  mutating func append(_ object: ManagedObject) -> Int {
    entries.append(object)
    count += 1
    enter(object, 1)
    return entries.count - 1
  }

  /// Lets an object go; its state must still be the one with which it came.
  mutating func remove(_ object: ManagedObject, at place: Int) {
    entries[place] = nil
    count -= 1
    enter(object, -1)
    if count == 0 {
      entries = []
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

  /// Empties the list; the caller lets the objects go once the list is whole again, since whoever dies
  /// then may ask the context.
  mutating func takeAll() -> ContiguousArray<ManagedObject?> {
    let taken = entries
    entries = []
    count = 0
    inserted = 0
    deleted = 0
    return taken
  }

  /// Shows the list and the objects that it holds.
  func showBlocks(to visitor: BlockVisitor) {
    visitor.show(elementsOf: entries, .registry)
    for entry in entries { entry?.showBlocks(to: visitor) }
  }

  /// The object at a place; nil where one was let go.
  func object(at place: Int) -> ManagedObject? {
    entries.indices.contains(place) ? entries[place] : nil
  }

  /// The objects of a kind, in the order of registration.
  func objects(where belongs: (ManagedObject) -> Bool) -> [ManagedObject] {
    var objects: [ManagedObject] = []
    for case let object? in entries where belongs(object) { objects.append(object) }
    objects.sort { $0.serial < $1.serial }
    return objects
  }

  private mutating func compact() {
    entries.removeAll { $0 == nil }
    for (place, object) in entries.enumerated() { object?.overlay?.header.place = place }
  }
}
