// The objects with unsaved changes, held until the changes are saved or gone.

/// What a context holds because of pending changes (R3); a `ChangeTracker` keeps it.
///
/// An object knows its place in the list, so letting it go takes no search. Objects stand in the order of their first
/// change, until one goes from between others: the last one takes its place, so there are no gaps. Thus the list is an
/// array that saves and notifications share as it is, instead of making some of their own of a hundred thousand objects.
struct ChangeList {
  private var entries: [ManagedObject] = []
  /// How many of them were never saved and are not to be deleted.
  private(set) var inserted = 0
  /// How many of them are to be deleted.
  private(set) var deleted = 0
  /// Whether objects of a class of their own came since the list was empty: they have words about saving.
  private(set) var hasClasses = false
  /// Whether the objects stand in the order of registration; mostly they came in it, and then no sorting is needed.
  private var isInOrder = true
  private var lastSerial: UInt32 = 0
  /// Where the objects begin of which observers were not notified.
  private var firstNewcomer = 0

  var count: Int { entries.count }

  mutating func append(_ object: ManagedObject) -> Int {
    entries.append(object)
    if object.serial < lastSerial { isInOrder = false }
    lastSerial = object.serial
    if object.identityTable.hasClassOfItsOwn { hasClasses = true }
    enter(object, 1)
    return entries.count - 1
  }

  /// Lets an object go; its state must still be the one with which it came.
  mutating func remove(_ object: ManagedObject, at place: Int) {
    enter(object, -1)
    var gap = place
    if gap < firstNewcomer {
      // Those of which observers were notified stay before the others.
      firstNewcomer -= 1
      fill(gap, from: firstNewcomer)
      gap = firstNewcomer
    }
    fill(gap, from: entries.count - 1)
    entries.removeLast()
    if entries.isEmpty { self = ChangeList() }
  }

  /// Exchanges the object that goes for another, which takes its place; the last one is often the one that goes, as
  /// in an undo.
  private mutating func fill(_ gap: Int, from place: Int) {
    guard gap != place else { return }
    entries.swapAt(gap, place)
    entries[gap].overlay?.info.pointee.place = Int32(gap)
    isInOrder = false
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
  mutating func takeAll() -> [ManagedObject] {
    let taken = entries
    self = ChangeList()
    return taken
  }

  /// Shows the list; its objects are registered, and are shown with the registry.
  func showBlocks(to visitor: BlockVisitor) { visitor.show(elementsOf: entries, .registry) }

  /// The object at a place; nil where there is none.
  func object(at place: Int) -> ManagedObject? {
    entries.indices.contains(place) ? entries[place] : nil
  }

  /// Where an object stands that does not know its place: a search through the whole list.
  func place(of object: ManagedObject) -> Int? { entries.firstIndex { $0 === object } }

  /// The objects of a kind, in the order of registration.
  func objects(where belongs: (ManagedObject) -> Bool) -> [ManagedObject] {
    var objects: [ManagedObject] = []
    for object in entries where belongs(object) { objects.append(object) }
    if !isInOrder { objects.sort { $0.serial < $1.serial } }
    return objects
  }

  /// All objects in the order of registration, held as they are now, whatever is added or removed.
  ///
  /// It is the list itself, which takes no counting; one that is not in order is put in order for good.
  mutating func inOrder() -> [ManagedObject] {
    if !isInOrder {
      entries.sort { $0.serial < $1.serial }
      // Objects that a save itself has changed, say those it derives values for, stand between the others now.
      if hasNewcomers { firstNewcomer = 0 }
      for (place, object) in entries.enumerated() {
        object.overlay?.info.pointee.place = Int32(place)
      }
      isInOrder = true
      lastSerial = entries.last?.serial ?? 0
    }
    return entries
  }

  /// Whether there is an object of which observers were not notified.
  var hasNewcomers: Bool { firstNewcomer < entries.count }

  /// Whether observers are still to be notified of the object at a place.
  func isNewcomer(at place: Int) -> Bool { place >= firstNewcomer }

  /// The objects that were added since this was done last: mostly all that are listed, and then it is the list itself.
  mutating func takeNewcomers() -> [ManagedObject] {
    let first = firstNewcomer
    firstNewcomer = entries.count
    return first == 0 ? entries : Array(entries[first...])
  }
}
