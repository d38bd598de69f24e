// What a save would write, and what is still to follow from it.

/// The unsaved changes of a context.
///
/// An object has changes if and only if it is in the list, at the place that its overlay names (2), and the list counts
/// what its objects are (11): so their states are changed through `recount`. The list holds its objects (R3); an object
/// whose delete rules were not followed yet is held once more.
struct ChangeTracker {
  /// The objects with unsaved changes.
  private(set) var list = ChangeList()
  /// Deleted objects whose delete rules were not followed yet.
  private(set) var deletions: ContiguousArray<ManagedObject> = []
  /// Whether an object that was never saved was deleted since the last save: others may refer to it.
  private(set) var hasLostNewcomers = false
  /// Objects that were written to while objects awoke.
  var suppression = ChangeSuppression()

  /// Whether an unsaved change may refer to a deleted object.
  var mayHaveDanglingReferences: Bool { list.deleted > 0 || hasLostNewcomers }

  // MARK: - Holding

  /// Takes hold of a changed object until its changes are saved or gone (R3).
  mutating func pin(_ object: ManagedObject) {
    guard !object.flags.contains(.pinned) else { return }
    object.withOverlay { overlay in
      object.flags.insert([.pinned, .touched])
      overlay.info.pointee.place = Int32(list.append(object))
    }
  }

  /// Lets go of an object that has no changes any more; says whether the event has to note it instead.
  mutating func unpin(_ object: ManagedObject) -> Bool {
    guard object.flags.contains(.pinned),
      let place = object.withOverlay({ Int($0.info.pointee.place) })
    else { return false }
    object.flags.remove(.pinned)
    // The list cannot make an entry of a newcomer any more; the others have theirs. One that counts as a newcomer since
    // the list was put in order may have two then, and is announced once.
    let isUnnoted = list.isNewcomer(at: place) && object.flags.contains(.touched)
    list.remove(object, at: place)
    return isUnnoted
  }

  /// Notes the place of an object that had no overlay for a while, in which the list may have moved it.
  mutating func findAgain(_ object: ManagedObject) {
    guard object.flags.contains(.pinned) else { return }
    object.withOverlay { overlay in
      let place = Int(overlay.info.pointee.place)
      guard list.object(at: place) !== object, let found = list.place(of: object) else { return }
      overlay.info.pointee.place = Int32(found)
    }
  }

  /// Empties the list; the caller releases the objects.
  mutating func takeAll() -> [ManagedObject] { list.takeAll() }

  /// All objects in the order of registration, whatever is added or removed meanwhile.
  mutating func inOrder() -> [ManagedObject] { list.inOrder() }

  /// The objects that were added since this was done last.
  mutating func takeNewcomers() -> [ManagedObject] { list.takeNewcomers() }

  // MARK: - States

  /// Counts a listed object anew around a change of its state.
  mutating func recount(_ object: ManagedObject, _ change: () -> Void) {
    list.recount(object, change)
  }

  /// Counts an object anew around a change of its state, if it is listed.
  mutating func recountIfListed(_ object: ManagedObject, _ change: () -> Void) {
    if object.flags.contains(.pinned) { list.recount(object, change) } else { change() }
  }

  // MARK: - Deletions

  /// Marks an object deleted; its delete rules are to be followed.
  mutating func delete(_ object: ManagedObject) {
    recount(object) { object.flags.insert(.deleted) }
    deletions.append(object)
  }

  /// Hands over the deleted objects; their delete rules were followed.
  mutating func takeDeletions() -> ContiguousArray<ManagedObject> {
    let done = deletions
    deletions = []
    return done
  }

  /// Notes that a deleted object leaves the context that was never saved.
  mutating func loseNewcomer() { hasLostNewcomers = true }

  /// Notes that everything was saved.
  mutating func noteSave() { hasLostNewcomers = false }

  /// Forgets what is to follow from deletions, since they are taken back.
  mutating func forgetDeletions() { (deletions, hasLostNewcomers) = ([], false) }

  // MARK: - Looking

  /// Shows the lists; their objects are registered, and are shown with the registry.
  func showBlocks(to visitor: BlockVisitor) {
    list.showBlocks(to: visitor)
    visitor.show(elementsOf: deletions, .registry)
  }

  /// (2) An object has changes if and only if it is pinned, at its place in the change list; its overlay says so.
  func pinningViolation(_ object: ManagedObject) -> String? {
    let isChanged = object.flags.contains(.changed)
    guard !isChanged || object.flags.contains(.overlaid) else {
      return "(2) \(object.objectID) has changes and nothing to keep them in."
    }
    guard isChanged == object.flags.contains(.pinned), isChanged == object.hasChanges else {
      return "(2) \(object.objectID) has changes and is not held, or is held without changes."
    }
    guard isChanged, let place = object.overlay.map({ Int($0.info.pointee.place) }),
      list.object(at: place) !== object
    else { return nil }
    return "(2) \(object.objectID) does not stand at its place \(place) in the change list."
  }
}

/// The objects that were written to while change processing was off.
struct ChangeSuppression {
  private var depth = 0
  private var objects: [ManagedObject] = []

  /// A Boolean value that indicates whether changes go unnoticed at the moment.
  var isOn: Bool { depth > 0 }

  /// Notes an object that was written to.
  mutating func add(_ object: ManagedObject) {
    if objects.last !== object { objects.append(object) }
  }

  fileprivate mutating func begin() { depth += 1 }

  /// The objects that were written to, once the outermost suppression ends.
  fileprivate mutating func end() -> [ManagedObject] {
    depth -= 1
    guard depth == 0, !objects.isEmpty else { return [] }
    let written = objects
    objects = []
    return written
  }
}

extension ManagedObjectContext {
  /// Runs a body whose setters dirty nothing and keep no inverses true (semantics 47).
  ///
  /// An object that has changes already keeps them, and what is written to it then counts with them.
  func suppressingChanges(_ body: () -> Void) {
    changes.suppression.begin()
    link.isSilent = true
    body()
    defer { link.isSilent = changes.suppression.isOn }
    for object in changes.suppression.end() where !object.flags.contains(.changed) {
      object.overlay?.silence()
    }
  }
}
